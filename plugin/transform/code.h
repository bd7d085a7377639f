/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements of a new nest, made one after the other.
 */
#ifndef PODIUM_CODE_H
#define PODIUM_CODE_H

#include "loops.h"

/* Code under way, and the variables of the block that it will stand in. */
struct code {
	gimple_seq statements;
	vec<tree> *variables;
	location_t location;
};

/* The iterations of a loop. */
struct range {
	tree low, high; /* where it starts, and "last" */
	enum tree_code compare;
	tree step; /* its size; NULL: the loop's constant */
};

void code_add(struct code *code, gimple *g);

/* One that a region sees as its own: it is declared in a block there. */
tree code_variable(struct code *code, tree type, const char *name);

void code_set(struct code *code, tree variable, tree value);
tree code_convert(struct code *code, tree type, tree value);
tree code_compute(struct code *code, enum tree_code operation, tree type,
		  tree a, tree b);
void code_label(struct code *code, tree label);

/* A block of the code with its variables; debuggers see those. */
gimple *code_block(const struct code *code);

/*
 * A copy of a statement of a slice, which sets a variable of its own and reads
 * others by their new names.
 */
void code_add_renamed(struct code *code, gimple *statement,
		      hash_map<tree, tree> *names);
/* A copy that sets the same variable, but for a name of SSA. */
void code_add_copy(struct code *code, gimple *statement,
		   hash_map<tree, tree> *names);
tree code_renamed(hash_map<tree, tree> *names, tree value);

/* Statements and all inside them read variables by their new names. */
void code_rename_uses(const vec<gimple *> &list, hash_map<tree, tree> *names);

/* The step that is added to a counter of this type. */
tree code_step(struct code *code, tree type, const struct part *loop,
	       const struct range *range);
enum tree_code code_plus(tree type);

/* Adds a loop as the gimplifier writes it, with steps of a counter that has the
   type of the range's end. */
void code_add_steps(struct code *code, tree counter, const struct part *loop,
		    const struct range *range, gimple_seq body);

/* Adds the loop. It counts in the type of the range's end, where that is
   another one. */
void code_add_loop(struct code *code, const struct part *loop,
		   const struct range *range, gimple_seq body);

#endif
