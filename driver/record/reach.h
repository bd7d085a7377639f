/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a part of a program reaches through calls, and what is said of it.
 */
#ifndef PODIUM_REACH_H
#define PODIUM_REACH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct graph;
struct graph_part;

/* A word, and the part that says it. */
struct reach_finding {
	const char *word;
	const json_t *part;
};

struct reach {
	const struct graph *graph;
	unsigned char *visited; /* by part: 1 in this team, 2 in an inner one */
	bool beside;		/* what stands in loops does not count */
	bool regions;		/* parallel ones are met */
	struct reach_finding who, own, team;
	json_t *unknown, *orders; /* sentences, as keys */
};

/* Nothing is reached yet; where "beside", loops never are. The graph must
   stay. */
void reach_begin(struct reach *reach, const struct graph *graph, bool beside);

/* Add that part, in a team of its own if "inner", and all that it reaches. */
void reach_follow(struct reach *reach, size_t number, bool inner);

/* Add what the calls mean that the part lists by this key. */
void reach_calls(struct reach *reach, const struct graph_part *part,
		 const char *key);

void reach_end(struct reach *reach);

#endif
