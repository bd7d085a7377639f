/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preloaded into podium: time passes by what programs say with spend(), and by
 * a microsecond for each look. So a run of them takes as long on any machine.
 */
#include <dlfcn.h>
#include <errno.h>
#include <time.h>

#include "spend.h"

int clock_gettime(clockid_t which, struct timespec *time)
{
	int (*real)(clockid_t, struct timespec *);
	void *symbol = dlsym(RTLD_NEXT, "clock_gettime");
	long long now = 0;

	memcpy(&real, &symbol, sizeof(symbol));
	if (which == CLOCK_MONOTONIC &&
	    !strncmp(program_invocation_short_name, "podium", 6))
		now = spend(1);
	if (now == 0)
		return real(which, time);
	time->tv_sec = now / 1000000;
	time->tv_nsec = now % 1000000 * 1000;
	return 0;
}
