/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of one name: what is compiled in one folder and in another one may be
 * "k.c" to the compiler both times.
 */
#ifndef PODIUM_NAMESAKE_H
#define PODIUM_NAMESAKE_H

#include <stdbool.h>

struct plan;

/*
 * Do records name a file so that it may be another one, seen from any of the
 * folders in which the build compiles, or one file in two ways?
 */
bool namesake_met(const struct plan *plan);

#endif
