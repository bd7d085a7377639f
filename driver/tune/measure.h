/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures what the hot loops carry, beside the baseline. Versions of loops are
 * fixed in one build that has several; what that build cannot have is a build
 * of its own.
 */
#ifndef PODIUM_MEASURE_H
#define PODIUM_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "round.h"

struct trial;

struct measuring {
	struct trial *trial;
	const char *phase; /* in names of steps */
	size_t number;	   /* of what was measured before */
	/* two variants share a run of the baseline, between them */
	struct round round;
	bool has_room; /* for another variant beside the round's baseline */
};

/* Before any run beside variants, once: the baseline in the kind that they are
   compared in. False if podium shall stop. */
bool measure_begin(struct trial *trial);

/*
 * Build and run it, unless that was done with a program of its content, learn
 * and tell what it was worth. Where it fails, halves of its loops are run to
 * find the versions that do, and these are tried no more. False if podium shall
 * stop.
 */
bool measure_carried(struct measuring *at, size_t *index);

/* The mean of what the loops carry, by the prediction, each as much as it
   takes. */
double measure_predicted(const struct trial *trial);

void measure_end(struct measuring *at);

#endif
