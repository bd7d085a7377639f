/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of a construct as its high GIMPLE holds them, before omplower: a
 * tree of loops, conditions around loops, blocks and statements.
 *
 * The gimplifier makes these shapes of counted loops, alike in GCC 11 to 16:
 *
 *	C, C++:   i = A; goto T;
 *	          B: BODY  i = i + S;
 *	          T: if (i < Z) goto B; else goto E;  E:
 *
 *	Fortran:  i = A;
 *	          B: { if (i > Z) goto E; else goto N;
 *	          N: BODY  i = i + S; } goto B;  E:
 *
 *	          i = A; c = (Z - A) / S;
 *	          if (Z < A) goto E; else goto N;
 *	          N: B: { BODY  i = i + S; t = c; c = c - 1;
 *	          if (t == 0) goto E; else goto M;  M: } goto B;  E:
 *
 * with what computes A and Z before, labels of "continue" before the step, and
 * debug statements anywhere. Several tests, one behind the other, are a minimum
 * or maximum, see straight.h. Other loops are in the tree, but not counted.
 */
#ifndef PODIUM_LOOPS_H
#define PODIUM_LOOPS_H

enum part_kind { PART_STATEMENT, PART_BLOCK, PART_CONDITION, PART_LOOP };

struct part {
	enum part_kind kind;
	struct part *around;  /* NULL: the construct is */
	gimple_seq *sequence; /* in which its statements stand; NULL for a
				 loop of the construct */
	vec<gimple *> whole;  /* those, all of them */
	vec<struct part *> inside;
	tree variables; /* that its blocks declare, a chain */

	/* Of a block: has it no effect but to declare variables? Of a condition
	   and a statement of OpenMP: that one. */
	bool plain;
	gimple *statement;

	/* Of a loop. */
	int number; /* index in "nest" of the record */
	location_t location;
	tree counter; /* NULL: it is not counted, as "why" says */
	tree named;   /* a counter beside it, by which records call it */
	const char *why;
	vec<gimple *> before;	/* compute the bounds, once */
	tree first, last;	/* first NULL: computed into the counter */
	enum tree_code compare; /* counter compare last: it goes on */
	HOST_WIDE_INT step;	/* 0: "by" is the step */
	tree by;		/* a variable; downward loops subtract it */
	bool shared;		/* by the construct */
};

struct loop_tree {
	gimple *construct;	 /* innermost GIMPLE_OMP_FOR */
	vec<struct part *> list; /* by number */
	vec<struct part *> all;
};

/*
 * Read the construct whose innermost GIMPLE_OMP_FOR this is. Nothing is
 * changed.
 */
void loops_read(struct loop_tree *to, gimple *construct);
void loops_free(struct loop_tree *to);

/* Does its counter grow? */
bool loops_up(const struct part *loop);

/* The statements of the loop's body. */
void loops_body(const struct part *loop, vec<gimple *> *list);

/* Operand of the first bound: the counter, where it is computed into that. */
tree loops_first(const struct part *loop);

/* Variables and values that the bounds and the step are, not what computes
   them; a bound beside an outer counter is several. */
void loops_operands(const struct part *loop, vec<tree> *operands);
void loops_add_operand(tree bound, vec<tree> *operands);

/* The counter's name in the source; "_" for one without. */
const char *loops_name(const struct part *loop);

/* Why the loop, which is not counted, stays where it is; to be freed. */
char *loops_unread(const struct part *loop);

/* A line for each loop. "construct" is NULL where it has none. */
void loops_dump(FILE *file, const char *id, gimple *construct);

#endif
