/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that a compiler, an assembler or a linker writes beside its product,
 * under names that it was told: the user's map, for example, which is not that
 * of a variant.
 */
#ifndef PODIUM_ASIDE_H
#define PODIUM_ASIDE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Take the words that ask for such files out of a list that NULL ends, and free
 * them. "linker": these are a linker's own words and not a compiler's. The
 * number of words that are left.
 */
size_t aside_cut(char **words, bool linker);

#endif
