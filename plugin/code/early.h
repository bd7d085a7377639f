/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that GCC unrolls completely before its loop optimisers begin, when
 * they are not known yet.
 */
#ifndef PODIUM_EARLY_H
#define PODIUM_EARLY_H

/* A loop of that function before the first complete unrolling. */
struct early_loop {
	int num;
	int parent;
	expanded_location place;
	int code; /* among the loops of the code, once unrolled; else -1 */
};

/* Those of the current function, or of one before it. */
extern vec<struct early_loop> early_loops;

/* Before the pass: note its loops. */
void early_note(void);

/* Behind the pass: which of them it unrolled. */
void early_find_unrolled(void);

const struct early_loop *early_find(int num);

/* Forget those that are not of the current function. */
void early_forget_others(void);

void early_free_all(void);

#endif
