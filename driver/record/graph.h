/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of all units of a program, functions, regions and loops, as one
 * graph: which of them a call means.
 */
#ifndef PODIUM_GRAPH_H
#define PODIUM_GRAPH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct records;

#define GRAPH_NONE ((size_t)-1)

struct graph_call {
	size_t part;
	bool inner; /* in a team of its own */
};

/* A function, region or loop of any unit. */
struct graph_part {
	const json_t *record;
	char *unit;    /* the list that it came with, and its name; */
	size_t number; /* of those that are called so there */
	size_t base;   /* the first part of the unit */
	size_t parent; /* of a loop: what it stands in */
	struct graph_call *calls;
	size_t call_count;
	json_t *unknown; /* what it calls that nobody recorded, as keys */
	json_t *loop;	 /* the record of a loop that is one */
};

struct graph {
	struct graph_part *parts;
	size_t count;
	json_t *names; /* of functions: lists of parts */
	/* of functions whose address is taken: lists of parts and names */
	json_t *types;
	json_t *casts; /* types of pointers that are cast, as keys */
	/* lists of records: which of them is which part's loop is not known */
	json_t *doubtful;
};

/* The records must stay. To be freed by graph_free(). */
void graph_read(struct graph *graph, struct records *const *list, size_t count);
void graph_free(struct graph *graph);

bool graph_is_loop(const struct graph_part *part);

/*
 * The parts that a call means; an empty list where it is of no interest, NULL
 * where nobody recorded it. The caller owns it.
 */
json_t *graph_callees(const struct graph *graph, const json_t *call,
		      size_t base);

/* The parts that a call through a pointer of the type may mean: a new list. */
json_t *graph_pointed(const struct graph *graph, const char *type);

/* The same of one of the part's "steps". */
json_t *graph_step(const struct graph *graph, const struct graph_part *part,
		   const json_t *step);

#endif
