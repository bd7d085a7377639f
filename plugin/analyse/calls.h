/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions a nest calls.
 */
#ifndef PODIUM_CALLS_H
#define PODIUM_CALLS_H

#include "nest.h"

/* Name of the function that is called; NULL where a pointer says which. */
const char *calls_name(gimple *call);

/* Write the value of "calls". */
void calls_write(struct json_writer *json, const struct nest *nest);

#endif
