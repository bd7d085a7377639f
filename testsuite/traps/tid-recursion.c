/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree walked by a function that calls itself; its leaves know the thread.
 * expect: any(.[]; .name == "walk_all" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "depth_all" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
struct tree {
	struct tree *left, *right;
};
static long visits[64], seen[16];

static void walk(const struct tree *t)
{
	if (!t) {
		visits[omp_get_thread_num() & 63]++;
		return;
	}
	walk(t->left);
	walk(t->right);
}

static long depth(const struct tree *t)
{
	long l = t ? depth(t->left) : -1, r = t ? depth(t->right) : -1;
	return 1 + (l > r ? l : r);
}

static void walk_all(struct tree **t)
{
#pragma omp parallel for
	for (int i = 0; i < 16; i++)
		walk(t[i]);
}

static void depth_all(struct tree **t)
{
#pragma omp parallel for
	for (int i = 0; i < 16; i++)
		seen[i] = depth(t[i]);
}

int main(void)
{
	struct tree *t[16];
	for (int i = 0; i < 16; i++)
		t[i] = calloc(1, sizeof(*t[i]));
	depth_all(t);
	walk_all(t);
	return printf("%ld %ld\n", seen[3], visits[0]) < 0;
}
