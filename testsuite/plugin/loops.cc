/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP as C++ has it: templates, members, lambdas, iterators, exceptions. */

extern double outside(double);

template <typename T> struct span {
	T *first, *last;

	T *begin() const
	{
		return first;
	}
	T *end() const
	{
		return last;
	}
	T &operator[](long i) const
	{
		return first[i];
	}
	long size() const
	{
		return last - first;
	}
};

template <typename T> T dot(const span<T> &a, const span<T> &b)
{
	T s = 0;

#pragma omp parallel for reduction(+ : s)
	for (long i = 0; i < a.size(); i++)
		s += a[i] * b[i];
	return s;
}

template double dot(const span<double> &, const span<double> &);
template int dot(const span<int> &, const span<int> &);

class field
{
	int n;
	double *v;
	double total;

public:
	field(int size) : n(size), v(new double[size]), total(0)
	{
	}
	~field()
	{
		delete[] v;
	}
	double add();
	void each(double by);
};

double field::add()
{
#pragma omp parallel for reduction(+ : total) firstprivate(n)
	for (int i = 0; i < n; i++)
		total += v[i];
	return total;
}

void field::each(double by)
{
	auto one = [this, &by](int from, int to) {
#pragma omp parallel for schedule(static, 8)
		for (int i = from; i < to; ++i)
			v[i] *= by;
	};

	one(0, n / 2);
	one(n / 2, n);
}

struct cleaner {
	int *where;

	cleaner(int *place) : where(place)
	{
	}
	cleaner(const cleaner &other) : where(other.where)
	{
		++*where;
	}
	~cleaner()
	{
		--*where;
	}
};

int walk(span<double> s, int *count)
{
	cleaner c(count);

#pragma omp parallel for firstprivate(c)
	for (double *p = s.begin(); p < s.end(); ++p) {
		try {
			*p = outside(*p);
		} catch (int) {
			*c.where += 1;
		}
	}
#pragma omp parallel for
	for (double &x : s)
		x += 1;
	return *count;
}

template <int N> inline int unrolled(int (&a)[N][N])
{
	int odd = 0;

#pragma omp parallel for simd collapse(2) reduction(^ : odd)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			odd ^= a[i][j];
	return odd;
}

int use(int (&a)[16][16])
{
	field f(1000);

	f.each(f.add());
	return unrolled(a);
}
