/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variants of a space, one after the other.
 */
#ifndef PODIUM_WALK_H
#define PODIUM_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct space;
struct walk;

/* Variants, if there were no constraints. */
double walk_combinations(const struct space *space);

/* What the file leaves open is NULL or 0. */
struct walk_variant {
	size_t number;	      /* from 0, in the order of the walk */
	size_t build;	      /* equal where only clauses differ */
	const char *source;   /* as written in the file */
	const char *schedule; /* word of a kind that can be chosen */
	int64_t chunk;	      /* 0 as well for "none" */
	int64_t threads;
	/* flags, then -DNAME=VALUE for each macro; NULL at the end */
	const char *const *arguments;
	size_t macros; /* how many of them, at the end, are macros */
};

/*
 * Go through the variants: sources change most slowly, then flags, then the
 * macros in the order of the file, schedules, chunks, and threads fastest.
 * What the variant points to lasts until the next step.
 */
struct walk *walk_start(const struct space *space);
bool walk_next(struct walk *walk, struct walk_variant *variant);
void walk_stop(struct walk *walk);

#endif
