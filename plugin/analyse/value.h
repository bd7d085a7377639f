/*
 * The value of GCC's names and the address of its references as symbolic
 * expressions in parameters and loop counters.
 */
#ifndef PODIUM_VALUE_H
#define PODIUM_VALUE_H

#include "nest.h"

/* Between these the functions below speak of this nest. */
void value_begin(struct nest *nest);
void value_end(void);

/* The name that the source gave to a value at the entry of the region. */
void value_name(tree ssa_name, const char *name);

/* Value of an operand: NULL if it is no integer or pointer. */
const struct expr *value_of(tree operand);

/*
 * How a parameter was computed from others before the nest; NULL if it was
 * not, or from what may have changed since.
 */
const struct expr *value_definition(const struct atom *parameter);

/* The SSA name, or the reference to memory, whose value a parameter is. */
tree value_source(const struct atom *parameter);

/* Of one that is compared: 4000000000 is not what is left after wrapping. */
const struct expr *value_compared(tree operand);

/* Address in bytes of a reference to memory; NULL if not known. */
const struct expr *value_address(tree reference);

/*
 * Is the PHI multiplied by a constant in each iteration, 2 or more, or, where
 * that is negative, divided? 0 if neither.
 */
long value_growth(gphi *phi, const struct expr **init);

/* start + step * iteration for the counter of this loop. */
const struct expr *value_by_iteration(const struct nest_loop *loop, int index);

/* The counter of a loop has changed: compute everything anew. */
void value_forget(void);

/* Base of an address: array, pointer, variable; NULL if not known. */
const struct atom *value_base(const struct expr *address);

/*
 * Is the value of this PHI in a loop header init + step * iteration?
 * Loops around must have been understood before.
 */
bool value_is_affine(gphi *phi, const struct expr **init,
		     const struct expr **step);

/* The PHIs of the loop's header that the operand is computed from, at most
   count; as statements. */
unsigned value_phis(tree operand, class loop *loop, gphi **phis,
		    unsigned count);

/* Name of memory that a function made: "row" for GCC's row.1. */
const char *value_made_name(tree ssa_name);

#endif
