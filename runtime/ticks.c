/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clock that is read around every loop; see ticks.h.
 */
#include "runtime/ticks.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#ifdef TICKS_HAS_COUNTER
#include <cpuid.h>
#endif

bool ticks_from_counter;
static uint64_t first_ticks, first_nanoseconds;

#ifdef TICKS_HAS_COUNTER
/* The kernel has watched the counter and uses it itself. */
static bool is_trusted_by_kernel(void)
{
	char name[8] = "";
	int file = open("/sys/devices/system/clocksource/clocksource0/"
			"current_clocksource",
			O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (file < 0)
		return false;
	length = read(file, name, sizeof(name) - 1);
	close(file);
	return length >= 4 && memcmp(name, "tsc\n", 4) == 0;
}

/* Bit 8: it counts at one rate whatever the cores' frequency. */
static bool counts_time(void)
{
	unsigned a, b, c, d;

	return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8) &&
	       is_trusted_by_kernel();
}
#endif

void ticks_begin(void)
{
#ifdef TICKS_HAS_COUNTER
	ticks_from_counter = counts_time();
#endif
	first_ticks = ticks_now();
	first_nanoseconds = ticks_monotonic();
}

struct ticks_scale ticks_scale(void)
{
	struct ticks_scale scale;

	scale.ticks = ticks_now() - first_ticks;
	scale.nanoseconds = ticks_monotonic() - first_nanoseconds;
	return scale;
}

uint64_t ticks_to_ns(const struct ticks_scale *scale, uint64_t ticks)
{
	if (!ticks_from_counter || scale->ticks == 0)
		return ticks;
	return (uint64_t)((unsigned __int128)ticks * scale->nanoseconds /
			  scale->ticks);
}
