/*
 * Chains: what an iteration of a loop waits for in the iteration before it.
 */
#ifndef PODIUM_CHAIN_H
#define PODIUM_CHAIN_H

#include "nest.h"

struct json;

/*
 * Write "chain" of this loop of the table: the operations of the loop on the
 * longest way that a floating-point value takes around it through scalar
 * variables, {} where none goes around.
 */
void chain_write(struct json *json, const struct nest *nest, int index);

#endif
