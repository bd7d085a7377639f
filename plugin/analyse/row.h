/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that are found by pointers, as c[i][j] of "double **c" or of a vector of
 * vectors: which pointer it is, and how far behind what that leads to.
 */
#ifndef PODIUM_ROW_H
#define PODIUM_ROW_H

#include "memory.h"

struct row {
	const char *of;		  /* where the pointers lie */
	const struct expr *at;	  /* the pointer's place there, in bytes */
	const struct expr *bytes; /* from what it leads to */
};

/*
 * False where the nest may write to the pointers, where the pointer is chosen
 * by other data, or the name says not where it lies.
 */
bool row_find(const struct nest *nest, const struct references *references,
	      const struct reference *reference, struct row *row);

#endif
