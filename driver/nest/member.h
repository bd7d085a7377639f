/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of a record that a source can write: of a variable, as "n", and of
 * members that names lead to, as "grid->nx", "this->nx" or "grids[1].nx". What
 * a container of C++ holds is "cells[]". How many elements that are is what
 * lies between its ends by the size of one, for which the source has
 * "cells.size()", or "(*p).size()" where only a pointer leads to it.
 */
#ifndef PODIUM_MEMBER_H
#define PODIUM_MEMBER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct text;

/* Is it how many elements a container holds, which is never below 0? */
bool member_is_size(const char *name);

void member_print(struct text *out, const char *name);

/* How long it is without the mark of a container's elements. */
size_t member_length(const char *name);

/* The variable that leads to it; to be freed. */
char *member_variable(const char *name);

#endif
