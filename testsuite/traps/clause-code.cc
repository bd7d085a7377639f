/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clauses run code: what begins and ends the private copies of a class, what
 * assigns the last one, and a reduction of the program's own.
 * expect: any(.[]; .name == "begun" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "copied" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "assigned" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "ended" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "reduced" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "combined" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "plain" and (.rewrite_why + (.unseen // []) | length == 0))
 * expect: any(.[]; .name == "maximum" and (.rewrite_why + (.unseen // []) | length == 0))
 */
#include <cstdio>
#include <omp.h>
#define N 600
static int x[N], log_of[64];

struct Begun {
	int id = omp_get_thread_num();
};
struct Copied {
	int id = 0;
	Copied()
	{
	}
	Copied(const Copied &) : id(omp_get_thread_num())
	{
	}
};
struct Assigned {
	int id = 0;
	Assigned &operator=(const Assigned &other)
	{
		id = other.id + omp_get_thread_num();
		return *this;
	}
};
struct Ended {
	int id = 0;
	~Ended()
	{
		log_of[omp_get_thread_num()] += id;
	}
};
struct Plain {
	int id = 0;
	Plain()
	{
	}
	Plain(const Plain &other) : id(other.id + 1)
	{
	}
	~Plain()
	{
	}
};

static int me()
{
	return omp_get_thread_num();
}

#pragma omp declare reduction(mine:int : omp_out += omp_in)                    \
	initializer(omp_priv = me())
#pragma omp declare reduction(theirs:int : omp_out += omp_in * me())           \
	initializer(omp_priv = 0)
#pragma omp declare reduction(most:int : omp_out =                             \
	omp_out > omp_in ? omp_out : omp_in) initializer(omp_priv = 0)

static void begun()
{
	Begun s;
#pragma omp parallel for private(s)
	for (int i = 0; i < N; i++)
		x[i] = s.id;
}

static void copied()
{
	Copied s;
#pragma omp parallel for firstprivate(s)
	for (int i = 0; i < N; i++)
		x[i] = s.id;
}

static int assigned()
{
	Assigned s;
#pragma omp parallel for lastprivate(s)
	for (int i = 0; i < N; i++)
		s.id = i;
	return s.id;
}

static void ended()
{
	Ended s;
#pragma omp parallel for private(s)
	for (int i = 0; i < N; i++)
		x[i] += ++s.id > 0;
}

static int reduced()
{
	int s = 0;
#pragma omp parallel for reduction(mine : s)
	for (int i = 0; i < N; i++)
		s += x[i];
	return s;
}

static int combined()
{
	int s = 0;
#pragma omp parallel for reduction(theirs : s)
	for (int i = 0; i < N; i++)
		s += x[i];
	return s;
}

static void plain()
{
	Plain s;
#pragma omp parallel for firstprivate(s)
	for (int i = 0; i < N; i++)
		x[i] = s.id;
}

static int maximum()
{
	int s = 0;
#pragma omp parallel for reduction(most : s)
	for (int i = 0; i < N; i++)
		s = s > x[i] ? s : x[i];
	return s;
}

int main()
{
	begun();
	copied();
	ended();
	plain();
	return std::printf("%d %d %d %d %d\n", assigned(), reduced(),
			   combined(), maximum(), log_of[0]) < 0;
}
