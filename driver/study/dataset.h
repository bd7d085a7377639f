/*
 * Recorded tables: what was measured of the variants of a loop, and what is
 * predicted of them now. A folder of tables has NAME.csv and either NAME.o,
 * NAME.c or a line for NAME in campaign.csv, see testsuite/recorded/README.md.
 */
#ifndef PODIUM_DATASET_H
#define PODIUM_DATASET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/csv.h"
#include "models/machine.h"
#include "models/refine.h"

struct batch_row;
struct profile;
struct text;

/* Spaces of variants that a table may hold. */
enum dataset_space {
	DATASET_ALL,
	DATASET_PUBLISHED, /* that of the papers */
	DATASET_TURNED,	   /* likewise, indices turned for C */
	DATASET_SPACES
};

extern const char *const dataset_space_names[DATASET_SPACES];

struct dataset {
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
	enum dataset_space *space; /* of each row */
};

/*
 * The machine for which the tables in a folder are ranked: that of the profile
 * which is named, else of machine.json there, else this one. The profile is to
 * be freed.
 */
bool dataset_machine(const char *folder, const char *path,
		     struct profile *profile, struct text *problem);

/*
 * The machine whose times they hold: likewise, but calibrated.json comes
 * before machine.json.
 */
bool dataset_clock(const char *folder, const char *path,
		   struct profile *profile, struct text *problem);

/* Names of the tables in a folder, sorted; list_free frees them. */
char **dataset_names(const char *folder, struct text *problem);

/*
 * Read a table, compile its source by "gcc" for its records unless there is an
 * object, predict its rows for the machine, and those of "timed" for the other
 * unless that is NULL. On failure *problem says why.
 */
bool dataset_read(struct dataset *table, const char *folder, const char *name,
		  const char *gcc, const struct machine *machine,
		  const struct machine *timed, struct text *problem);
void dataset_free(struct dataset *table);

/* What a search is told of the rows; the caller frees it. */
struct refine_item *dataset_items(const struct dataset *table);

#endif
