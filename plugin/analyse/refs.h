/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * References to memory as the record says them.
 */
#ifndef PODIUM_REFS_H
#define PODIUM_REFS_H

#include "memory.h"

/* Write "refs". */
void refs_write(struct json_writer *json, const struct references *references,
		struct nest *nest);

#endif
