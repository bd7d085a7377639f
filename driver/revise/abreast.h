/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of a loop of which iterations go abreast:
 *
 *     for j { before; for k ...; behind }
 *     for j_tile { for j { before } for k for j ...; for j { behind } }
 *
 * Variables that one of these parts sets and another uses, or that go on in a
 * loop around one of them, become arrays with an element for each iteration.
 */
#ifndef PODIUM_ABREAST_H
#define PODIUM_ABREAST_H

#include <jansson.h>
#include <stdbool.h>

#include "edit.h"
#include "nest/reshape.h"
#include "source/band.h"

struct abreast;
struct text;
struct tiling;

/* NULL where it cannot be written; *reason says why. All must stay. */
struct abreast *abreast_new(const struct lexemes *lexemes, const json_t *record,
			    const struct reshape *reshape,
			    const struct band *band,
			    const struct tiling *tiling, struct text *reason);
void abreast_free(struct abreast *abreast);

/* The variables that become arrays, NULL behind them; the caller frees all. */
char **abreast_names(const struct abreast *abreast);

/* "unit" is what a loop is indented by. */
void abreast_edit(const struct abreast *abreast, const char *unit,
		  struct edits *edits);

#endif
