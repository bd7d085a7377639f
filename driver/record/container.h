/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many elements a container of C++ holds. A record has the addresses of its
 * ends for that, "x.begin()" and "x.end()", and takes one from the other; what
 * the first element of x begins with is "x.begin().begin()".
 */
#ifndef PODIUM_CONTAINER_H
#define PODIUM_CONTAINER_H

#include <jansson.h>
#include <stdbool.h>

/* "x" of ["div", ["+", ["*", -1, "x.begin()"], "x.end()"], 8], to be freed;
   NULL where it is nothing of that kind. */
char *container_of_size(const json_t *expression);

/* Is it the name of a container's end? */
bool container_is_end(const char *name);

/* As the source has it, "x[0]" for "x.begin()"; to be freed. */
char *container_path(const char *container);

/* "x.size()" of such an expression, to be freed; NULL where it is none. */
char *container_size(const json_t *expression);

#endif
