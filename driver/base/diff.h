/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference of two texts, as `patch -p1` and `git apply` take it.
 */
#ifndef PODIUM_DIFF_H
#define PODIUM_DIFF_H

#include <stddef.h>

struct text;

/*
 * The name of the file at the path in a patch. That names no folder above:
 * it is relative to the working folder, or to the file's own if that does not
 * lie below the working one. The caller frees it.
 */
char *diff_name(const char *path);

/*
 * Add what makes the old text the new one, three lines around each change.
 * The file is called "a/NAME" and "b/NAME". Nothing if they are the same.
 */
void diff_add(struct text *out, const char *name, const char *before,
	      size_t before_length, const char *after, size_t after_length);

#endif
