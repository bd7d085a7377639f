/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Predicts the record of a nest after unroll-and-jam of one of its loops.
 */
#ifndef PODIUM_UNFOLD_H
#define PODIUM_UNFOLD_H

#include <jansson.h>

#include "reshape.h"

/* As derive_record(). */
json_t *unfold_record(const json_t *record, const struct reshape *reshape,
		      int vector_bytes);

#endif
