/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The phases of a trail: what lies between barriers, and between calls, which
 * may have barriers within.
 */
#ifndef PODIUM_PHASE_H
#define PODIUM_PHASE_H

#include "trail.h"

/*
 * Phases are told by places of the trail: place i is before event i, the last
 * one behind all. up[i]: another place of the same phase, or i.
 */
void phase_find(const struct trail *trail, vec<unsigned> *up);

/* The place that stands for the phase of this one. */
unsigned phase_of(vec<unsigned> *up, unsigned place);

/* These are one. */
void phase_unite(vec<unsigned> *up, unsigned a, unsigned b);

/* What is plain and stands where the number decides is done alone. */
void phase_decide(struct trail *trail);

/* For each event: how many jumps back lead over it? */
void phase_rounds(const struct trail *trail, vec<int> *rounds);

#endif
