/*
 * The loops of a construct: which there are, and what is known of each.
 */
#ifndef PODIUM_NEST_H
#define PODIUM_NEST_H

#include "construct/construct.h"
#include "expr.h"

/* Loops of a nest and around it; a set of them fits a word. */
#define NEST_MAX_LOOPS 60

struct nest_loop {
	class loop *loop;
	int parent; /* in the table, -1 for none */
	int depth;  /* 0 for the outermost of the nest; negative around it */
	int dim;    /* dimension that the construct shares out, or -1 */
	location_t location;

	/* All NULL where the loop could not be understood. */
	gphi *counter;
	const struct expr *counted; /* value of the PHI in each iteration */
	const struct atom *variable;
	bool derived; /* the source's variable is computed from the PHI */
	const struct expr *from, *step, *to, *trip;
	enum tree_code compare; /* goes on while variable COMPARE to */
	bool early_exit;
	bool conditional; /* some iterations of the parent pass it by */
	bool settled;	  /* it is decided which counter it has */
};

struct nest {
	struct construct *construct;
	int number; /* of the construct in "constructs" */
	/* loops around, outermost first, then those of the nest */
	struct nest_loop loops[NEST_MAX_LOOPS];
	int around; /* how many are around */
	int count;  /* all of them */
	vec<char *> why;
};

/* Where the search for loops ends. */
enum nest_status { NEST_OK, NEST_NO_LOOP, NEST_TOO_LARGE };

/*
 * Find the loops: root is the loop of dimension 0, dims[] those that the
 * construct shares out.
 */
enum nest_status nest_find(struct nest *nest, class loop *const *dims,
			   unsigned dim_count);

/* Index in the table, -1 if the loop is not in it. */
int nest_index(const struct nest *nest, const class loop *loop);

/* Loops of the table that hold the block, one bit for each. */
uint64_t nest_loops_of(const struct nest *nest, basic_block block);

/* Is the block inside the nest (not only in the loops around)? */
bool nest_contains(const struct nest *nest, basic_block block);

/* Is the block executed in every iteration of the loop that it stands in? */
bool nest_is_certain(basic_block block);

/* Does every way to b lead through a before? Needs the uids of statements. */
bool nest_stands_before(gimple *a, gimple *b);

/* Is the loop of the table executed in every iteration of those of the nest
   around it, each time that they run? */
bool nest_is_certain_loop(const struct nest *nest, int index);

/* Add a sentence to "why", once. */
void nest_why(struct nest *nest, const char *format, ...) ATTRIBUTE_PRINTF_2;

void nest_release(struct nest *nest);

#endif
