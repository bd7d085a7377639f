/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table of a fixed size: most outputs have far fewer columns, and where there
 * are more, those that come later teach nothing.
 */
#include "column.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define MOST 4096
#define MOST_STEPS 16

struct column {
	uint64_t key; /* 0: none yet */
	struct spread_column seen;
};

struct spread_column *columns_get(struct columns *columns, uint64_t name)
{
	uint64_t key = name * 1099511628211u | 1;
	size_t at = key % MOST;

	if (!columns->list) {
		columns->list = memory_grow(NULL, MOST, sizeof(struct column));
		memset(columns->list, 0, MOST * sizeof(struct column));
	}
	for (size_t i = 0; i < MOST_STEPS; i++, at = (at + 1) % MOST) {
		struct column *column = &columns->list[at];

		if (column->key == 0)
			column->key = key;
		if (column->key == key)
			return &column->seen;
	}
	return NULL;
}

void columns_rewind(struct columns *columns)
{
	for (size_t i = 0; columns->list && i < MOST; i++)
		if (columns->list[i].seen.lines > SPREAD_FEW)
			columns->list[i].seen.filled = 0;
}

void columns_free(struct columns *columns)
{
	free(columns->list);
	columns->list = NULL;
}
