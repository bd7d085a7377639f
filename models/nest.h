/*
 * A loop nest as a model sees it: loops, operations, references. It is a
 * record without its words; doc/records.md says what each part means.
 */
#ifndef PODIUM_NEST_MODEL_H
#define PODIUM_NEST_MODEL_H

#include <stdbool.h>

#include "formula.h"
#include "machine.h"

/* Nests of more loops are refused. */
#define NEST_MOST_LOOPS 64

enum nest_operation {
	NEST_ADD,
	NEST_MUL,
	NEST_FMA, /* of those above: pairs that one instruction does */
	NEST_DIV,
	NEST_SQRT,
	NEST_MATH,
	NEST_SIMPLE, /* compare, convert, logic, select */
	NEST_LOAD,
	NEST_STORE,
	NEST_BRANCH,
	NEST_CALL,
	NEST_OPERATIONS
};

struct nest_operations {
	double count[NEST_OPERATIONS][TYPE_COUNT];
};

enum nest_vector {
	VECTOR_NONE,
	VECTOR_CONTIGUOUS,
	VECTOR_STRIDED,
	VECTOR_GATHER
};

enum nest_reduction { REDUCTION_NONE, REDUCTION_TREE, REDUCTION_IN_ORDER };

/* What the compiler made of a loop. */
struct nest_code {
	bool known;
	enum nest_vector vector;
	double lanes;	   /* 1 where not vectorised */
	double iterations; /* of a step in vectors, if more than lanes */
	/* the loop whose iterations fill them: 0 for this one, 1 for the one
	   around it, and so on */
	int further_out;
	enum nest_reduction reduction;
	double unrolled; /* times; 0 for completely */
	bool fused;	 /* sums that go on take their products with them */
	bool library_call;
};

struct nest_loop {
	int parent; /* index of the loop around it, -1 for none */
	/* symbols of its counter, and of the iterations before this one */
	int counter, iteration;
	struct formula *from, *step, *trip;
	bool shared;	  /* the construct shares it out */
	bool conditional; /* behind a condition in the loop around it */
	double ordered;	  /* part of it that waits for its turn */
	double critical;  /* protected sections that an iteration enters */
	double atomic;
	struct nest_operations certain, conditional_operations;
	struct nest_operations chain; /* what an iteration waits for */
	struct nest_code code;
};

struct nest_reference {
	int array; /* references with the same number may meet */
	/* of the array, in whatever nest it is; NULL if it has none. What
	   made the nest owns it */
	const char *name;
	int type; /* references of different types do not meet */
	/* a pointer leads there: as far as a compiler knows, to any data of its
	   type but what is private */
	bool pointed;
	double size; /* bytes of an element */
	double count;
	bool write, conditional, is_private;
	bool indirect;
	bool atomic;
	int loop; /* the innermost around it */
	/* bytes in one step of each loop of the nest; NULL where it stands
	   outside that loop, or it is not known */
	struct formula **stride;
	struct formula *offset, *extent;
};

struct nest {
	/* those around the construct first, each after its parent */
	struct nest_loop *loops;
	int loop_count;
	int around;   /* how many are around the construct */
	int collapse; /* loops that are shared out, from loops[around] on */
	struct nest_reference *references;
	int reference_count;
	int symbol_count;
	bool reduces;	/* chains go on from one entry of a loop to the next */
	double ordered; /* sections that iterations enter in their order */
};

/* An empty nest with room for this; NULL when memory is out. */
struct nest *nest_new(int loop_count, int reference_count);

/*
 * Set the counter to that of this iteration, from 0 on; "values" has those of
 * the loops around. Steps that depend on the counter itself, as where it is
 * doubled, are taken one by one.
 */
double nest_count_on(const struct nest_loop *loop, double *values,
		     double iteration);

/* Does the value of the formula hang on which iteration of the loop it is? */
bool nest_depends(const struct formula *formula, const struct nest_loop *loop);

/* Does its step depend on its counter? */
bool nest_grows(const struct nest_loop *loop);

/* Free it and all its formulas. */
void nest_free(struct nest *nest);

/* Is the loop the other one or inside it? */
bool nest_is_inside(const struct nest *nest, int loop, int other);

/* Does the loop hold no other? */
bool nest_is_innermost(const struct nest *nest, int loop);

/* The outermost loop around that one, itself if there is none. */
int nest_outermost(const struct nest *nest, int loop);

#endif
