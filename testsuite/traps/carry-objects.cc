// SPDX-License-Identifier: GPL-3.0-or-later
//
// Objects that threads have for themselves, given on by reference.
// expect: any(.[]; .name == "drawn" and any(.rewrite_why[]; test("'engine'")))
// expect: any(.[]; .name == "called" and any(.rewrite_why[]; test("'dice'.*Dice::roll")))
// expect: any(.[]; .name == "handed_on" and any(.rewrite_why[]; test("'dice'.*Dice::roll")))
// expect: any(.[]; .name == "cached" and (.rewrite_why | length > 0))
// expect: any(.[]; .name == "seeded_anew" and (.rewrite_why == []))
// expect: any(.[]; .name == "reset_first" and (.rewrite_why == []))
// expect: any(.[]; .name == "filled" and (.rewrite_why == []))
// expect: any(.[]; .name == "resized" and (.rewrite_why == []))
// expect: any(.[]; .name == "summed" and (.rewrite_why == []) and (.reorders | length > 0))
// expect: any(.[]; .name == "read_only" and (.rewrite_why == []) and (.reorders == []))
#include <cstdio>
#include <random>
#include <vector>

struct Dice {
	unsigned long state;

	explicit Dice(unsigned long seed) : state(seed)
	{
	}
	double roll()
	{
		state = state * 6364136223846793005ul + 1442695040888963407ul;
		return static_cast<double>(state >> 40);
	}
};

static double twice(Dice &dice)
{
	return dice.roll() + dice.roll();
}

static void drawn(std::vector<double> &x)
{
#pragma omp parallel
	{
		std::mt19937_64 engine(7);
		std::normal_distribution<double> normal;
#pragma omp for
		for (int i = 0; i < 500; i++)
			x[i] = normal(engine);
	}
}

static void called(std::vector<double> &x)
{
#pragma omp parallel
	{
		Dice dice(7);
#pragma omp for
		for (int i = 0; i < 500; i++)
			x[i] = dice.roll();
	}
}

static void handed_on(std::vector<double> &x, Dice dice)
{
#pragma omp parallel for firstprivate(dice)
	for (int i = 0; i < 500; i++)
		x[i] = twice(dice);
}

static double look_up(int key, int &known, double &value)
{
	if (key != known) {
		known = key;
		value += key * 0.5;
	}
	return value;
}

static void cached(std::vector<double> &x)
{
#pragma omp parallel
	{
		int known = -1;
		double value = 0;
#pragma omp for
		for (int i = 0; i < 500; i++)
			x[i] = look_up(i / 3, known, value);
	}
}

static void seeded_anew(std::vector<double> &x)
{
#pragma omp parallel
	{
		std::mt19937 engine;
#pragma omp for
		for (int i = 0; i < 500; i++) {
			engine = std::mt19937(i);
			x[i] = engine();
		}
	}
}

static void reset_first(std::vector<double> &x)
{
#pragma omp parallel
	{
		Dice dice(1);
#pragma omp for
		for (int i = 0; i < 500; i++) {
			dice = Dice(i);
			x[i] = twice(dice);
		}
	}
}

static void fill(double *row, int i)
{
	for (int j = 0; j < 8; j++)
		row[j] = i + j;
}

static void filled(std::vector<double> &x)
{
#pragma omp parallel
	{
		double row[8];
#pragma omp for
		for (int i = 0; i < 500; i++) {
			fill(row, i);
			for (int j = 1; j < 8; j++)
				x[i] += row[j] * row[j - 1];
		}
	}
}

static void resized(std::vector<double> &x)
{
#pragma omp parallel
	{
		std::vector<double> row;
#pragma omp for
		for (int i = 0; i < 500; i++) {
			row.clear();
			for (int j = 0; j < 8; j++)
				row.push_back(i * j);
			for (double v : row)
				x[i] += v;
		}
	}
}

struct Sum {
	double value = 0;
	void add(double more)
	{
		value += more;
	}
};

static double summed(const std::vector<double> &x)
{
	double all = 0;
#pragma omp parallel
	{
		Sum mine;
#pragma omp for nowait
		for (int i = 0; i < 500; i++)
			mine.add(x[i]);
#pragma omp critical
		all += mine.value;
	}
	return all;
}

static void read_only(std::vector<double> &x)
{
#pragma omp parallel
	{
		std::vector<double> weights(8, 0.5);
#pragma omp for
		for (int i = 0; i < 500; i++)
			x[i] *= weights[i % 8];
	}
}

int main()
{
	std::vector<double> x(500);

	drawn(x);
	called(x);
	handed_on(x, Dice(4));
	cached(x);
	seeded_anew(x);
	reset_first(x);
	filled(x);
	resized(x);
	read_only(x);
	return std::printf("%g %g\n", summed(x), x[3]) < 0;
}
