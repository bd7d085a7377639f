/*
 * Parts of a build made again, in a folder of podium's: the units that hold
 * loops are compiled with other clauses and flags, archives and links that
 * they go into are repeated with the objects exchanged. What the build itself
 * made is read and never written.
 */
#ifndef PODIUM_PARTS_H
#define PODIUM_PARTS_H

#include <stdbool.h>

struct build;
struct replay_program;

/* Make the program of a variant. */
bool parts_make(struct build *build, struct replay_program *program);

#endif
