/*
 * Names of the source, and lists of them.
 */
#ifndef PODIUM_NAMES_H
#define PODIUM_NAMES_H

#include "json.h"

/* Once, as a copy. */
void names_add(vec<char *> *names, const char *name);

/* "static, dynamic or guided", "or" before the last. The caller frees it. */
char *names_join(const vec<char *> *names, const char *last);

/* As an array under the key, which is left out where there are none. */
void names_write(const vec<char *> *names, struct json_writer *json,
		 const char *key);

/* With the list. */
void names_free(vec<char *> *names);

/* Of memory that a function made: "row" for GCC's row.1. */
const char *names_made(tree ssa_name);

/* Of a variable, "tmp" where it has none. */
const char *names_decl(tree decl);

/*
 * Has the caller given it, and has it a name? Of C++ that may be the place for
 * what the function gives back, if all of its returns name one variable.
 */
bool names_is_given(tree variable);

/* "cells.begin()" and "cells.end()": where a container's elements lie. Others
   have no name, NULL. */
bool names_are_ends(const char *begin, const char *end);

/* "cells.begin()", and "rows.begin().begin()" of its first element. */
bool names_is_begin(const char *name);

#endif
