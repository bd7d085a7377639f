/*
 * Searches of others beside that of podium: what tools/bench-peers found when
 * it replayed them on recorded tables.
 */
#ifndef PODIUM_PEERS_H
#define PODIUM_PEERS_H

#include <stdbool.h>
#include <stddef.h>

#include "powerstudy.h"

struct text;

/* One search on one space of a table; means where chance is in it. */
struct peer {
	char *table, *search;
	enum dataset_space space;
	struct judge_figures of; /* NAN where not known */
};

struct peers {
	struct peer *list;
	size_t count;
};

/*
 * Read peers.csv, with columns table, space, search and those of the figures,
 * in each folder where it is. False and a *problem if one is not as it should
 * be.
 */
bool peers_read(struct peers *peers, const char *const *folders,
		struct text *problem);
void peers_free(struct peers *peers);

/* The name of each search once, by number from 0; NULL at the end. */
const char *peers_search(const struct peers *peers, size_t number);

/* As powerstudy_summary(), for a search. */
void peers_summary(const struct peers *peers, const struct powerstudy *study,
		   enum powerstudy_group group, enum dataset_space space,
		   const char *search, struct powerstudy_summary *summary);

/* The figures of Optuna's TPE on all variants of a table; NULL: not known. */
const struct judge_figures *peers_rival(const struct peers *peers,
					const char *table);

/*
 * The median of the runs of podium's search over that of Optuna's TPE, on so
 * many tables that both searched; NAN for none.
 */
double peers_ratio(const struct peers *peers, const struct powerstudy *study,
		   enum powerstudy_group group, size_t *tables);

#endif
