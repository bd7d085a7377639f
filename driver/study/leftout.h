/*
 * The plain power model, fitted to the pattern loops without the kernel that
 * it is judged on.
 */
#ifndef PODIUM_LEFTOUT_H
#define PODIUM_LEFTOUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/machine.h"
#include "models/power.h"

struct patterns;
struct batch_row;
struct text;

struct leftout {
	size_t points;
	struct power_fit fit;
	struct power_domain domain; /* times in cycles of the clock */
};

/*
 * The rows of FOLDER/patterns.csv, or where there is no such file of
 * "patterns" in a profile (which may be NULL), with their variables out of the
 * source of the patterns. No rows: none were recorded. Free by pattern_free.
 */
bool leftout_read(struct patterns *patterns, const char *folder,
		  const json_t *profile, const char *gcc,
		  const struct machine *machine, struct text *problem);

/*
 * Fit to the rows of pattern "only" (NULL: of all), but to none of kernel
 * "without".
 */
enum model_status leftout_fit(const struct patterns *patterns, const char *only,
			      const char *without, struct leftout *fit);

/* Cycles of all threads; INFINITY where that is no number. */
double leftout_cycles(const struct leftout *fit, const struct batch_row *row,
		      const struct machine *machine);

#endif
