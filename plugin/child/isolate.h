/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A copy of the compiler that cannot harm the build: all descriptors lead to
 * /dev/null, no new one can be opened, it leaves by _exit alone, dies of the
 * first signal and ends with the compiler.
 */
#ifndef PODIUM_ISOLATE_H
#define PODIUM_ISOLATE_H

/* In a copy that was just made: up to three descriptors stay; -1: none. */
void isolate(int keep, int another, int third);

#endif
