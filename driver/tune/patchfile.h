/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium.patch: what makes the sources that won of the user's own. It lies
 * beside the tuned file, which holds for them.
 */
#ifndef PODIUM_PATCHFILE_H
#define PODIUM_PATCHFILE_H

#include <stdbool.h>

struct plan;
struct revision;

/* Beside the tuned file at "tuned". The caller frees it. */
char *patchfile_path(const char *tuned);

/*
 * Write it; "gain" says of what use it is. Another one that is there is put
 * aside. False with the user told if that fails.
 */
bool patchfile_write(const struct revision *revision, const struct plan *plan,
		     const char *tuned, const char *gain);

/* Tell of one that is there, and not of this tuning. */
void patchfile_leave(const char *tuned);

#endif
