/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions of records, computed with numbers put in for their names: two
 * are taken for the same where they agree for many numbers.
 */
#ifndef PODIUM_PROBE_H
#define PODIUM_PROBE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Names that have values of their own; the others get some from 1 on that
 * depend on the name and the seed alone.
 */
struct probe {
	uint64_t seed;
	int64_t largest;
	json_t *values; /* owned: integers by name */
};

void probe_begin(struct probe *probe, uint64_t seed, int64_t largest);
void probe_set(struct probe *probe, const char *name, int64_t value);
void probe_free(struct probe *probe);

/* False where the value is not known or no number of 64 bits. */
bool probe_value(const struct probe *probe, const json_t *expression,
		 int64_t *value);

/* Have both the same value, or are both not known? */
bool probe_same(const struct probe *probe, const json_t *a, const json_t *b);

#endif
