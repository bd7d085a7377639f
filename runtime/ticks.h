/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clock that is read around every loop: the processor's counter where it
 * counts time and is the same on all cores, else the kernel's monotonic
 * clock. Read in ticks, turned into nanoseconds only when it is written.
 */
#ifndef PODIUM_TICKS_H
#define PODIUM_TICKS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#define TICKS_HAS_COUNTER 1
#endif

/* Decided once, before any thread; read by all. */
extern bool ticks_from_counter;

static inline uint64_t ticks_monotonic(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t ticks_now(void)
{
#ifdef TICKS_HAS_COUNTER
	if (ticks_from_counter)
		return __rdtsc();
#endif
	return ticks_monotonic();
}

/* Choose the clock and begin to count. */
void ticks_begin(void);

/* The ratio of the clocks from the beginning to now, for ticks_to_ns. */
struct ticks_scale {
	uint64_t ticks;
	uint64_t nanoseconds;
};
struct ticks_scale ticks_scale(void);

uint64_t ticks_to_ns(const struct ticks_scale *scale, uint64_t ticks);

#endif
