/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For programs whose runs seem to podium to take as long as they say, and not as
 * the machine makes them: see clock.c.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Is it the baseline, which is made in a folder of that name, or has clocks and
   no versions that are fixed? */
static inline int is_baseline(void)
{
	char path[4096] = "";

	return readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
	       strstr(path, "/original/") ||
	       (getenv("PODIUM_CLOCK_FILE") && !getenv("PODIUM_TRIAL_SEED") &&
		!getenv("PODIUM_VERSIONS"));
}

/* The time then in microseconds, 0 where nobody counts it. */
static long long spend(long microseconds)
{
	const char *path = getenv("TEST_CLOCK");
	int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *page = mmap(NULL, sizeof(long long), PROT_READ | PROT_WRITE,
			  MAP_SHARED, file, 0);
	long long now = 0;

	if (file >= 0)
		close(file);
	if (page != MAP_FAILED) {
		now = __atomic_add_fetch((long long *)page, microseconds,
					 __ATOMIC_SEQ_CST);
		munmap(page, sizeof(long long));
	}
	return now;
}
