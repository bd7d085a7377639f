/*
 * From a record, which is words, to a nest, which models/ can compute with.
 */
#ifndef PODIUM_CONVERT_H
#define PODIUM_CONVERT_H

#include <jansson.h>
#include <stdbool.h>

#include "models/nest.h"

struct converted {
	struct nest *nest;
	const char **names;  /* of the symbols; owned by the record, or sizes */
	int parameters;	     /* the first so many are parameters */
	struct formula **is; /* how each is computed from others, or NULL */
	/* the clauses: NULL where none is given */
	struct formula *chunk, *threads;
	enum machine_schedule kind;
	json_t *sizes; /* "x.size()", as the record has it, by that name */
};

/*
 * Convert a record that was checked and analysed. The record must stay.
 * False when there is nothing to compute with; *why, a constant, says so.
 */
bool convert_record(const json_t *record, struct converted *converted,
		    const char **why);
void convert_free(struct converted *converted);

/* Index of the symbol of that name among the parameters, or -1. */
int convert_parameter(const struct converted *converted, const char *name);

/* Is it how many elements a container holds? It may be given in place of the
   container's ends. */
bool convert_is_size(const struct converted *converted, int parameter);

/* Does any bound, trip or stride need the parameter, or the size of pieces? */
bool convert_needs(const struct converted *converted, int parameter);

/* Or does anything else but the clauses use it, where it is known? */
bool convert_uses(const struct converted *converted, int parameter);

#endif
