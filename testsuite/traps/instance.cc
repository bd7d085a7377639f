/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Templates that are instantiated in another unit.
 * expect: any(.[]; .name == "harmless" and (.rewrite_why + (.unseen // []) | length == 0))
 * expect: any(.[]; .name == "counting" and (.rewrite_why | length > 0))
 */
#include <cstdio>
#define N 640
template <class T> struct Scale {
	static T apply(T value);
};
template <class T> struct Count {
	static T take();
};
static int x[N];

static void harmless()
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = Scale<int>::apply(i);
}

static void counting()
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = Count<int>::take();
}

int main()
{
	harmless();
	counting();
	return std::printf("%d\n", x[N - 1]) < 0;
}
