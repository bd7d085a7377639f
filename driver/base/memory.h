/*
 * Memory that is there, or the program ends: nothing in the driver can go on
 * without, and what it made in temporary folders is removed at exit.
 */
#ifndef PODIUM_MEMORY_H
#define PODIUM_MEMORY_H

#include <stddef.h>

/* Like reallocarray; never returns NULL. */
void *memory_grow(void *old, size_t count, size_t size);

/* A copy that the caller frees. */
char *memory_string(const char *string);

/* Formatted; the caller frees it. */
char *memory_print(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
