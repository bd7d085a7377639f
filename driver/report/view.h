/*
 * What podium overhead, scaling and metric said of programs, as they kept it in
 * the store, and its pictures.
 */
#ifndef PODIUM_VIEW_H
#define PODIUM_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "chart.h"
#include "store/store.h"

struct text;

struct views {
	/* objects: command, program, machine, made, and the result as --json
	   prints it */
	json_t *list;
};

/* In the order of the commands and the programs; what is none is left out. */
bool views_read(struct views *views, struct store *store, struct text *problem);
void views_free(struct views *views);

/* The story of these is none, and the loop is the result. */
chart chart_overhead;
chart chart_scaling;
chart chart_metric;

/* Is the place of podium overhead shown? */
bool view_shows(const json_t *result, const json_t *place);

#endif
