/*
 * The dimensions that an array of Fortran was declared with. GCC reaches its
 * elements by one subscript; these are those that the source has.
 */
#ifndef PODIUM_SHAPE_H
#define PODIUM_SHAPE_H

#include "base/declared.h"
#include "expr.h"

/*
 * A subscript: bytes from the beginning of the row that it moves in, and the
 * size of that row.
 */
struct shape_row {
	const struct expr *at, *size;
};

/* Between these the bounds of the function's arrays are known. */
void shape_begin(void);
void shape_end(void);

/*
 * The subscripts of an element, the first one first; how many they are. The
 * last one is left out, as is all where it is not plain which part of the
 * address belongs to which.
 */
int shape_rows(tree operand, struct shape_row *rows);

#endif
