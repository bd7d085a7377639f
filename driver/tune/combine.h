/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The best orders and tiles of different loops, and the best flags, as they
 * were measured, in one program.
 */
#ifndef PODIUM_COMBINE_H
#define PODIUM_COMBINE_H

#include <stdbool.h>
#include <stddef.h>

struct trial;

/*
 * Add a choice that has them, built and ready to be tried. *choice is 0 where
 * there is none, or another one is the same. False if podium shall stop.
 */
bool combine(struct trial *trial, size_t *choice);

#endif
