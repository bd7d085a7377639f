/*
 * Loops that stand behind a condition.
 */
#ifndef PODIUM_GUARD_H
#define PODIUM_GUARD_H

#include "nest.h"

/*
 * May an iteration of the loop around this one of the table pass without
 * coming to it? A test of the loop's own, whether it has any iteration, does
 * not count: its trip says that. Needs the trips.
 */
bool guard_is_conditional(const struct nest *nest, int index);

#endif
