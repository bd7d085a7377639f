/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the store keeps of a tuning beside its runs: the loops, what was
 * predicted of them, what came of it. doc/store.md describes it.
 */
#ifndef PODIUM_ACCOUNT_H
#define PODIUM_ACCOUNT_H

#include <stdbool.h>

struct text;
struct trial;
struct trial_verdict;

/*
 * Keep it in the place of an earlier one of the campaign. Without a verdict
 * the tuning has only begun. "path" is that of the tuned file.
 */
bool account_keep(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path,
		  struct text *problem);

#endif
