// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounds of C++: members, references, containers, lambdas; see bounds.c.
#include <cstdio>
#include <vector>

namespace
{

class grid {
	int nx_, ny_;
	std::vector<double> cell_;

public:
	grid(int nx, int ny) : nx_(nx), ny_(ny), cell_(nx * ny) {}

	int nx() const { return nx_; }
	int ny() const { return ny_; }
	double &at(int i, int j) { return cell_[j * nx_ + i]; }

	// value: scale this->nx_ 20
	// value: scale this->ny_ 30
	void scale(double by)
	{
#pragma omp parallel for
		for (int j = 0; j < ny_; j++)
			for (int i = 0; i < nx_; i++)
				at(i, j) = at(i, j) * by + 1;
	}
};

struct solver {
	grid &on;
	int order;

	// value: sweep this->on.nx_ 20
	// value: sweep this->order 3
	void sweep()
	{
#pragma omp parallel for
		for (int i = 0; i < on.nx(); i++)
			for (int k = 0; k < order; k++)
				on.at(i, 2) += k;
	}
};

// value: smooth g.nx_ 20
// value: smooth g.ny_ 30
// value: smooth (inner) 20
void smooth(grid &g)
{
#pragma omp parallel for
	for (int j = 1; j < g.ny() - 1; j++)
		for (int i = 0; i < g.nx(); i++)
			g.at(i, j) += 0.5;
}

// Addresses are told from where the container begins.
// value: total v.begin() 0
// value: total v.end() 800
double total(const std::vector<double> &v)
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (std::size_t i = 0; i < v.size(); i++)
		sum += v[i];
	return sum;
}

// value: walk v.end() 800
void walk(std::vector<double> &v)
{
#pragma omp parallel for
	for (auto it = v.begin(); it < v.end(); ++it)
		*it += 2;
}

// value: turn rows.end() 240
// value: turn rows.begin().end() 160
void turn(std::vector<std::vector<double>> &rows)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < rows.size(); i++)
		for (std::size_t j = 0; j < rows[0].size(); j++)
			rows[i][j] += 1;
}

template <class Body> void each(int count, const Body &body)
{
#pragma omp parallel for
	for (int i = 0; i < count; i++)
		body(i);
}

template <int Dims> struct box {
	int low[Dims], high[Dims];
};

// value: fill b.low[1] 1
// value: fill b.high[0] 9
template <int Dims> void fill(const box<Dims> &b, double *to)
{
#pragma omp parallel for
	for (int i = b.low[1]; i < b.high[1]; i++)
		for (int j = b.low[0]; j < b.high[0]; j++)
			to[i * 10 + j] += 1;
}

} // namespace

int main()
{
	grid g(20, 30);
	solver s{g, 3};
	std::vector<double> v(100, 1.0);
	std::vector<std::vector<double>> rows(10, std::vector<double>(20));
	box<2> b = {{2, 1}, {9, 9}};
	int times = 17;

	for (int pass = 0; pass < 3; pass++) {
		g.scale(0.5);
		s.sweep();
		smooth(g);
		walk(v);
		turn(rows);
		fill(b, v.data());
		// value: each m 17
		each(100, [&v, m = times](int i) {
			for (int k = 0; k < m; k++)
				v[i] += k;
		});
	}
	std::printf("%g %g\n", total(v), g.at(3, 4));
	return 0;
}
