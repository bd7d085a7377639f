/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What functions do with the objects that their parameters point at.
 */
#ifndef PODIUM_PARAMETER_H
#define PODIUM_PARAMETER_H

#include "known.h"

/* Of a function whose body is seen: EFFECT_FILL, EFFECT_READ or EFFECT_STATE.
 */
enum effect parameter_effect(tree function, unsigned argument);

/* Look at the function, whose body is still GENERIC. */
void parameter_collect(tree function);

void parameter_free_all(void);

#endif
