/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What SSA names are for: value, address or loop control.
 */
#ifndef PODIUM_PURPOSE_H
#define PODIUM_PURPOSE_H

/* Bits; a name may be for several. */
enum purpose { IS_VALUE = 1, IS_ADDRESS = 2, IS_CONTROL = 4 };

/* Sort the SSA names of the function. */
void purpose_begin(function *fn);
void purpose_end(void);

/* Of what a statement computes; what is no name is a value. */
unsigned purpose_of(tree target);

/* Is the name more than part of an address or of loop control? */
bool purpose_is_value(tree ssa_name);

/* Branches that count loops; one that looks at data does more than that. */
bool purpose_is_control(gimple *statement);

#endif
