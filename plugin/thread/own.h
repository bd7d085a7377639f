/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variables of a parallel region of which each thread has one. What
 * pointers lead to is none: addresses differ between threads.
 */
#ifndef PODIUM_OWN_H
#define PODIUM_OWN_H

struct own_object {
	tree decl;
	bool of_region; /* else only some loops have it for themselves */
	bool begun;	/* it has a value before the loops */
	bool inner;	/* each iteration declares it anew */
	bool pointed;	/* pointers lead to it */
};

struct own {
	gimple *parallel; /* NULL: of the current function */
	vec<struct own_object> objects;
	hash_map<tree, int> *direct; /* variables to objects, by number */
	hash_map<tree, int> *led;    /* pointers that the compiler made: to
					those that they lead to */
};

/* Access of an operand: to an object, or to a member or element of it. */
struct own_place {
	int object;
	bool part;
};

/* Find those of the region, NULL: of the current function, whose regions are
   left out. */
void own_find(struct own *own, gimple *parallel);

void own_free(struct own *own);

/* The place that an operand is, or that a value leads to; false if it is none
   of an object. */
bool own_find_place(const struct own *own, tree ref, struct own_place *place);
bool own_find_given(const struct own *own, tree value, struct own_place *place);

/* "buf" */
const char *own_name(const struct own *own, unsigned object);

/* The body of the region, or of the function. */
gimple_seq own_body(const struct own *own);

/* Does the loop, one of GIMPLE_OMP_FOR, have it for itself? */
bool own_of_loop(const struct own *own, gimple *loop, unsigned object);

/* Is it a reduction, or a counter, of the loop? */
bool own_reduced(gimple *loop, tree decl);

#endif
