/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of C++'s standard library that synchronise: mutexes, what holds
 * them, condition variables, threads, barriers.
 */
#ifndef PODIUM_STANDARD_H
#define PODIUM_STANDARD_H

/*
 * What a call of one of their methods does: "lock", "unlock", "condition",
 * "join", "barrier"; NULL for all others.
 */
const char *standard_kind(gimple *call);

#endif
