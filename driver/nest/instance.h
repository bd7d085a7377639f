/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other records of the same place in the source: instances of a template,
 * copies of a function, two loops of one macro. What is written there is
 * written for all of them.
 */
#ifndef PODIUM_INSTANCE_H
#define PODIUM_INSTANCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct instance;
struct records;
struct reshape;

struct instances {
	struct instance *list;
	size_t count;
};

/* Those of all records that stand where the record does, beside it. */
void instances_find(struct instances *instances, const struct records *records,
		    const json_t *record);
void instances_free(struct instances *instances);

/* Is the reshape of the record legal for all of them? */
bool instances_permit(const struct instances *instances,
		      const struct reshape *reshape);

#endif
