/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clauses and transformations that an entry of the tuned file asks for, as far
 * as a source can say them.
 */
#ifndef PODIUM_WANTED_H
#define PODIUM_WANTED_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/reshape.h"

struct text;

struct wanted {
	char *schedule; /* "schedule(dynamic,4)", or NULL */
	char *threads;	/* "num_threads(2)", or NULL */
	struct reshape reshape;
	int exchange; /* that loop and the next one change places; -1: none */
	int tiles;    /* loops that are tiled, the outermost ones */
};

/*
 * Read the record's entry. False, and *reason says why, where a source cannot
 * say it, or the plugin does not apply it. The caller frees *wanted.
 */
bool wanted_read(struct wanted *wanted, const json_t *record,
		 struct text *reason);
void wanted_free(struct wanted *wanted);

/* Loops of the nest, from the outermost, whose headers are concerned. */
int wanted_depth(const struct wanted *wanted);

/* Is the record of the changed source that with what is wanted? *problem says
   what differs; the loops themselves are for verify_records(). */
bool wanted_is_there(const struct wanted *wanted, const json_t *record,
		     struct text *problem);

#endif
