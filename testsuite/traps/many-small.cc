/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Class templates in layers down to a thread's own value.
 * expect: any(.[]; .name == "mix" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "plain" and (.rewrite_why | length == 0))
 */
#include <cstdio>

template <class T> class PerThread
{
	static T &value()
	{
		static thread_local T t{};
		return t;
	}

      public:
	T &get()
	{
		return value();
	}
	operator T()
	{
		return get();
	}
};

template <class T> class Running
{
	PerThread<T> total;

      public:
	T add(T v)
	{
		return total.get() += v;
	}
};

template <class T> class Fixed
{
	T total{};

      public:
	T add(T v) const
	{
		return total + v;
	}
};

static void mix(long *x, int n)
{
	Running<long> running;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = running.add(i);
}

static void plain(long *x, int n)
{
	Fixed<long> fixed;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = fixed.add(x[i]);
}

int main()
{
	static long x[555];
	mix(x, 555);
	plain(x, 555);
	return std::printf("%ld\n", x[554]) < 0;
}
