/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that pointers find, as the estimate takes them: one behind the other, as
 * those of one array are. So are most that were asked for one after the other.
 */
#ifndef PODIUM_STACK_H
#define PODIUM_STACK_H

#include <jansson.h>

/* The record, or a new one with such arrays; to be released. */
json_t *stack_rows(const json_t *record);

#endif
