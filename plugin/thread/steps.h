/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statements of a region in a row, with its loops.
 */
#ifndef PODIUM_STEPS_H
#define PODIUM_STEPS_H

enum step_kind { STEP_STATEMENT, STEP_LOOP, STEP_ENTER, STEP_LEAVE };

struct step {
	enum step_kind kind;
	gimple *statement;
	unsigned end; /* where what is entered here is left */
	bool passed;  /* a handler, or a loop of simd: it may be passed by */
	bool differs; /* some threads may go another way */
};

/* A loop within: from its first step to the jump back. */
struct span {
	unsigned head, latch;
	bitmap covered; /* objects that it writes for certain */
};

struct steps {
	vec<struct step> list;
	vec<struct span> spans;
	hash_map<tree, unsigned> *labels;
};

void steps_find(struct steps *steps, gimple_seq body, bool in_region);
void steps_free(struct steps *steps);

/* The step of the label, or the number of steps if it has none. */
unsigned steps_place(const struct steps *steps, tree label);

/* Add the places that the step may jump to; false if it never jumps, and the
   next one follows. */
bool steps_jumps(const struct steps *steps, unsigned at,
		 vec<unsigned> *targets);

/* Does each iteration of the loop run the step? Loops within are taken to have
   iterations. */
bool steps_certain(const struct steps *steps, const struct span *span,
		   unsigned at);

/* Does the way from one step to the other lead behind the loop: out of it, or
   past it alone? */
bool steps_leave(const struct steps *steps, const struct span *span,
		 unsigned from, unsigned to);

#endif
