/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which variables hold one value in all threads of a region that come to a
 * loop of it.
 */
#ifndef PODIUM_UNIFORM_H
#define PODIUM_UNIFORM_H

#include "base/json.h"
#include "construct.h"

/*
 * Write "uniform", the names of those that the region uses, of pointers, whole
 * numbers and arrays. A name that two variables have in the region is none of
 * them. And "pointers_kept": does nothing in the region write pointers that
 * lie in memory?
 */
void uniform_write(struct json_writer *json, const struct construct *construct);

#endif
