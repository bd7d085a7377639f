/*
 * Searches of others beside that of podium: what tools/bench-peers found when
 * it replayed them on recorded tables.
 */
#ifndef PODIUM_PEERS_H
#define PODIUM_PEERS_H

#include <stdbool.h>
#include <stddef.h>

#include "study.h"

struct page;
struct text;

/* The runs that a search took on one table, a mean where chance is in it. */
struct peer {
	char *table, *search;
	double runs; /* to come within 2 % of the best */
};

struct peers {
	struct peer *list;
	size_t count;
};

/*
 * Read peers.csv, with columns table, search and runs, in each folder where it
 * is. False and a *problem if one is not as it should be.
 */
bool peers_read(struct peers *peers, const char *const *folders,
		struct text *problem);
void peers_free(struct peers *peers);

/* A line for each search, or how to come by them. */
void peers_page(const struct peers *peers, const struct study *study,
		struct page *page);

/* The median of the runs of podium over that of Optuna's TPE; NAN: not known.
 */
double peers_ratio(const struct peers *peers, const struct study *study,
		   enum study_group group);

#endif
