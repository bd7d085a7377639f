/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops unrolled completely, and unrolled in RTL.
 */
#ifndef PODIUM_UNROLL_H
#define PODIUM_UNROLL_H

/* Before complete unrolling, and behind it. */
void unroll_before(void);
void unroll_after(void);

/* Behind the unrolling in RTL. */
void unroll_after_rtl(void);

#endif
