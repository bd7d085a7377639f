/*
 * Measures the loops that are installed, on this machine.
 */
#ifndef PODIUM_CAMPAIGN_H
#define PODIUM_CAMPAIGN_H

#include <stdbool.h>

struct text;

struct campaign {
	bool full; /* both sizes in two hours; else the small one in minutes */
	const char *gcc;
	const char *threads; /* "1,2,4"; NULL for those up to the cores */
	bool oversubscribe;  /* more threads than cores */
};

/*
 * Measure, or go on with what was begun. Returns the folder of the tables,
 * which the caller frees; on failure NULL, and *problem says why, or is empty
 * where that has been said.
 */
char *campaign_run(const struct campaign *campaign, struct text *problem);

#endif
