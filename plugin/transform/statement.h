/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operands of statements of high GIMPLE: read, set, jumped to.
 */
#ifndef PODIUM_STATEMENT_H
#define PODIUM_STATEMENT_H

typedef hash_set<tree> tree_set;

/* No note for debuggers or predictors and no NOP. */
bool statement_is_real(gimple *statement);

/* The next real one of v[at] to v[end - 1], or "end". */
unsigned statement_next(const vec<gimple *> &v, unsigned at, unsigned end);

/* The label that stands at v[at], or NULL. */
tree statement_label(const vec<gimple *> &v, unsigned at, unsigned end);

/* An assignment, a call, or nothing real. */
bool statement_is_simple(gimple *statement);

/* A variable of the function that lies in no memory. */
bool statement_is_scalar(tree variable);

/* GCC's own variable. */
bool statement_is_temporary(tree variable);

/* The name of a variable for messages; "a value" for one without. */
const char *statement_name(tree variable);

/* Labels that it may jump to. */
void statement_targets(gimple *statement, vec<tree> *labels);

/* Variables and names of SSA that it reads; a scalar that it sets as a whole
   is not read. Nothing of what stands inside it. */
void statement_reads(gimple *statement, tree_set *reads);

/* The scalar that it sets, as a whole or in part, or NULL. */
tree statement_sets(gimple *statement);

/* Those of the sequence, as a list. */
void statement_list(gimple_seq sequence, vec<gimple *> *list);

/* Those and all statements inside them, in the order of the text. */
void statement_flatten(gimple *statement, vec<gimple *> *list);
void statement_flatten_all(const vec<gimple *> &from, vec<gimple *> *list);

#endif
