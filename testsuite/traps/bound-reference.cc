/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds behind references, in members of members, in a vector's size.
 * expect: all(.[]; .analysed and .nest[0].trip != null)
 * expect: any(.[]; .name == "Box::clear" and .nest[1].trip != null)
 * expect: length == 3
 */
#include <array>
#include <cstdio>
#include <vector>

struct Extent {
	int lower, upper;
};

class Box
{
	std::array<Extent, 2> range;
	std::vector<double> cell;

      public:
	Box(int n, int m) : range{{{0, n}, {1, m}}}, cell(n * m)
	{
	}
	void clear()
	{
#pragma omp parallel for
		for (int i = range[0].lower; i < range[0].upper; i++)
			for (int j = range[1].lower; j < range[1].upper; j++)
				cell[i * range[1].upper + j] = i + j;
	}
	void add(const int &many, double &by)
	{
#pragma omp parallel for
		for (int i = 0; i < many; i++)
			cell[i] += by;
	}
	double sum() const
	{
		double all = 0;
#pragma omp parallel for reduction(+ : all)
		for (std::size_t i = 0; i < cell.size(); ++i)
			all += cell[i];
		return all;
	}
};

int main()
{
	Box box(20, 30);
	double by = 0.5;
	box.clear();
	box.add(600, by);
	return std::printf("%g\n", box.sum()) < 0;
}
