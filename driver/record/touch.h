/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places in memory that functions touch, as units record them: may two be the
 * same, and what are those of a function to one that calls it?
 */
#ifndef PODIUM_TOUCH_H
#define PODIUM_TOUCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The set of that name among sets, made if it is not there. */
json_t *touch_set(json_t *sets, const char *name);

/* Into the set, by their text, those of the list, of the unit that begins with
   this part. */
void touch_add(json_t *set, const json_t *list, size_t unit);

/* Into the set what those of another one are to who has called the function
   and given it places of the unit. */
void touch_translate(json_t *set, json_t *called, const json_t *gives,
		     size_t unit);

/* The first of one set that may be one of the other, where one of the two is
   written, or NULL. */
const json_t *touch_meet(json_t *one, json_t *other);

/* Its variable as the source says it, or NULL. The caller frees it. */
char *touch_name(const json_t *place);

#endif
