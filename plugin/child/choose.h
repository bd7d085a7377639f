/*
 * Values that come from one of two addresses.
 */
#ifndef PODIUM_CHOOSE_H
#define PODIUM_CHOOSE_H

/* Load both and choose a value; virtual operands are to be renamed then. */
void choose_values(function *fn);

#endif
