/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page of what was tuned, from the stories of a store.
 */
#ifndef PODIUM_SHEET_H
#define PODIUM_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/page.h"

struct stories;
struct findings;

struct sheet {
	struct page page;
	bool busy; /* a podium is tuning with this store: the latest goes on */
	/* pictures that lie beside it, where they cannot stand in it */
	struct sheet_file {
		char *name;
		struct text content;
	} * files;
	size_t file_count;
};

void sheet_fill(struct sheet *sheet, const struct stories *stories,
		const struct findings *findings);
void sheet_free(struct sheet *sheet);

#endif
