/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * OpenMP's directive before a band whose loops change places: whether that may
 * be, and which clauses it takes.
 */
#ifndef PODIUM_DIRECTIVE_H
#define PODIUM_DIRECTIVE_H

#include <jansson.h>
#include <stdbool.h>

#include "edit.h"
#include "source/band.h"

struct text;

/*
 * Edit the directive so that it fits the loops in their new places. False
 * where it cannot; *reason says why.
 */
bool directive_fit(const struct lexemes *lexemes, const json_t *record,
		   const struct reshape *reshape, const struct band *band,
		   struct edits *edits, struct text *reason);

/* Where the words of a line for the compiler end: before a comment. */
size_t directive_end(const struct lexemes *lexemes, size_t directive);

/*
 * Add the lines of the directive, with what stands around it alone, with all
 * clauses that it gets by that; each line begins with the newline. False where
 * a macro makes it.
 */
bool directive_add_again(const struct lexemes *lexemes, const json_t *record,
			 const struct reshape *reshape, const struct band *band,
			 struct text *out);

/* What stands right before a construct of C. */
enum directive_before {
	DIRECTIVE_NONE,	     /* nothing that speaks of what follows */
	DIRECTIVE_TAKES_ANY, /* a region, or a barrier: any statement may */
	DIRECTIVE_BINDS	     /* a pragma that may need this loop */
};

/* *at becomes the lexeme of that, or where such lines begin. */
enum directive_before directive_before(const struct lexemes *lexemes,
				       const json_t *record,
				       const struct band *band, size_t *at);

/* Does a clause "private" of the directive name the variable? */
bool directive_is_private(const struct lexemes *lexemes, size_t directive,
			  const char *name);

#endif
