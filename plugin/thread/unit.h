/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of the unit: which of its functions are known not to depend on
 * the thread, what the others need, and who calls them. The driver joins these
 * over the units of a program.
 */
#ifndef PODIUM_UNIT_H
#define PODIUM_UNIT_H

#include "base/json.h"

/* Note calls of the current function, whose loops are judged. */
void unit_function(gimple_seq body);

/* All functions are known. */
void unit_join(unsigned (*digest)(tree function, const char *name));

/* A line; empty where there is nothing to say. */
const struct json_writer *unit_record(void);

void unit_free_all(void);

#endif
