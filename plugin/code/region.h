/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the OpenMP loops of the unit lie in the source.
 */
#ifndef PODIUM_REGION_H
#define PODIUM_REGION_H

/* Lines of an OpenMP loop: its condition has no place after expansion. */
struct region {
	const char *file; /* lives as long as the compiler */
	int first;	  /* of the construct */
	int body;	  /* first of the body */
	int last;
};

/* Add those of the current function, before they are lowered. */
void region_find_all(void);

bool region_any(void);
const struct region *region_get(int index);

/* Index of the smallest region that the place lies in, or -1. */
int region_around(expanded_location place);

/*
 * The region that the place lies in, or else the call through which the
 * place came there by inlining.
 */
int region_of(location_t location);

void region_free_all(void);

#endif
