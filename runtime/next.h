/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions of libgomp before which others of the same name stand.
 */
#ifndef PODIUM_NEXT_H
#define PODIUM_NEXT_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

/* A module of the program may have brought libgomp. */
static inline void *next_find(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name), *library;

	if (symbol)
		return symbol;
	library = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
	return library ? dlsym(library, name) : NULL;
}

/* C libraries before 2.36 find the oldest of several versions otherwise. */
static inline void *next_find_version(const char *name, const char *version)
{
	void *symbol = dlvsym(RTLD_NEXT, name, version);

	return symbol ? symbol : next_find(name);
}

#define NEXT(name) NEXT_BY(name, next_find(#name))
#define NEXT_VERSION(name, version)                                            \
	NEXT_BY(name, next_find_version(#name, version))

/* Look it up once; two threads that do so at once find the same. */
#define NEXT_BY(name, find)                                                    \
	static void *_Atomic next_##name;                                      \
	static void *get_##name(void)                                          \
	{                                                                      \
		void *symbol = atomic_load_explicit(&next_##name,              \
						    memory_order_relaxed);     \
                                                                               \
		if (!symbol) {                                                 \
			symbol = find;                                         \
			atomic_store(&next_##name, symbol);                    \
		}                                                              \
		return symbol;                                                 \
	}

#endif
