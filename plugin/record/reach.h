/*
 * What the functions of the unit, their parallel regions and their loops have
 * to do with the thread that they run in, and whom they call: all that the
 * driver needs to join it over the units of a program.
 */
#ifndef PODIUM_REACH_H
#define PODIUM_REACH_H

#include "base/json.h"

/* All functions are gathered: find what is called within the unit. */
void reach_join(void);

/* The record of the unit, a line; empty where there is nothing to say. */
const struct json_writer *reach_record(void);

void reach_free_all(void);

#endif
