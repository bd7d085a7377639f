/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operations of loops, counted by class and type.
 */
#ifndef PODIUM_OPS_H
#define PODIUM_OPS_H

#include "memory.h"

/*
 * Write "ops" of this loop of the table alone; with -1, of the whole nest
 * together. Loads are those of the references: one whose address a loop does
 * not change is made once before that loop.
 */
void ops_write(struct json_writer *json, const struct nest *nest,
	       const struct references *references, int loop);

/* Write these statements as operations by class and type. */
void ops_write_statements(struct json_writer *json,
			  const vec<gimple *> *statements);

#endif
