/*
 * The table of loops of `podium features`.
 */
#ifndef PODIUM_OVERVIEW_H
#define PODIUM_OVERVIEW_H

#include <jansson.h>

struct table;

/* Columns of the table, with their headings as the first row. */
void overview_begin(struct table *table);

/* One row, with notes on races and on what is unknown. */
void overview_add(struct table *table, const json_t *record);

#endif
