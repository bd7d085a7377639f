/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops unrolled completely, and unrolled in RTL.
 */
#ifndef PODIUM_UNROLL_H
#define PODIUM_UNROLL_H

#include "words.h"

/* Does GCC say of a loop that it was unrolled completely? */
bool unroll_is_told(const struct words *words);

/* "loop with 4 iterations completely unrolled (header execution ...)", up to
   the parenthesis; to be freed by the caller. */
char *unroll_reason(const char *text);

/* Before complete unrolling, and behind it with what the pass has said. */
void unroll_before(const opt_pass *pass);
void unroll_after(char *text);

/* Behind the unrolling in RTL. */
void unroll_after_rtl(void);

#endif
