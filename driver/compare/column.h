/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers in the same place of lines of the same words.
 */
#ifndef PODIUM_COLUMN_H
#define PODIUM_COLUMN_H

#include <stdint.h>

#include "spread.h"

struct column;

/* Zero when it begins. */
struct columns {
	struct column *list;
};

/* That of this name; NULL where there are too many. */
struct spread_column *columns_get(struct columns *columns, uint64_t name);

/* The lines that were walked through are ahead again. */
void columns_rewind(struct columns *columns);

void columns_free(struct columns *columns);

#endif
