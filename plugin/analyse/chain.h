/*
 * Chains: what an iteration of a loop waits for in the iteration before it.
 */
#ifndef PODIUM_CHAIN_H
#define PODIUM_CHAIN_H

#include "memory.h"

struct json_writer;

/*
 * Write "chain" of this loop of the table: the operations of the loop on the
 * longest way that a floating-point value takes around it, through scalar
 * variables or through memory that the next iteration reads, {} where none
 * goes around.
 */
void chain_write(struct json_writer *json, const struct nest *nest,
		 const struct references *references, int index);

#endif
