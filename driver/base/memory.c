/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory that is there, or the program ends.
 */
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(void)
{
	fputs("podium: out of memory\n", stderr);
	exit(1);
}

void *memory_grow(void *old, size_t count, size_t size)
{
	void *memory = reallocarray(old, count ? count : 1, size);

	if (!memory)
		give_up();
	return memory;
}

char *memory_string(const char *string)
{
	char *copy = strdup(string);

	if (!copy)
		give_up();
	return copy;
}

char *memory_print(const char *format, ...)
{
	va_list arguments;
	char *string;
	int length;

	va_start(arguments, format);
	length = vasprintf(&string, format, arguments);
	va_end(arguments);
	if (length < 0)
		give_up();
	return string;
}
