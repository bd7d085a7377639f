/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone and static loops, both in functions that are
 * called through pointers, with no barrier between, or with one.
 * expect: any(.[]; .name == "flux" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "Sweep::run" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "apart" and (.rewrite_why | length == 0))
 */
static const int N = 300;
static double q[N], r[N], x[N], y[N], u[N], v[N];
static long calls;

static void edge()
{
#pragma omp master
	q[0] = 1;
}

static void flux()
{
#pragma omp for schedule(static)
	for (int i = 0; i < N; i++)
		r[i] = q[i];
}

static void (*const stages[])() = {edge, flux};

void in_turn()
{
#pragma omp parallel
	for (int k = 0; k < 2; k++)
		stages[k]();
}

struct stage {
	virtual void run() = 0;
};

struct Edge : stage {
	void run() override
	{
#pragma omp master
		x[0] = 3;
	}
};

struct Sweep : stage {
	void run() override
	{
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
};

void in_objects(stage **list)
{
#pragma omp parallel
	for (int k = 0; k < 2; k++)
		list[k]->run();
}

static void count(int)
{
#pragma omp master
	calls++;
}

static void set(int)
{
#pragma omp master
	u[0] = 3;
#pragma omp barrier
}

static void apart(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		v[i] = u[i];
}

static void (*const separate[])(int) = {count, set, apart};

void with_barrier()
{
#pragma omp parallel
	for (int k = 0; k < 3; k++) {
		separate[k](N);
#pragma omp barrier
	}
}

int main()
{
	static Edge first;
	static Sweep second;
	stage *list[] = {&first, &second};

	in_turn();
	in_objects(list);
	with_barrier();
	return 0;
}
