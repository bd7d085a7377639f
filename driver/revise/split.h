/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements beside a loop that come apart from it, each part in loops of its
 * own:
 *
 *     for j { before; for k ...; behind }
 *     for j { before } for k for j ...; for j { behind }
 */
#ifndef PODIUM_SPLIT_H
#define PODIUM_SPLIT_H

#include <jansson.h>
#include <stdbool.h>

#include "edit.h"
#include "nest/reshape.h"
#include "source/band.h"

struct text;
struct tiling;

/* The lexemes of the parts. */
struct parts {
	size_t open;  /* the brace of the loop that holds all of them */
	size_t first; /* of the loop inside */
	size_t behind;
	size_t close;
};

struct parts split_parts(const struct band *band);

/* Is the variable set, declared, or lent by its address? */
bool split_is_set(const struct lexemes *lexemes, size_t at);
bool split_is_declared(const struct lexemes *lexemes, size_t at);

/*
 * Is what is set before the mark, behind the lexeme "open", a name alone, or
 * an element of data that the record knows to be written?
 */
bool split_sets_data(const struct lexemes *lexemes, const json_t *record,
		     const struct band *band, size_t open, size_t mark,
		     struct text *reason);

/*
 * Are these statements such that may stand in a block of their own? With
 * "lists" a declaration may have several names, each with a value.
 */
bool split_are_plain(const struct lexemes *lexemes, size_t from, size_t to,
		     bool lists, struct text *reason);

/* Is the statement, without its end, a declaration of numbers, each with a
   value, or none of them? */
bool split_declares(const struct lexemes *lexemes, size_t at, size_t end,
		    bool values);

/* Does a comment begin behind the lexeme in its line, and end in another? */
bool split_comment_goes_on(const struct lexemes *lexemes, size_t at);

/* Is the word the name of the array that a reference's base says? */
bool split_names(const struct lexemes *lexemes, size_t at, const char *base);

/* Is the word a part of something that is named before it? */
bool split_is_member(const struct lexemes *lexemes, size_t at);

/*
 * May the parts stand apart? Nothing that one of them sets and that the record
 * does not know as data in memory may be used by another. True for bands
 * without such statements.
 */
bool split_is_clear(const struct lexemes *lexemes, const json_t *record,
		    const struct band *band, struct text *reason);

/* Do statements stand both before and behind the loop inside? */
bool split_has_both(const struct band *band);

/* Comes the head at a place of the band to stand around the statements before
   the loop inside alone? */
bool split_is_beside(const struct reshape *reshape, const struct band *band,
		     int place);

/* Which loop's head takes the place of the band's head there. */
int split_loop_at(const struct reshape *reshape, const struct band *band,
		  int place);

/*
 * Write the other heads and ends of loops; "unit" is for each of the tiles.
 * "again" is NULL, or the directive that stands before the second of two parts,
 * which are shared out for themselves then.
 */
void split_edit(const struct lexemes *lexemes, const struct reshape *reshape,
		const struct band *band, const struct tiling *tiling,
		const char *unit, const char *again, struct edits *edits);

#endif
