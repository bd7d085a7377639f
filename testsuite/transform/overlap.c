/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a nest of oracle.c's pointers as it was written, and as it was changed,
 * on arrays that overlap and on others that do not: both must leave the same
 * bits. Prints how often both ran, and how often "taken" was counted, which is
 * done where the test at run time chose the changed loops.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 60000
#define REACH 12000 /* elements between arrays that do not overlap */

void nest_0(int n, int length, double *x, double *y, double *z);
void changed(int n, int length, double *x, double *y, double *z);

int taken;

static double memory[ROOM], wanted[ROOM];
static long runs, wrong;

struct place {
	long x, y, z; /* in memory */
};

static void fill(void)
{
	for (int i = 0; i < ROOM; i++)
		memory[i] = (double)(i * 7919L % 1000) / 999.;
}

static void compare(int n, int length, const struct place *at)
{
	fill();
	nest_0(n, length, memory + at->x, memory + at->y, memory + at->z);
	memcpy(wanted, memory, sizeof(memory));
	fill();
	changed(n, length, memory + at->x, memory + at->y, memory + at->z);
	runs++;
	if (memcmp(wanted, memory, sizeof(memory)) == 0)
		return;
	wrong++;
	printf("# n = %d, length = %d, y at %ld, z at %ld: other values\n", n,
	       length, at->y - at->x, at->z - at->x);
}

/* y and z by all distances near 0, and some far ones. */
static void compare_all(int n, int length)
{
	static const long far[] = {-REACH, -97, 0, 5, REACH};

	for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++)
		for (long near = -REACH; near <= REACH;
		     near += labs(near) < 64	? 3
			     : labs(near) < 500 ? 29
						: 2873) {
			struct place at = {ROOM / 2, ROOM / 2 + near,
					   ROOM / 2 + far[i]};

			compare(n, length, &at);
		}
}

int main(void)
{
	static const int sizes[] = {-3, 0, 1, 2, 4, 7};
	static const int lengths[] = {9, 4, 0, -5};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (size_t j = 0; j < sizeof(lengths) / sizeof(lengths[0]);
		     j++)
			compare_all(sizes[i], lengths[j]);
	printf("%ld runs, %d with the changed loops, %ld wrong\n", runs, taken,
	       wrong);
	return wrong > 0;
}
