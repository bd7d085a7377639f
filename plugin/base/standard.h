/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of C++'s standard library: those that synchronise (mutexes, what
 * holds them, condition variables, threads, barriers), and containers.
 */
#ifndef PODIUM_STANDARD_H
#define PODIUM_STANDARD_H

/*
 * What a call of one of their methods does: "lock", "unlock", "condition",
 * "join", "barrier"; NULL for all others.
 */
const char *standard_kind(gimple *call);

/* Does an object of this class have its data to itself, as a vector has? */
bool standard_owns_data(tree type);

/* Is the class or function, or the class that it is a method of, one of
   namespace std, or of a namespace within it? */
bool standard_declares(tree declared);

#endif
