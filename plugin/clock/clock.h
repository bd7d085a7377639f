/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clocks: calls of the runtime library around every worksharing loop.
 */
#ifndef PODIUM_CLOCK_H
#define PODIUM_CLOCK_H

/* Clocks are wanted; called at most once, before any function. */
void clock_wanted(void);
bool clock_is_wanted(void);

/*
 * Put clocks into the body of the current function, whose constructs are
 * those of the list from "first" on. Nothing happens unless clocks are
 * wanted.
 */
void clock_function(gimple_seq body, unsigned first);

/* All functions were seen, and none has gone through GCC's later passes. */
void clock_end(void);

#endif
