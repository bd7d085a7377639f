// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of C++ that are made several times: objects that are made, copied and
// unmade by threads, iterators, exceptions, lambdas, templates.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct counted {
	static long made, unmade;
	long value;

	explicit counted(long value = 0) : value(value)
	{
#pragma omp atomic
		made++;
	}
	counted(const counted &other) : value(other.value)
	{
#pragma omp atomic
		made++;
	}
	counted &operator=(const counted &other) = default;
	~counted()
	{
#pragma omp atomic
		unmade++;
	}
};

long counted::made, counted::unmade;

#pragma omp declare reduction(add : counted : omp_out.value += omp_in.value)   \
	initializer(omp_priv = counted(0))

static long objects(int n)
{
	counted sum(0), first(5), last(0);

#pragma omp parallel for reduction(add : sum) firstprivate(first)              \
	lastprivate(last)
	for (int i = 0; i < n; i++) {
		counted own(i);

		sum.value += own.value + first.value;
		last = own;
	}
	return sum.value + last.value;
}

static long iterated(std::vector<int> &list)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (auto i = list.begin(); i < list.end(); ++i)
		sum += *i;
	return sum;
}

static long last_of(std::vector<int> &list)
{
	std::vector<int>::iterator i;

#pragma omp parallel
#pragma omp for lastprivate(i)
	for (i = list.begin(); i < list.end(); i += 2)
		*i += 1;
	return i - list.begin();
}

static long thrown(int n)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		std::string word(i % 5, 'x');

		try {
			if (i % 3 == 0)
				throw std::runtime_error(word);
			sum += word.size();
		} catch (const std::exception &error) {
			sum += 10 * std::string(error.what()).size();
		}
	}
	return sum;
}

template <typename T> struct grid {
	std::vector<T> cells;

	T add(int n)
	{
		T sum = 0;

#pragma omp parallel
		{
			auto twice = [&](T x) { return 2 * x + n; };

#pragma omp for reduction(+ : sum)
			for (int i = 0; i < n; i++)
				sum += twice(this->cells[i]);
		}
		return sum;
	}
};

int main()
{
	std::vector<int> list(500, 2);
	grid<long> longs{std::vector<long>(300, 3)};
	grid<int> ints{std::vector<int>(300, 4)};
	long sum = 0;

	for (int call = 0; call < 40; call++)
		sum += objects(100 + call) + iterated(list) + last_of(list) +
		       thrown(60) + longs.add(200) + ints.add(100);
	std::printf("%ld %d\n", sum, counted::made == counted::unmade);
	return 0;
}
