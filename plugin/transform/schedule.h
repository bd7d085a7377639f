/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan of a new nest. Its band is the loops as written that the new nest
 * holds. The nest is a schedule tree: loops of the band and loops from tile to
 * tile of them, whose innermost contents are leaves, groups of statements. A
 * node may have several children, which run one after the other. Around a leaf
 * stand those loops of the band that were around its statements, in any order,
 * each within its tile loop if it has one.
 *
 * Statements between two loops of the band that only set scalars are sunk: each
 * leaf that they are for computes them again.
 */
#ifndef PODIUM_TRANSFORM_SCHEDULE_H
#define PODIUM_TRANSFORM_SCHEDULE_H

#include "construct/construct.h"
#include "overlap.h"
#include "parts.h"

#define PLAN_MOST 8	/* loops of a band */
#define TILES PLAN_MOST /* behind their counters those of tile loops */
#define COUNTERS (2 * PLAN_MOST)

/* A definition or condition that is sunk. */
struct sunk {
	gimple *statement;
	unsigned around;	      /* loops of the band, as bits */
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
	int coefficient[COUNTERS];
	struct invariant invariants[CONSTRAINT_MOST];
	unsigned count;
	HOST_WIDE_INT plus;
	int owner; /* loop of whose bounds it is one, -1: implied by others */
};

enum node_kind { NODE_LOOP, NODE_TILE, NODE_SEQUENCE, NODE_LEAF };

struct node {
	enum node_kind kind;
	struct node *around;
	vec<struct node *> inside; /* in the order in which they run */

	/* Loops and tile loops have these. */
	unsigned loop; /* index in the band */
	/* its bounds; empty: as written */
	vec<struct constraint> low, high;
	bool runs; /* at least once, whenever it is reached */
	/* loops (bits) that must have an iteration before its bounds may be
	   computed */
	unsigned guards;
	tree counter; /* of a tile loop: where the tile begins */

	vec<gimple *> content;	 /* of a leaf, behind what is sunk */
	const struct leaf *leaf; /* one of a distributed body, or NULL */
};

struct plan {
	struct loop_tree loops;
	const struct construct *construct;
	gimple *sharing; /* GIMPLE_OMP_FOR that has the shared loops */
	gimple *simd;	 /* part of it that becomes plain, or NULL */
	unsigned count;
	struct part *band[PLAN_MOST];  /* as written, from outside in */
	unsigned around[PLAN_MOST];    /* of these, as bits, around each */
	HOST_WIDE_INT tile[PLAN_MOST]; /* iterations of a tile, 0: none */
	unsigned shared;   /* so many of the band are shared by the construct */
	unsigned before;   /* and so many loops before the band are */
	unsigned collapse; /* that the construct shares afterwards */
	unsigned jam;	   /* iterations of a tile of the only loop, or 0 */
	unsigned split;	   /* so many loops stood around all parts, or 0 */
	struct parts parts; /* of the body that is distributed */
	bool exchanges;	    /* loops that are shared change places only */
	unsigned heads; /* new loops whose bounds stand before the construct */
	vec<struct sunk> sunk;
	vec<tree> variables; /* that blocks between the loops declare */
	vec<gimple *> slice[PLAN_MOST]; /* what computes bounds of each */

	struct overlap overlap; /* the check that it is made behind, if any */

	struct node *root; /* NULL: nothing is to be made */
	vec<struct node *> nodes;
};

/* Adds a node as the last one inside "around"; NULL: it becomes the root. */
struct node *schedule_add(struct plan *plan, struct node *around,
			  enum node_kind kind);

/* Is it a loop or a tile loop? */
bool schedule_is_loop(const struct node *node);

/* The only node inside, if it is a loop or tile loop; else NULL. */
struct node *schedule_next(const struct node *node);

/* Loops of the band, as bits, that stand around the node. */
unsigned schedule_open(const struct node *node);

/* The node's own loop and those that stand around all leaves inside it. */
unsigned schedule_common(const struct node *node);

/* The tile loop of a loop of the band around the node, or NULL. */
const struct node *schedule_tile(const struct node *node, unsigned loop);

/* Do bounds of the node stand before the construct? */
bool schedule_is_head(const struct plan *plan, const struct node *node);

void schedule_free(struct plan *plan);

#endif
