/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A construct made a second time, with variables and labels of its own.
 */
#ifndef PODIUM_COPY_H
#define PODIUM_COPY_H

#include "construct/construct.h"
#include "plant.h"

/* Why what the statement contains cannot be copied, or NULL. */
const char *copy_refuses(gimple *statement);

/*
 * What was computed before the statement and is used in it is put into
 * variables first, by code that must stand before all copies: of a value that
 * has no variable GCC would make a new one, which has none.
 */
void copy_prepare(gimple_stmt_iterator gsi, struct code *code);

/*
 * A copy of the construct: *copy is the same with the statements of the copy.
 * Its statement must stand in no sequence.
 */
void copy_construct(const struct construct *construct, struct construct *copy);

#endif
