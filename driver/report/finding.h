/*
 * What podium overhead, scaling and metric found of programs, as they kept it
 * in the store, and its pictures.
 */
#ifndef PODIUM_FINDING_H
#define PODIUM_FINDING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "chart.h"
#include "store/store.h"

struct text;

struct findings {
	/* objects: command, program, machine, made, and the result as --json
	   prints it */
	json_t *list;
};

/* In the order of the commands and the programs; what is none is left out. */
bool findings_read(struct findings *findings, struct store *store,
		   struct text *problem);
void findings_free(struct findings *findings);

/* The story of these is none, and the loop is the result. */
chart chart_overhead;
chart chart_scaling;
chart chart_metric;

/* Is the place of podium overhead shown? */
bool finding_shows(const json_t *result, const json_t *place);

#endif
