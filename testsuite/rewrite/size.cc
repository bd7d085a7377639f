/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of C++; each tells by how many threads it runs.
 */
#include <algorithm>
#include <cstdio>
#include <omp.h>

#define TELL (seen = omp_get_num_threads())
#define SHOW(call) (seen = 0, call, printf("%s %d\n", #call, seen))

static int seen;

struct matrix {
	int rows, columns;

	void fill();
	void tiles(int tile, const int &most);
};

void matrix::fill()
{
#pragma omp parallel for
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			TELL;
}

void matrix::tiles(int tile, const int &most)
{
#pragma omp parallel for
	for (int i = 0; i < most; i += tile)
		for (int j = i; j < std::min(i + tile, most); j++)
			TELL;
}

template <typename T> void each(T *from, T *to)
{
#pragma omp parallel for
	for (T *i = from; i != to; i++)
		TELL;
}

int main()
{
	matrix m = {10, 20};
	double a[300];

	omp_set_dynamic(0);
	omp_set_num_threads(6);
	SHOW(m.fill());
	m.columns = 4;
	SHOW(m.fill());
	SHOW(m.tiles(16, 200));
	SHOW(each(a, a));
	SHOW(each(a, a + 170));
}
