/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements of C that define one variable of a plain type by what is computed
 * from other names, and do nothing else: "const int row = i * n + 1;".
 */
#ifndef PODIUM_DEFINITION_H
#define PODIUM_DEFINITION_H

#include <stdbool.h>

#include "lexeme.h"

struct definition {
	size_t first, name, behind; /* lexemes; behind its semicolon */
};

/*
 * Is the statement one? It reads no memory but by those names, calls nothing
 * and sets nothing else.
 */
bool definition_read(const struct lexemes *lexemes, size_t at,
		     struct definition *definition);

/*
 * The one that the name has its value from, behind the lexeme "limit": in the
 * block of the name or one around it. False if there is none.
 */
bool definition_find(const struct lexemes *lexemes, size_t name, size_t limit,
		     struct definition *definition);

/* Does a declaration of such a type, or of a pointer to it, name the variable
   here? */
bool definition_names(const struct lexemes *lexemes, size_t at);

/* Where the type begins in the declaration of the name. */
size_t definition_begin(const struct lexemes *lexemes, size_t name);

/* Behind the words of a type of numbers; the same lexeme where there is none.
 */
size_t definition_behind_type(const struct lexemes *lexemes, size_t at);

#endif
