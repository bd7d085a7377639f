/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orders and tiles that may be made of a loop, and why others may not.
 */
#ifndef PODIUM_CATALOGUE_H
#define PODIUM_CATALOGUE_H

#include <jansson.h>
#include <stddef.h>

#include "nest/reshape.h"

struct offer {
	struct reshape reshape;
	double cycles;
};

struct offers {
	struct offer *list; /* the best first */
	size_t count;
	double written; /* cycles of the nest as it is */
	/* why not: sentences, and how many orders and tiles each forbids, 0
	   where it keeps loops out of all of them */
	json_t *forbidden;
};

/* One more is not made, for this. */
void offers_forbid(struct offers *offers, const char *sentence);

void offers_free(struct offers *offers);

#endif
