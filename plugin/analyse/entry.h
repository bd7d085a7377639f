/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory where a nest begins.
 */
#ifndef PODIUM_ENTRY_H
#define PODIUM_ENTRY_H

#include "nest.h"

/*
 * Is what the statement loads or stores, the first time that it is run in the
 * nest, or was run last before, what is there where the nest begins?
 */
bool entry_is_same(const struct nest *nest, gimple *statement, tree reference);

#endif
