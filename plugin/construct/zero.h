/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What only thread 0 of a team does, as a condition asks for its number: where
 * that is certain it is as good as master.
 */
#ifndef PODIUM_ZERO_H
#define PODIUM_ZERO_H

/* Is it such a condition of the current function? *first, *end: what stands
   behind it, as far as the end. */
bool zero_begins(gimple *condition, gimple **first, gimple **end);

/* Does it stand at the top of what such a condition guards, or does it ask for
   the number, and nothing else becomes of the answer? */
bool zero_is_alone(gimple *statement);

/* Does what stands in master or masked leave something in a variable of its
   thread that is read outside, by what all do? */
bool zero_leaves_own(gimple *master);

void zero_free_all(void);

#endif
