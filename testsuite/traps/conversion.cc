/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An operator, a default argument and a member's initialiser ask.
 * expect: any(.[]; .name == "convert" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "defaulted" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "initialised" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "none" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <omp.h>
struct Slot {
	operator int() const
	{
		return omp_get_thread_num();
	}
};
struct Mine {
	int id = omp_get_thread_num();
};
static int x[300];

static int shift(int v, int by = omp_get_thread_num())
{
	return v + by;
}

static void convert()
{
	Slot slot;
#pragma omp parallel for
	for (int i = 0; i < 300; i++)
		x[i] += slot;
}

static void defaulted()
{
#pragma omp parallel for
	for (int i = 0; i < 300; i++)
		x[i] = shift(x[i]);
}

static void initialised()
{
#pragma omp parallel for
	for (int i = 0; i < 300; i++)
		x[i] += Mine().id;
}

static void none()
{
#pragma omp parallel for
	for (int i = 0; i < 300; i++)
		x[i] = shift(x[i], 2);
}

int main()
{
	convert();
	defaulted();
	initialised();
	none();
	return std::printf("%d\n", x[299]) < 0;
}
