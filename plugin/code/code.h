/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What GCC made of the loops, seen in the compiler proper under the user's
 * own flags: vectorised, unrolled, interchanged, turned into a library call.
 * Looks only; the generated code is the same with and without.
 */
#ifndef PODIUM_CODE_H
#define PODIUM_CODE_H

#include "construct/construct.h"

/* Remember under which name to watch; nothing is watched yet. */
void code_init(const char *plugin_name);

/*
 * Called by the record pass, in the compiler proper, when it meets a
 * construct: until the first one nothing is watched, and a unit without
 * OpenMP costs nothing. Later calls do nothing.
 */
void code_begin(void);

/*
 * Write the value of "code": an array with one object for each of the loops
 * that are innermost in the source or in the code, or that vectors were made
 * of; null where no code was generated here. Loops are found by the place of
 * their controlling condition; for a loop of the construct, which has none
 * in the compiler proper, any line from the construct's to the first of its
 * body will do. Those of the construct's own function come before copies of
 * them in others (inlined, or of other instances of a template).
 */
void code_write(struct json_writer *json, const struct construct *construct);

/* Frees everything that was gathered. */
void code_end(void);

#endif
