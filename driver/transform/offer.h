/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All orders and tiles of a loop's bands that are legal, and how many of their
 * loops may be shared out together, with what is predicted of each. Tiles are
 * as large as the caches of the machine hold.
 */
#ifndef PODIUM_OFFER_H
#define PODIUM_OFFER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/machine.h"
#include "reshape.h"

struct records;
struct space;
struct text;

struct offer {
	struct reshape reshape;
	double cycles;
	const char *condition; /* under which it is legal, or "" */
};

struct offers {
	struct offer *list; /* the best first */
	size_t count;
	double written; /* cycles of the nest as it is */
	/* why not: sentences, and how many orders and tiles each forbids, 0
	   where it keeps loops out of all of them */
	json_t *forbidden;
	/* of what a space asks for: sentences, and lists of what each forbids
	   in words */
	json_t *refused;
	char **conditions;
	size_t condition_count;
};

/*
 * Find those of a record that was checked, and which all records of its place
 * in the source permit; settings are "NAME=N", which were checked as well.
 * With a space those that it names, and no others; else it is NULL. False where
 * nothing can be predicted; *problem says why.
 */
bool offers_find(const struct records *records, const json_t *record,
		 const struct machine *machine, const char *const *settings,
		 size_t setting_count, const struct space *space,
		 struct offers *offers, struct text *problem);
void offers_free(struct offers *offers);

/* Has the record's nest a loop with this counter? */
bool offers_have_counter(const json_t *record, const char *name);

/* Does the space name such a counter? */
bool offers_are_wanted(const json_t *record, const struct space *space);

/* One more that is refused, in words. */
void offers_refuse(struct offers *offers, const char *words,
		   const char *sentence);

#endif
