/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the source declares a counter, if its head does not.
 */
#ifndef PODIUM_DECLARED_H
#define PODIUM_DECLARED_H

#include "lexeme.h"

struct declared {
	struct range type;
	bool marked;	  /* Fortran: "::" stands behind the type */
	size_t behind;	  /* the statement: its last byte */
	size_t beginning; /* and its first */
	bool elsewhere;	  /* Fortran: no declaration, but where one may stand;
			     the type is the word that begins there */
};

/*
 * The declaration that holds at the lexeme "at" for the variable that the
 * lexeme "name" names. False if none is found in the same function.
 */
bool declared_find(const struct lexemes *lexemes, size_t at, size_t name,
		   struct declared *declared);

/*
 * Where Fortran's routine around the lexeme "at" takes another declaration, if
 * what it uses declares the counter. False if that is not known.
 */
bool declared_place(const struct lexemes *lexemes, size_t at,
		    struct declared *declared);

/* Is the word one of the names of C's types of integers? */
bool declared_is_type(const struct lexemes *lexemes, size_t at);

#endif
