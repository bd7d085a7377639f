/*
 * Longest common subsequence of two sequences of keys.
 */
#ifndef PODIUM_ALIGN_H
#define PODIUM_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALIGN_NONE SIZE_MAX

/*
 * partner[i] becomes the index of the key in "other" that keys[i] is aligned
 * with, or ALIGN_NONE. False, with only the common head and tail aligned, if
 * more than ALIGN_MOST keys differ.
 */
#define ALIGN_MOST 4000

bool align_keys(const uint64_t *keys, size_t count, const uint64_t *other,
		size_t other_count, size_t *partner);

#endif
