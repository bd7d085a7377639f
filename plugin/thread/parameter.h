/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Accesses of functions to the objects that their parameters point at.
 */
#ifndef PODIUM_PARAMETER_H
#define PODIUM_PARAMETER_H

/* A part of what a parameter points at, by a key as in element.h. */
struct parameter_access {
	char *key;
	bool reads; /* before the function has written it */
	bool adds;  /* to what is there, and nothing else */
	bool sure;  /* written, whatever way the function takes */
};

/* In the order in which they come. */
struct parameter_use {
	bool kept; /* others may know the address from now on */
	vec<struct parameter_access> accesses;
};

/* The accesses of a function whose body is seen, else NULL. */
const struct parameter_use *parameter_use(tree function, unsigned argument);

/* Does the function write all of it, and reads nothing of it before? */
bool parameter_fills(const struct parameter_use *use);

/* Look at the function, whose body is still GENERIC. */
void parameter_collect(tree function);

void parameter_free_all(void);

#endif
