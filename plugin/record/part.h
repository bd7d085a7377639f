/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of the unit, their parallel regions and their loops as parts: what
 * each has to do with its thread by itself, and whom it calls. A loop is
 * called by the region or function around it, a region by its function, so
 * that everything is noted once.
 */
#ifndef PODIUM_PART_H
#define PODIUM_PART_H

#include "construct/question.h"
#include "alone.h"

struct part_call {
	tree function; /* NULL: "part" is called */
	int part;      /* -1: none of the unit */
	char *name;    /* of a function of another unit */
	bool inner;    /* in a team of its own */
	bool used;     /* it may give something back */
	bool told;     /* it is given what a thread knows of itself */
};

enum part_kind { PART_FUNCTION, PART_REGION, PART_LOOP };

struct part {
	enum part_kind kind;
	tree function;	   /* of a function */
	const char *id;	   /* of a loop, else NULL */
	bool is_orphan;	   /* a loop whose region is elsewhere */
	bool is_static;	   /* with a distribution that others may know */
	bool is_open;	   /* whoever calls it goes on without a barrier */
	bool has_regions;  /* by itself */
	unsigned interest; /* that it reaches something */
	bool is_wanted;	   /* and someone may ask */
	int number;	   /* in the record */
	vec<char *> asks[QUESTION_SELF + 1];
	vec<char *> zero;    /* what says whether it is thread 0 alone */
	vec<char *> own;     /* variables of which each thread has one */
	vec<char *> orders;  /* what depends on the order of threads */
	vec<char *> through; /* types of functions that pointers call */
	vec<struct part_call> calls;
	struct handover *carried; /* owned by the construct of a loop */
	/* a static loop: calls after it, if it has nowait, and before it, with
	   no barrier between */
	vec<tree> then, since;
	/* calls in order, and NULL_TREE for barriers */
	vec<tree> runs;
	struct alone alone;	 /* of a function or region */
	struct alone_event loop; /* of a static loop: what it touches */
	int around;		 /* the part that it stands in */
};

/* All of the unit. */
extern vec<struct part *> parts;

/* The number of a new one. */
int part_new(enum part_kind kind);

/* The number of a new one for this function. */
int part_new_function(tree function);

/* The part of a function of this unit, -1 where it has none that counts. */
int part_of(tree function);

/* A call of the function, by itself. */
struct part_call part_call_to(tree function);

/* Once for each function or part that is called. */
void part_add_call(vec<struct part_call> *calls, const struct part_call *call);

/* All functions are known: find the part that is called, or its name in other
   units, which belongs to the call. */
void part_resolve(struct part_call *call);

/* May other units call it by its name? */
bool part_is_shared(tree function);

/* Does it ask by itself which thread it is, or of how many, or has something
   of which each thread has one? */
bool part_asks(const struct part *part);

/* Does it carry or gather what its callers lend it? */
bool part_carries(const struct part *part);

void part_free_all(void);

#endif
