/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of all outputs, side by side.
 */
#ifndef PODIUM_BESIDE_H
#define PODIUM_BESIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "known.h"
#include "label.h"

enum beside_stage { BESIDE_LEARNING, BESIDE_NAMING, BESIDE_JUDGING };

/* A walk through all lines of the original, each beside its partners. */
struct beside {
	struct compare_known *known;
	enum beside_stage stage;
	struct labels labels;
	double tolerance;
	struct printed *variant; /* NULL while it is learned */
	size_t line;		 /* its number */
	uint64_t form;
	bool copy;     /* the variant's line is one of the original's runs */
	size_t number; /* how many numbers were read in it */
	double scale;  /* of these */
	bool free;     /* the last one is a time or not judged */
	bool timed;    /* one of them is a time */
	bool real;     /* one with a point is judged, */
	bool judged;   /* or anything else */
	size_t wrong;  /* where in the variant's line */
};

/* The next line; false at the end. */
bool beside_next(struct beside *beside);

/* Is it, in the variant, what the original's lines allow? */
bool beside_judge(struct beside *beside);

/* While what is not judged is named: that is such, and why. */
void beside_name_freed(const struct beside *beside, uint64_t which,
		       const struct token *token, const char *why);

/* Runs of the original as the user runs it. */
size_t beside_runs(const struct compare_known *known);

#endif
