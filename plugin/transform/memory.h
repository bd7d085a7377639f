/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is loaded, and whether a statement may change or trap it.
 */
#ifndef PODIUM_MEMORY_H
#define PODIUM_MEMORY_H

/* May the second statement store to what the first one loads? */
bool memory_may_change(gimple *load, gimple *store);

/* May it trap where it did not run before? */
bool memory_may_trap(gimple *statement);

#endif
