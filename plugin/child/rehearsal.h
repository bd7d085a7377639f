/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A change of the current function, tried in a copy of the compiler first.
 */
#ifndef PODIUM_REHEARSAL_H
#define PODIUM_REHEARSAL_H

/*
 * Fork, change the function there and let GCC verify its GIMPLE. True if the
 * change says that it was made, GCC finds no fault in it, and all that takes no
 * longer than a minute. Nothing is changed here, and nothing said.
 */
bool rehearsal_succeeds(bool (*change)(void *data), void *data);

#endif
