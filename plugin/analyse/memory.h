/*
 * References to memory: addresses, strides, what they are indexed by.
 */
#ifndef PODIUM_MEMORY_H
#define PODIUM_MEMORY_H

#include "nest.h"

struct reference {
	gimple *statement; /* the first of those merged */
	tree operand;
	const struct expr *address; /* NULL where not known */
	const struct atom *base;    /* likewise */
	const char *name;	    /* of the base, as the record says it */
	int loop;		    /* index in the table */
	int line;		    /* that of the loop if GCC has no other */
	unsigned count;
	bool write, conditional, is_private;
	bool may_be_own; /* perhaps made by the thread for itself */
	bool is_handed;	 /* the function was given a pointer to it, perhaps of
			    the  thread alone */
	const char *protection; /* or NULL */
};

struct references {
	struct reference *of;
	unsigned count, size;
};

/* Does the operand stand for a place in memory? */
bool memory_is_reference(tree operand);

/*
 * A region that only one thread at a time or one thread alone runs, or, if
 * it is "parallel", all of them: statements from enter to exit.
 */
struct protection {
	const char *kind;
	gimple *enter, *exit;
};

/* May some statement of the loop write to the place? */
bool memory_is_written(class loop *loop, tree operand);

/* How the statement is protected: kind of the region around it, or NULL. */
const char *memory_protection(const vec<struct protection> *protections,
			      gimple *statement);

/* Collect the references of the nest. */
void memory_find(struct references *references, struct nest *nest,
		 const vec<struct protection> *protections);
void memory_free(struct references *references);

/*
 * Bytes by which the address moves in one step of this loop of the table,
 * the other counters standing still; NULL if not known.
 */
const struct expr *memory_stride(const struct nest *nest,
				 const struct expr *address, int loop);

#endif
