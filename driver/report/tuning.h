/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tuning as the store has it: its runs in the order in which they were made,
 * and the summary that podium tune left.
 */
#ifndef PODIUM_REPORT_TUNING_H
#define PODIUM_REPORT_TUNING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

struct text;

struct tuning_run {
	struct store_run of;
	char *phase; /* of the step "try/3/variant" "try" */
	char *round; /* of that step "try/3" */
	bool good, baseline;
	bool clocked; /* slower by the clocks in it than it would be */
	double seconds;
};

struct tuning {
	int64_t campaign;
	char *machine, *compiler, *command;
	struct tuning_run *runs;
	size_t run_count;
	json_t *summary; /* NULL where none was kept */
	char *best;	 /* lines of the best variant, "" where there is none */
};

struct tunings {
	struct tuning *list;
	size_t count;
};

/* Reads all campaigns that have runs, or that one; the latest comes first. */
bool tunings_read(struct tunings *tunings, struct store *store,
		  int64_t campaign, struct text *problem);
void tunings_free(struct tunings *tunings);

bool tuning_is_phase(const struct tuning_run *run, const char *phase);

/* Has it ended? And did it end with a variant, not with the baseline? */
bool tuning_is_finished(const struct tuning *tuning);
bool tuning_is_delivered(const struct tuning *tuning);

/*
 * Seconds of the good runs without clocks of the baseline or of the best
 * variant: those of its confirmation where there are any, else all. The caller
 * frees them.
 */
double *tuning_seconds(const struct tuning *tuning, bool baseline,
		       size_t *count);

/* The speed-up of a variant over the baseline in its round; NAN: unknown. */
double tuning_speedup(const struct tuning *tuning,
		      const struct tuning_run *variant);

/* Members of an object; NAN and "" where there are none. */
double tuning_number(const json_t *object, const char *key);
const char *tuning_string(const json_t *object, const char *key);

#endif
