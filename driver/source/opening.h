/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a construct of C begins: at its directive, at an #if around that alone,
 * or at a macro that makes the directive.
 */
#ifndef PODIUM_OPENING_H
#define PODIUM_OPENING_H

#include <stdbool.h>
#include <stddef.h>

#include "lexeme.h"

struct text;

struct opening {
	size_t directive; /* the lexeme, or the macro's name */
	size_t first;	  /* lexeme: that, or "#if" */
	size_t loop;	  /* what stands behind */
	bool hidden;	  /* a macro makes the directive */
	bool mixed;	  /* "#if" holds other statements, too */
};

/*
 * From a directive as far as its loop. False where something else may speak of
 * the loop; *reason says why.
 */
bool opening_of_directive(const struct lexemes *lexemes, size_t directive,
			  struct opening *opening, struct text *reason);

/* A macro in the line with a loop right behind; false if there is none. */
bool opening_of_macro(const struct lexemes *lexemes, int line,
		      struct opening *opening);

#endif
