/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the thread's own variables at one place of a walk over the
 * body of a loop, or of a function: walk.cc, visit.cc, written.cc and
 * element.cc share it.
 */
#ifndef PODIUM_SCAN_H
#define PODIUM_SCAN_H

struct handover;

/* Of the text by which an element is known. */
#define MAX_KEY 160

struct write {
	int place;
	char *key;
};

/* A variable, or what a pointer points at. */
struct subject {
	tree decl;
	bool content;
	int parameter;	   /* of the function, -1 for none */
	vec<char *> early; /* parts of it that are read before all writes */
	vec<struct write> writes;
	bool sums, inexact, collects, counts, compares, follows;
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

/* A loop within the body: from its first place to the jump back. */
struct span {
	int head, latch;
	vec<tree> exits; /* labels to which it is left at its top */
};

struct scan {
	vec<struct subject> subjects;
	hash_map<tree, int> *direct, *contents; /* declarations: subjects */
	vec<gimple *> flat;			/* NULL: end of a simd loop */
	hash_map<tree, int> *labels;		/* their places */
	hash_map<tree, bitmap> *states;		/* what is written there */
	hash_map<tree, char *> *texts;		/* of temporaries */
	hash_map<tree, struct origin *> *origins;
	vec<struct span> spans;
	vec<struct cell> cells;
	hash_set<tree> *counted; /* by what the compiler adds to them */
	hash_set<tree> *begun;	 /* they have a value before the loop */
	vec<tree> counters;	 /* whose elements each iteration has alone */
	bitmap now;		 /* cells that are written; NULL: not reached */
	int place;
	bool learning; /* the first time: which elements are written */
	bool hands; /* asked is what other loops go on with, of any element */
	struct handover *found;
	gimple *loop;
};

void scan_begin(struct scan *scan, struct handover *found);

/* Forget what the first round has found but for the writes. */
void scan_begin_again(struct scan *scan);

void scan_end(struct scan *scan);

/* The subject that a variable is, or what it points at; it is made once. */
int scan_add(struct scan *scan, tree decl, bool content, int parameter);

/* Where in scan->flat the label stands; -1 if it does not. */
int scan_place(const struct scan *scan, tree label);

#endif
