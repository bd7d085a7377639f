/*
 * Parts of a build made again, in a folder of podium's: the units that hold
 * loops are compiled with other clauses and flags, archives and links that
 * they go into are repeated with the objects exchanged. What the build itself
 * made is read and never written.
 */
#ifndef PODIUM_PARTS_H
#define PODIUM_PARTS_H

#include <stdbool.h>

struct exchange;
struct product;

/* Make the program of a variant. */
bool parts_make(struct exchange *exchange, struct product *product);

#endif
