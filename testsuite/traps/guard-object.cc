/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The constructor of a guard takes the arena of its thread, the destructor
 * leaves what was written for the next iteration.
 * expect: any(.[]; .name == "pack" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "tidy" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <omp.h>
static struct Arena {
	int used, bytes[256];
} arenas[64];

class Lease
{
	Arena &arena;

      public:
	Lease() : arena(arenas[omp_get_thread_num() % 64])
	{
	}
	~Lease()
	{
		arena.used++;
	}
	int &slot()
	{
		return arena.bytes[arena.used & 255];
	}
};

class Local
{
	int value = 0;

      public:
	int &slot()
	{
		return value;
	}
};

static void pack(int *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		Lease lease;
		x[i] = lease.slot() += i;
	}
}

static void tidy(int *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		Local local;
		x[i] += local.slot() += i;
	}
}

int main()
{
	static int x[333];
	pack(x, 333);
	tidy(x, 333);
	return std::printf("%d\n", x[332]) < 0;
}
