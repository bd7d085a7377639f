/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the thread's own objects at one place of a walk over the
 * body of a loop: walk.cc, visit.cc, written.cc and element.cc share it.
 */
#ifndef PODIUM_SCAN_H
#define PODIUM_SCAN_H

#include "own.h"

/* Of the text by which an element is known. */
#define MAX_KEY 160

struct write {
	int place;
	char *key;
	bool adds;
};

/* What the loop does with an object of the region. */
struct subject {
	bool begun;	   /* it has a value before the loop */
	vec<char *> early; /* parts of it that are read before all writes */
	vec<struct write> writes;
	enum tree_code sums; /* by this operation, ERROR_MARK: by none */
	bool compares;	     /* and by comparing */
	bool mixes;	     /* by several operations */
	bool follows; /* set where another one is the least or greatest */
	char *kept;   /* a function may know its address */
};

/* An element that is written, "" for all of it. */
struct cell {
	int subject;
	char *key;
};

/* Where a value came from, and by which operation. */
struct origin {
	int subject; /* -1: none */
	char key[MAX_KEY];
	enum tree_code operation; /* ERROR_MARK: none so far */
	bool address;		  /* it is where the value is */
};

/* A way around a loop within the body, or out of it at its top, with what is
   written there. */
struct bypass {
	tree label;
	bitmap state;
};

/* A loop within the body: from its first place to the jump back. */
struct span {
	int head, latch;
	bool handler;  /* it is none, but handles an exception */
	tree entry;    /* label of the test that is entered first, if any */
	bitmap before; /* written before it; NULL: not known */
	bitmap roots;  /* arrays of which it has written all */
	vec<struct bypass> ways;
};

struct scan {
	struct own *own;
	gimple *loop;
	vec<struct subject> subjects;		  /* by the object's number */
	hash_map<tree, int> *direct, *contents;	  /* declarations: subjects */
	hash_map<tree, struct origin *> *holders; /* of their addresses */
	vec<gimple *> flat;			  /* NULL: end of a span */
	hash_map<tree, int> *labels;		  /* their places */
	hash_map<tree, bitmap> *states;		  /* what is written there */
	hash_map<tree, char *> *texts;		  /* of temporaries */
	hash_map<tree, struct origin *> *origins;
	vec<struct span> spans;
	vec<struct cell> cells;
	hash_set<tree> *inner;	     /* declared in the body: new each time */
	hash_set<gimple *> *guarded; /* behind a comparison with the most */
	hash_set<tree> *counted;     /* by what the compiler adds to them */
	vec<tree> counters; /* whose elements each iteration has alone */
	bitmap now;	    /* cells that are written; NULL: not reached */
	int place;
	bool learning;	   /* the first time: which elements are written */
	vec<char *> needs; /* what other units must establish */
};

/* For a loop of the region. */
void scan_begin(struct scan *scan, struct own *own, gimple *loop);

/* Forget what the first round has found but for the writes. */
void scan_begin_again(struct scan *scan);

void scan_end(struct scan *scan);

/* Where in scan->flat the label stands; -1 if it does not. */
int scan_place(const struct scan *scan, tree label);

#endif
