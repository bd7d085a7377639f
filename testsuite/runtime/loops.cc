// SPDX-License-Identifier: GPL-3.0-or-later
// Loops whose counts and values are known; expectations are in clock.sh.
#include <cstdio>
#include <vector>

template <typename T> struct grid {
	std::vector<T> cells;
	explicit grid(int size) : cells(size, 1)
	{
	}

	void add(T summand, const int &count)
	{
#pragma omp parallel for schedule(dynamic, 3)
		for (int i = 0; i < count; i++)
			cells[i] += summand;
	}
};

static long through_iterator(std::vector<long> &v)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (auto i = v.begin(); i < v.end(); ++i)
		sum += *i;
	return sum;
}

static long caught(int limit)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < limit; i++) {
		try {
			if (i % 2)
				throw i;
			sum += i;
		} catch (int thrown) {
			sum -= thrown;
		}
	}
	return sum;
}

int main()
{
	grid<long> longs(50);
	grid<short> shorts(30);
	long sum = 0;

	for (int turn = 0; turn < 4; turn++) {
		longs.add(2, 40 + turn);
		shorts.add(1, 30);
		sum += through_iterator(longs.cells) + caught(9);
		auto lambda = [&](int rows) {
#pragma omp parallel for reduction(+ : sum)
			for (int i = 0; i < rows; i++)
				sum += shorts.cells[i];
		};
		lambda(5);
	}
	std::printf("%ld\n", sum);
	return 3;
}
