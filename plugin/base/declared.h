/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arrays of Fortran as they were declared. GCC reaches their elements by one
 * subscript and keeps the dimensions as another type of the same name, for
 * debuggers.
 */
#ifndef PODIUM_DECLARED_H
#define PODIUM_DECLARED_H

#define DECLARED_MOST 15 /* dimensions, says the standard */

/*
 * The types of the dimensions, the first one first, of the array that the
 * reference is an element of: each has a domain. How many; 0 where they are
 * not known. "types" has room for DECLARED_MOST.
 */
int declared_types(tree operand, tree *types);

/* Is the bound a variable, which the front end has computed? */
bool declared_by_variable(tree bound);

#endif
