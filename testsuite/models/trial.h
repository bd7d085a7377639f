/*
 * Random loop nests, and what they do when they are simply run: the other
 * opinion that the tests of models/ compare with. Nothing here uses models/
 * but to build the nest that is asked about.
 */
#ifndef PODIUM_TRIAL_H
#define PODIUM_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../models/nest.h"

#define TRIAL_LOOPS 7
#define TRIAL_PARAMETERS 3
#define TRIAL_SYMBOLS (TRIAL_PARAMETERS + 2 * TRIAL_LOOPS)
#define TRIAL_REFERENCES 6

/* An integer expression; index of a node in the trial. */
struct trial_node {
	enum formula_kind kind;
	int64_t number;
	int symbol;
	int operand[3];
};

/* for (x = from; step > 0 ? x < to : x > to; x += step) */
struct trial_loop {
	int parent;
	int from, to; /* nodes */
	int64_t step;
	bool named; /* the step is a parameter of that value */
	bool conditional;
};

/* An element of "size" bytes at offset + sum of stride * counter. */
struct trial_reference {
	int array, loop;
	int64_t size, offset, count;
	int64_t stride[TRIAL_LOOPS];
	bool write;
};

struct trial {
	int loops, around, collapse, references;
	struct trial_loop loop[TRIAL_LOOPS];
	struct trial_reference reference[TRIAL_REFERENCES];
	struct trial_node node[4096];
	int nodes;
	int64_t value[TRIAL_SYMBOLS];
};

/* What it is that a trial is drawn from. */
enum trial_family {
	TRIAL_RECTANGULAR,
	TRIAL_TRIANGULAR,
	TRIAL_TILED,
	TRIAL_STRIDED,
	TRIAL_IRREGULAR, /* div, mod and if in bounds */
	TRIAL_MIXED,
	TRIAL_FAMILIES
};

/* Numbers by chance: the same after the same seed. */
void trial_seed(uint64_t seed);
int64_t trial_below(int64_t limit);
int64_t trial_between(int64_t least, int64_t most);

void trial_random(struct trial *trial, enum trial_family family);

/* The same nest as models/ sees it; NULL when memory is out. */
struct nest *trial_nest(const struct trial *trial);
void trial_values(const struct trial *trial, double *values);

/* Called for every iteration of every loop, all counters set. */
typedef void trial_visit(const struct trial *trial, int loop, void *data);

/* Run it; false if it takes more than this many iterations. */
bool trial_run(struct trial *trial, long most, trial_visit *visit, void *data);

/* Print it as loops, each line behind a #. */
void trial_print(const struct trial *trial);

static inline int trial_counter(int loop)
{
	return TRIAL_PARAMETERS + 2 * loop;
}

#endif
