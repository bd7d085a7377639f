/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The iterations of a record's nest and the places that they touch, as sets of
 * whole numbers for isl. Whatever cannot be said in linear terms is left out of
 * what restricts a set, so that sets may be too large, but never too small.
 */
#ifndef PODIUM_DOMAIN_H
#define PODIUM_DOMAIN_H

#include <jansson.h>
#include <stdbool.h>

#include "sets.h"

struct domain;
struct text;

/* The record must stay. */
struct domain *domain_new(const json_t *record);
void domain_free(struct domain *domain);

/* 1 or -1: does the counter go up or down? 0 where that is not known. */
int domain_sign(const struct domain *domain, int loop);

/* Does the loop begin, end or go on by the counter of the other one? */
bool domain_needs(const struct domain *domain, int loop, int other);

/* Is the loop the other one, or inside it? */
bool domain_is_inside(const struct domain *domain, int loop, int other);

/*
 * Is it earlier or later, in the counters of "count" loops from "first" on,
 * that the second reference may meet a place that the first one has touched,
 * for all values of the parameters and in the same iteration of the loops
 * around them? Later is 1, also where counters go down. False where it is not
 * known; *reason, which is added to, then says why. Else *signs, to be freed,
 * has each case.
 */
bool domain_meetings(struct domain *domain, int first_reference,
		     int second_reference, int first, int count,
		     struct sets_signs *signs, struct text *reason);

#endif
