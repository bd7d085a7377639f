/*
 * Recorded tables: what was measured of the variants of a loop, and what is
 * predicted of them now. A folder of tables has NAME.csv and either NAME.o,
 * NAME.c or a line for NAME in campaign.csv, see testsuite/recorded/README.md.
 */
#ifndef PODIUM_MEASURED_H
#define PODIUM_MEASURED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/csv.h"
#include "models/machine.h"
#include "models/refine.h"

struct batch_row;
struct profile;
struct text;

/* Spaces of variants that a table may hold. */
enum measured_space {
	MEASURED_ALL,
	MEASURED_PUBLISHED, /* that of the papers */
	MEASURED_TURNED,    /* likewise, indices turned for C */
	MEASURED_SPACES
};

extern const char *const measured_space_names[MEASURED_SPACES];

struct measured {
	char *name;
	char *loop;   /* tables of one loop differ in their size alone */
	char size;    /* 'S', 'L' or, not known, '-' */
	char *origin; /* processor, compiler, date; NULL if not told */
	struct csv csv;
	size_t count; /* rows */
	struct batch_row *predicted;
	struct batch_row *timed; /* likewise, for the machine of the times */
	/* NULL where the table has no such columns */
	double *ratio, *low, *high, *seconds;
	enum measured_space *space; /* of each row */
};

/*
 * The machine for which the tables in a folder are ranked: that of the profile
 * which is named, else of machine.json there, else this one. The profile is to
 * be freed.
 */
bool measured_machine(const char *folder, const char *path,
		      struct profile *profile, struct text *problem);

/*
 * The machine whose times they hold: likewise, but calibrated.json comes
 * before machine.json.
 */
bool measured_clock(const char *folder, const char *path,
		    struct profile *profile, struct text *problem);

/* Names of the tables in a folder, sorted; list_free frees them. */
char **measured_names(const char *folder, struct text *problem);

/*
 * Read a table, compile its source by "gcc" for its records unless there is an
 * object, predict its rows for the machine, and those of "timed" for the other
 * unless that is NULL. On failure *problem says why.
 */
bool measured_read(struct measured *table, const char *folder, const char *name,
		   const char *gcc, const struct machine *machine,
		   const struct machine *timed, struct text *problem);
void measured_free(struct measured *table);

/* What a search is told of the rows; the caller frees it. */
struct refine_item *measured_items(const struct measured *table);

#endif
