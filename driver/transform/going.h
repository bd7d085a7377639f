/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all that goes through orders and tiles of a loop has in common.
 */
#ifndef PODIUM_GOING_H
#define PODIUM_GOING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "catalogue.h"
#include "models/schedule.h"
#include "models/terms.h"
#include "nest/legal.h"
#include "nest/reshape.h"

struct perfect;

#define GOING_MOST_TILED 3 /* loops that are cut at a time */

struct going {
	const json_t *record;
	const struct machine *machine;
	const char *const *settings;
	size_t setting_count;
	struct schedule schedule;
	struct estimate written; /* of the nest as it is */
	struct offers *offers;
	struct legal legal; /* of the band */
	struct text *problem;
	/* counters of the nest and of loops around it, each at the middle of
	 * its way */
	struct middle {
		const char *counter;
		double value;
	} * middles;
	size_t middle_count;
	struct reshape reshape;
	double trip[RESHAPE_MOST]; /* of the loops of the reshape */
	bool full;
};

/* Offer what stands in the reshape, if it is legal. Returns its cycles;
   INFINITY where they are not known, or nothing is made of it. */
double going_consider(struct going *going);

/* Estimates a record. False where nothing is predicted; *problem says why. */
bool going_estimate(const struct going *going, const json_t *record,
		    struct estimate *estimate, struct text *problem);

/* Parameters get the values that were given. */
struct prediction;
void going_apply(const struct going *going, struct prediction *prediction);

/* The loop of the record at a place of the reshape. */
const json_t *going_loop(const struct going *going, int place);

/* The reshape that changes nothing in the band. */
void going_begin(struct going *going, const struct perfect *band);

#endif
