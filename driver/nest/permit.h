/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * May anything at all be made of a loop?
 */
#ifndef PODIUM_PERMIT_H
#define PODIUM_PERMIT_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/* False where not; *reason, which is added to, names what forbids it. */
bool permit_record(const json_t *record, struct text *reason);

#endif
