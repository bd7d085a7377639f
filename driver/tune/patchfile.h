/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium.patch: what makes the sources that won of the user's own. It lies
 * beside the tuned file, which holds for them.
 */
#ifndef PODIUM_PATCHFILE_H
#define PODIUM_PATCHFILE_H

#include <stdbool.h>

#include <stddef.h>

struct hot;
struct plan;
struct text;

/* Beside the tuned file at "tuned". The caller frees it. */
char *patchfile_path(const char *tuned);

/* What the choice has changed, each loop by itself; "gain" says of what use all
   of it is. */
void patchfile_content(const struct hot *hot, size_t choice,
		       const struct plan *plan, const char *gain,
		       struct text *content);

/*
 * Write that. Another one that is there is put aside. False with the user
 * told if that fails.
 */
bool patchfile_write(const struct hot *hot, size_t choice,
		     const struct plan *plan, const char *tuned,
		     const char *gain);

/* Tell of one that is there, and not of this tuning. */
void patchfile_leave(const char *tuned);

#endif
