/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do the names that a test at run time uses mean the same before the loops as
 * inside, to all threads? Where only the compiler knows, it is asked with marks
 * in the source (guard.h).
 */
#ifndef PODIUM_MEANING_H
#define PODIUM_MEANING_H

#include "question.h"

bool meaning_is_kept(const struct question *question, struct text *reason);

#endif
