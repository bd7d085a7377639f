/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that became calls of memset and the like.
 */
#ifndef PODIUM_DISTRIBUTE_H
#define PODIUM_DISTRIBUTE_H

/* Before and behind loop distribution. */
void distribute_before(void);
void distribute_after(void);

#endif
