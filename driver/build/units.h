/*
 * Units of the program compiled again: with other clauses and flags, or since
 * the build left no object of them.
 */
#ifndef PODIUM_UNITS_H
#define PODIUM_UNITS_H

#include <stdbool.h>

struct exchange;
struct plan;
struct plan_unit;

/*
 * Where the object of a unit is in the folder of a variant. The caller frees
 * it.
 */
char *units_object(const struct plan *plan, const char *folder,
		   const struct plan_unit *unit);

/* One of false for each unit. The caller frees them. */
bool *units_marks(const struct plan *plan);

/* Compile a unit that the variant changes. */
bool units_compile(struct exchange *exchange, const struct plan_unit *unit);

/*
 * Compile what is marked side by side, and take the mark from what worked. The
 * rest is to be compiled again in turn, for the compiler's words, and since
 * modules of Fortran may not have been there yet.
 */
void units_compile_marked(struct exchange *exchange, bool *marked);

/*
 * All units of which the variant has an object of its own, which are noted
 * as exchanged. False if one does not compile or the user interrupts.
 */
bool units_compile_all(struct exchange *exchange);

#endif
