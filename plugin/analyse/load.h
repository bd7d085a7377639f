/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is loaded from memory: a parameter where the nest does not change it,
 * else what stands at an address.
 */
#ifndef PODIUM_LOAD_H
#define PODIUM_LOAD_H

#include "nest.h"

/* Between these the functions below speak of this nest. */
void load_begin(struct nest *nest);
void load_end(void);

/* For raw_begin. */
const struct expr *load_value(tree reference, gimple *statement);

/* The reference whose value a parameter is, or NULL. */
tree load_source(const struct atom *parameter);

#endif
