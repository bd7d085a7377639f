/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which parts reach something of interest: the others need no record.
 */
#ifndef PODIUM_INTEREST_H
#define PODIUM_INTEREST_H

/* All calls are resolved: say of each part what it reaches and whether it is
   wanted, and give those a number. */
void interest_spread(void);

#endif
