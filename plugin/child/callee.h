/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of the program are put in the place of their calls: what a
 * loop calls is seen with it.
 */
#ifndef PODIUM_CALLEE_H
#define PODIUM_CALLEE_H

/*
 * Is the function small enough, with those that it calls? Asked once of each.
 * Those of system headers are left to GCC's own limit: they are known by their
 * names.
 */
bool callee_is_small(tree function, gimple_seq body);

/*
 * Note the calls of a function with constructs: what it calls so often that it
 * would grow too much is left to GCC's own limit as well.
 */
void callee_note(gimple_seq body);

#endif
