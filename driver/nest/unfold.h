/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of a nest of which one loop is jammed through the loops that it
 * contains, made from its record with nothing compiled.
 */
#ifndef PODIUM_UNFOLD_H
#define PODIUM_UNFOLD_H

#include <jansson.h>

#include "reshape.h"

/* As derive_record(). */
json_t *unfold_record(const json_t *record, const struct reshape *reshape,
		      int vector_bytes);

#endif
