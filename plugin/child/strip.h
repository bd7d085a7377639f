/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns OpenMP statements into the sequential code that they would be
 * without OpenMP, with markers where the constructs were.
 */
#ifndef PODIUM_STRIP_H
#define PODIUM_STRIP_H

/*
 * Strip the body of the current function, whose constructs are in the list;
 * fill in who owns their variables. The statements of the constructs are
 * gone afterwards.
 */
void strip_function(gimple_seq *body);

/* Take everything out of the body of a function. */
void strip_all(gimple_seq body);

#endif
