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

/* The PHIs of the loop's header that the operand is computed from, at most
   count; as statements. */
unsigned value_phis(tree operand, class loop *loop, gphi **phis,
		    unsigned count);

#endif
