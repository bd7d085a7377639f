/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What GCC's own analysis of dependences says of two references.
 */
#ifndef PODIUM_ASK_H
#define PODIUM_ASK_H

#include "dependence.h"

/*
 * True if GCC proved that the two never meet, or gave the distances.
 * Where the addresses tell the distance, too, GCC's is only compared.
 */
bool ask_gcc(struct analysis *analysis, const struct dependence *pair,
	     const struct dependence *own, bool *independent);

#endif
