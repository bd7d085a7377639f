/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone in a function or region, its static loops and its
 * calls, by phases: for those who join units.
 */
#ifndef PODIUM_ALONE_H
#define PODIUM_ALONE_H

#include "base/json.h"
#include "construct/construct.h"

struct alone_event {
	unsigned place;	     /* of the trail */
	vec<char *> touches; /* JSON */
	vec<int> fresh;	     /* parameters of which a loop takes nothing */
};

struct alone_call {
	unsigned place;
	tree function;
	char *through;	   /* or the type of a pointer that it goes through */
	bool again;	   /* in a loop */
	vec<char *> gives; /* by argument */
};

/* Of a function or region. */
struct alone {
	vec<unsigned> up; /* phases; empty: nothing is known */
	vec<bool> open;	  /* phases that others may be in */
	bool waits;	  /* it has a barrier */
	vec<struct alone_event> events;
	vec<struct alone_call> calls;
	vec<gimple *> loops; /* while the function is gathered */
	vec<unsigned> places;
};

/* Of the region, NULL: of the current function. */
void alone_gather(struct alone *alone, gimple *parallel);

/* Of a static loop in it: what it touches. */
void alone_gather_loop(const struct alone *around,
		       const struct construct *construct,
		       struct alone_event *loop);

/* Members of the part. What calls are written ("is_written"), and others are
   passed by. */
void alone_write(struct alone *alone, struct json_writer *json,
		 bool is_function, bool (*is_written)(tree function),
		 void (*write_call)(tree function));

/* The same of a loop. */
void alone_write_loop(struct alone *around, const struct alone_event *loop,
		      struct json_writer *json);

void alone_free(struct alone *alone);
void alone_free_event(struct alone_event *event);

#endif
