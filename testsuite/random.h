/*
 * Numbers by chance for tests that damage things: the same for the same seed.
 * Xorshift64* (Vigna 2016).
 */
#ifndef PODIUM_RANDOM_H
#define PODIUM_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t random_state = 1; /* not 0 */

static size_t random_below(size_t limit)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return limit ? (random_state * 0x2545f4914f6cdd1d >> 32) % limit : 0;
}

#endif
