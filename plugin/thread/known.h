/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of library functions that do the same in whatever thread calls
 * them.
 */
#ifndef PODIUM_KNOWN_H
#define PODIUM_KNOWN_H

enum known {
	KNOWN_SAFE,    /* the same in every thread */
	KNOWN_DEPENDS, /* asks for the thread, or sets a state of it */
	KNOWN_LOCKS,   /* a lock, which the same code must unlock */
	KNOWN_UNLOCKS,
	KNOWN_NOTHING, /* not in the table */
};

/* The row of the table for a function whose body is not seen. */
enum known known_function(tree function);

/* May a function of the table have parallel regions? Those of linear algebra.
 */
bool known_may_open(tree function);

/* "omp_get_thread_num" of "__builtin_omp_get_thread_num", and so on: as the
   linker calls the function, without what the compiler puts before it. */
const char *known_name(tree function);

/*
 * GCC numbers the functions within others of C and Fortran in the order in
 * which it is asked for their assembler names, so these must not be asked for
 * here.
 */
bool known_is_nested(tree function);

/* Does the call ask which thread it is in, or of how many? */
bool known_asks(gimple *statement);

/* Effects of a function of the table on the object that an argument points at.
 */
enum effect {
	EFFECT_NONE,
	EFFECT_FILL,  /* writes it, whatever was there */
	EFFECT_ADD,   /* only adds to it */
	EFFECT_READ,  /* reads it */
	EFFECT_STATE, /* reads it, and writes it */
	EFFECT_KEEP,  /* not known: may even keep the address */
};

/* Of a call of a function whose body is not looked at; by its name, and by the
   type of the parameter. */
enum effect known_effect(tree function, tree type, unsigned argument);

#endif
