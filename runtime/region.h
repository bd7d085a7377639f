/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parallel regions of a program: what each thread did in them, and what
 * the team did between its barriers. Called by what stands before libgomp.
 */
#ifndef PODIUM_REGION_H
#define PODIUM_REGION_H

#include "runtime/team.h"

#include <stdbool.h>

struct entry;
struct team;

/* What libgomp hands to every thread in place of the body's own data. */
struct body {
	void (*function)(void *);
	void *data;
	unsigned number; /* of the region */
	bool first;	 /* of the first thread, from outside of all regions */
	uint64_t start;
	struct team *team;
	struct entry *site; /* of the region around it */
};

/* By the thread that meets a region; "threads" that it asks for, or 0. */
struct body region_begin(void (*function)(void *), void *data,
			 unsigned threads);
void region_end(struct body *body);

/* By every thread of the team, with such a body. */
void region_run(void *body);

/* The thread is about to wait at a barrier since "start", and through it. */
void region_arrive(uint64_t start);
void region_depart(uint64_t start, void *place);

/* Is the thread in a region that is looked at? */
bool region_inside(void);

/* Something else that it did since "start". */
void region_count(enum event event, uint64_t start);

/* It made a task. */
void region_task(void);

/* Where it met a single that copies; NULL: tell the last such place. */
void *region_single(void *place);

/* A region that cannot be looked into begins, and ends. */
struct member *region_hide(void);
void region_show(struct member *member);

#endif
