/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The class that dependences make of a loop, and races in words.
 */
#ifndef PODIUM_CLASSIFY_H
#define PODIUM_CLASSIFY_H

#include "dependence.h"

/* "FAN", "PAR", "PIPE" or "unknown"; notes races, and what it assumes. */
const char *classify(struct analysis *analysis);

#endif
