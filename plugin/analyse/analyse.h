/*
 * The analysis of a function in the child: for every construct the members
 * of its record that come from GCC's own view of the sequential loops.
 */
#ifndef PODIUM_ANALYSE_H
#define PODIUM_ANALYSE_H

#include "base/json.h"

void analyse_function(function *fn);

/* The same members for a construct that was not analysed. */
void analyse_write_nothing(struct json_writer *json, const char *why);

#endif
