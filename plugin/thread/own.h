/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The objects of a parallel region of which each thread has one: variables,
 * and memory that a thread allocates.
 */
#ifndef PODIUM_OWN_H
#define PODIUM_OWN_H

struct own_object {
	tree decl;
	bool memory;	/* what the pointer leads to */
	bool of_region; /* else only some loops have it for themselves */
	bool holds;	/* its pointers may lead to memory of the thread */
	bool mixed;	/* pointers lead to one of several */
	bool single;	/* what a reference of the source leads to */
	bool begun;	/* it has a value before the loops */
	bool inner;	/* each iteration declares it anew */
};

struct own {
	gimple *parallel; /* NULL: of the current function */
	vec<struct own_object> objects;
	hash_map<tree, int> *direct, *memory; /* to objects, by number */
};

/* Find those of the region, NULL: of the current function, whose regions are
   left out. */
void own_find(struct own *own, gimple *parallel);

void own_free(struct own *own);

/* "buf" */
const char *own_name(const struct own *own, unsigned object);

/* The body of the region, or of the function. */
gimple_seq own_body(const struct own *own);

/* Does the loop, one of GIMPLE_OMP_FOR, have it for itself? */
bool own_of_loop(const struct own *own, gimple *loop, unsigned object);

/* Is it a reduction, or a counter, of the loop? */
bool own_reduced(gimple *loop, tree decl);

#endif
