/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which integer variables a construct reads and does not write: the values
 * that the parameters of its record have in a run.
 */
#ifndef PODIUM_READS_H
#define PODIUM_READS_H

#include "construct/construct.h"

/* A block or OpenMP statement, and those around it in the function. */
struct around {
	const struct around *outer;
	gimple *statement;
};

struct read_value {
	tree value;   /* expression that reads it, or NULL */
	char *words;  /* or how it is computed, see recipe.h */
	bool guarded; /* only where each shared loop has an iteration */
	char *kind;   /* as in "params" of a record */
	char *name;   /* likewise */
};

/* Values computed into variables of GCC's own, of this function. */
void reads_begin(gimple_seq body);
void reads_end(void);

/*
 * Values of the construct that can be read at its head; "around" is what
 * stands around that, "told" is what the child says of others.
 */
void reads_find(const struct construct *construct, const struct around *around,
		const char *told, vec<read_value> *values);
void reads_free(vec<read_value> *values);

#endif
