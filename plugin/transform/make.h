/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The new nest of a plan, put in the place of the old one. Nothing is refused
 * here.
 */
#ifndef PODIUM_MAKE_H
#define PODIUM_MAKE_H

#include "schedule.h"

void make_nest(const struct plan *plan);

#endif
