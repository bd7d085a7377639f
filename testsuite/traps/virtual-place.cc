/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A virtual call reaches what stands at its place in tables of the class and
 * of those derived from it, and no other method of that type; a pointer to a
 * method reaches virtual ones, too, and one to a function no method.
 * expect: any(.[]; .name == "known" and (.rewrite_why + (.unseen // []) | length == 0))
 * expect: any(.[]; .name == "other_place" and (.rewrite_why + (.unseen // []) | length == 0))
 * expect: any(.[]; .name == "plain" and (.rewrite_why + (.unseen // []) | length == 0))
 * expect: any(.[]; .name == "any" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "second" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "far" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "by_pointer" and (.rewrite_why | length > 0))
 */
#include <cstdio>
#include <omp.h>
#define N 640
static int x[N];

struct Base {
	virtual int f(int i) const = 0;
	virtual int g(int i) const
	{
		return i;
	}
	virtual ~Base()
	{
	}
};
struct Other {
	virtual int h(int i) const
	{
		return i + 2;
	}
	virtual ~Other()
	{
	}
};
struct Good : Base {
	int f(int i) const override
	{
		return i;
	}
};
struct Better : Good {
	int f(int i) const override
	{
		return i + 1;
	}
};
struct Bad : Base, Other {
	int f(int i) const override
	{
		return i + omp_get_thread_num();
	}
	int h(int i) const override
	{
		return i - omp_get_thread_num();
	}
};
struct Far : virtual Bad {
};
struct Member {
	int a(int i)
	{
		return i;
	}
	int b(int i)
	{
		return i + omp_get_thread_num();
	}
};

static int identity(const Base *, int i)
{
	return i;
}

static void known(const Good &o)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = o.f(i);
}

static void other_place(const Base &o)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = o.g(i);
}

static void plain(int (*function)(const Base *, int))
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = function(nullptr, i);
}

static void any(const Base &o)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = o.f(i);
}

static void second(const Other &o)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = o.h(i);
}

static void far(const Far &o)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = o.f(i);
}

static void by_pointer(const Base &o, int (Base::*method)(int) const)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = (o.*method)(i);
}

int main()
{
	Good good;
	Better better;
	Bad bad;
	Far away;
	Member member;

	known(good);
	known(better);
	other_place(bad);
	plain(identity);
	any(bad);
	any(good);
	second(bad);
	far(away);
	by_pointer(bad, &Base::f);
	return std::printf("%d %d\n", member.a(x[3]), member.b(x[4])) < 0;
}
