/*
 * Names of places in the code of a program.
 */
#ifndef PODIUM_PLACE_H
#define PODIUM_PLACE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The function at an offset from where a program or library is loaded, and
 * "file.c:12" if it was compiled with -g, else NULL. Both are NULL where
 * nothing is known of the place. The caller frees them.
 */
void place_name(const char *object, uint64_t offset, char **function,
		char **line);

#endif
