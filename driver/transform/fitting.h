/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tiles that the caches of the machine have room for.
 */
#ifndef PODIUM_FITTING_H
#define PODIUM_FITTING_H

#include <stdbool.h>
#include <stdint.h>

#include "nest/reshape.h"

struct going;

#define FITTING_MOST 12

struct fitting_sizes {
	int64_t tile[FITTING_MOST][RESHAPE_MOST];
	int count;
};

/* Where the counters of the nest and of loops around it are, on the way. */
void fitting_middles(struct going *going);

/* About how often the loops of the reshape run. */
void fitting_trips(struct going *going);

/* Tiles of this size for the loops of the set, longer along lines. */
void fitting_set(struct going *going, unsigned tiled, int64_t size, int longer);

/* One more size, if it is new and cuts the loops. */
void fitting_add(struct going *going, unsigned tiled, int64_t size, int longer,
		 struct fitting_sizes *sizes);

/* Those that each cache has room for. */
void fitting_find(struct going *going, unsigned tiled,
		  struct fitting_sizes *sizes);

#endif
