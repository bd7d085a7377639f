/*
 * Files that are no text: the same to the byte, or where runs of the original
 * differ arrays of floating-point numbers, if they can be nothing else.
 */
#ifndef PODIUM_BYTES_H
#define PODIUM_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* How they are read. */
struct bytes_form {
	size_t size;  /* of a number: 8, 4; 0: they are the same */
	size_t begin; /* of the first one, behind a mark of Fortran's */
	bool unknown; /* they differ, and not as numbers do */
};

/* Has it a NUL near its beginning? */
bool bytes_are_binary(const char *path);

/* What the files have in common. */
struct bytes_form bytes_form(const char *const *paths, size_t count);

/* Is the variant as they are? If not, *why shows where. */
bool bytes_match(const char *const *paths, size_t count, struct bytes_form form,
		 const char *variant, double tolerance, struct text *why);

#endif
