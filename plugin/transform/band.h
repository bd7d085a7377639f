/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan of a new loop order. Its band is the loops from the outermost to the
 * innermost one that changes its place, each inside the one before. Statements
 * between two of them only set scalars: they are sunk into the innermost loop.
 */
#ifndef PODIUM_BAND_H
#define PODIUM_BAND_H

#include "construct/construct.h"
#include "loops.h"

#define PLAN_MOST 8 /* loops of a band */

/* A definition or condition that is sunk. */
struct sunk {
	gimple *statement;
	unsigned section;	      /* it stands within so many of the band */
	const struct part *condition; /* NULL: a definition */
};

/* A value that loops of the band do not change: an operand of the bounds of
   one of them, computed by the first so many statements of its slice. */
struct invariant {
	unsigned loop;
	tree operand;
	unsigned limit;
	int sign; /* 1 or -1 */
};

#define CONSTRAINT_MOST 4

/* coefficients * counters + invariants + plus >= 0. */
struct constraint {
	int coefficient[PLAN_MOST];
	struct invariant invariants[CONSTRAINT_MOST];
	unsigned count;
	HOST_WIDE_INT plus;
	int owner; /* loop of whose bounds it is one, -1: implied by others */
};

struct plan {
	struct loop_tree loops;
	const struct construct *construct;
	gimple *sharing; /* GIMPLE_OMP_FOR that has the shared loops */
	gimple *simd;	 /* part of it that becomes plain, or NULL */
	unsigned count;
	struct part *band[PLAN_MOST]; /* as written, from outside in */
	unsigned order[PLAN_MOST];    /* place from outside: index in band */
	unsigned shared;   /* so many of the band are shared by the construct */
	unsigned before;   /* and so many loops before the band are */
	unsigned collapse; /* that the construct shares afterwards */
	vec<struct sunk> sunk;
	vec<tree> variables; /* that blocks between the loops declare */
	vec<gimple *> slice[PLAN_MOST]; /* what computes bounds of each */

	/* New bounds of each loop; empty: its bounds are as written. */
	vec<struct constraint> low[PLAN_MOST], high[PLAN_MOST];

	/* Loops (bits) that must have an iteration before the bounds may be
	   computed. */
	unsigned guards[PLAN_MOST];
};

#endif
