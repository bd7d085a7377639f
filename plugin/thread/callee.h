/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of the unit: what speaks against a call of each, and what is open.
 *
 * Bodies are walked as GENERIC, since GCC lowers one function after the other.
 */
#ifndef PODIUM_THREAD_CALLEE_H
#define PODIUM_THREAD_CALLEE_H

/* What a region or function reaches through calls; each list sorted, and each
   text once. */
struct callee_needs {
	vec<char *> needs; /* functions that are not known here */
	vec<char *>
		unknown; /* what speaks against it, as "calls 'rand', ..." */
};

/* All functions of the unit will be looked at before the first one is made
   GIMPLE, by others, too. */
void callee_begin(void (*look)(tree function));

/* Look at the current function, if it came later. */
void callee_collect(gimple_seq body);

/* Add what the statements reach by their calls, or contain. */
void callee_of_body(gimple_seq body, struct callee_needs *needs);

/* Add what the function of the unit reaches. */
void callee_of_function(tree function, struct callee_needs *needs);

void callee_needs_free(struct callee_needs *needs);

/* Is the function's body seen, and is it the one that is linked? */
bool callee_is_seen(tree function);

/* Is it a function whose body has been looked at? */
bool callee_is_known(tree function);

/* May a call of it come to a loop whose region is elsewhere? */
bool callee_may_share(tree function);

bool callee_call_may_share(gimple *call);

/* And leave it without a barrier? */
bool callee_may_go_on(tree function);

/* May the statements reach a parallel region, by a call or their own? */
bool callee_may_open(gimple_seq body);

/* May it give another pointer each time it is called? */
bool callee_may_renew(tree function);

/* May it write what it is given as constant? */
bool callee_may_uncover(tree function);

/* The target of an alias, as of a constructor of C++. */
tree callee_definition(tree function);

/* "step" for the linker, "UNIT:step" of a static function; to be freed. */
char *callee_name(tree function);

void callee_free_all(void);

#endif
