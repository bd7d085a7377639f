/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of the libgomp that the program uses, wherever it is: a module of
 * the program may have brought it.
 */
#ifndef PODIUM_OPENMP_H
#define PODIUM_OPENMP_H

#include <dlfcn.h>
#include <string.h>

/* Sets the pointer to a function at "pointer", unless there is none. */
static inline void openmp_find(const char *name, void *pointer)
{
	void *symbol = dlsym(RTLD_DEFAULT, name), *library;

	if (!symbol) {
		library = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
		symbol = library ? dlsym(library, name) : NULL;
	}
	if (symbol)
		memcpy(pointer, &symbol, sizeof(symbol));
}

#endif
