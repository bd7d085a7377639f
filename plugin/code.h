/*
 * What GCC made of the loops, seen in the compiler proper under the user's
 * own flags: vectorised, unrolled, interchanged, turned into a library call.
 * Looks only; the generated code is the same with and without.
 */
#ifndef PODIUM_CODE_H
#define PODIUM_CODE_H

#include "construct.h"

/* Register the passes. */
void code_init(const char *plugin_name);

/*
 * Called by the record pass when it meets the first construct of the unit:
 * until then nothing is watched, and a unit without OpenMP costs nothing.
 */
void code_begin(void);

/*
 * Write the value of "code": an array with one object for each of the
 * "count" places (innermost loops); null where no code was generated here.
 */
void code_write(struct json *json, const struct place *places, unsigned count);

/* Frees everything that was gathered. */
void code_end(void);

#endif
