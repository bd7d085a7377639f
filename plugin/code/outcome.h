/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of the code, and what became of each; how the record says it.
 */
#ifndef PODIUM_OUTCOME_H
#define PODIUM_OUTCOME_H

#include "base/json.h"
#include "vector.h"

struct construct;

/* Why there are no vectors at all. */
#define OUTCOME_SWITCHED_OFF                                                   \
	"the vectoriser is off at these flags "                                \
	"(-O3 or -ftree-vectorize turns it on)"

#define OUTCOME_UNROLLED "loop completely unrolled"

struct outcome {
	bool vectorised;
	bool by_outer; /* each lane an iteration of a loop around it */
	struct vector_look vector;
	bool fused;	   /* a sum and its products */
	unsigned unrolled; /* as in the record: 1 not, 0 completely */
	bool interchanged;
	const char *library_call;
	char *reason;
};

/*
 * A loop of the code that is innermost, has become so, or whose iterations
 * fill vectors.
 */
struct code_loop {
	char *function; /* assembler name, of the outlined one too */
	const char *file;
	int line;
	int column;
	bool exact;  /* the place is that of the controlling condition */
	int region;  /* index of the OpenMP loop it belongs to, or -1 */
	bool inside; /* that loop is one around it */
	bool gone;   /* before the vectoriser, or unrolled */
	bool told;   /* the reason is GCC's */
	const struct construct *taken; /* it is one of its innermost loops */
	struct outcome outcome;
};

/* Every one so far, of all functions. */
extern vec<struct code_loop> code_loops;

/* A loop of the current function at that place; no more is known of it. */
struct code_loop outcome_loop_at(expanded_location place);
void outcome_free(struct code_loop *loop);
void outcome_free_all(void);

void outcome_set_reason(struct outcome *outcome, const char *reason);

/* Of the loop with this index in "nest"; its vectors are filled by that
   with the index "over", or -1. */
void outcome_write(struct json_writer *json, int index, int over,
		   const struct outcome *outcome);

/* GCC had no loop at this place when the loop optimisers began. */
void outcome_write_unknown(struct json_writer *json, int index);

#endif
