/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One loop of a region leaves something in a variable of its thread, and
 * another takes what the variable holds. Where it is set anew on each way
 * between, the loops do not rely on each other; elsewhere they do.
 * expect: [.[] | select(.name | test("^anew_")) | .rewrite_why | any(test("another loop"))] | length == 14 and (any | not)
 * expect: [.[] | select((.name | test("^old_")) and .id != "old_in_simd#2") | .rewrite_why | any(test("another loop, in 'k'"))] | length == 32 and all
 */
#include <stdlib.h>
#define N 64
#define LEAVE                                                                  \
	_Pragma("omp for") for (int i = 0; i < N; i++)                         \
	{                                                                      \
		a[i] += 1;                                                     \
		k = i;                                                         \
	}
#define TAKE                                                                   \
	_Pragma("omp for") for (int i = 0; i < N; i++) b[i] += k;
static double a[N], b[N];
static int most = 3;

static void anew_constant(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		k = 2;
		TAKE;
	}
}

/* By what all threads have, in steps. */
static void anew_shared(int last)
{
#pragma omp parallel
	{
		int k = 1, next;

		LEAVE;
		next = last - most;
		k = next + 1;
		TAKE;
	}
}

static void anew_each_way(int way)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		if (way)
			k = 2;
		else
			k = 3;
		TAKE;
	}
}

static void anew_counter(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		for (k = 0; k < 3; k++)
			TAKE;
	}
}

static void anew_each_step(int steps)
{
#pragma omp parallel
	{
		int k = 1;

		for (int s = 0; s < steps; s++) {
			k = s;
			TAKE;
			LEAVE;
		}
	}
}

static void anew_in_turn(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
#pragma omp critical
		k = 2;
		TAKE;
	}
}

/* No way leads back. */
static void anew_before(void)
{
	int k = 2;

	TAKE;
	LEAVE;
}

static void old_on_a_way(int way)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		if (way)
			k = 2;
		TAKE;
	}
}

static void old_next_step(int steps)
{
#pragma omp parallel
	{
		int k = 1;

		for (int s = 0; s < steps; s++) {
			TAKE;
			k = s;
			LEAVE;
		}
	}
}

static void old_under_other_name(void)
{
#pragma omp parallel
	{
		int k = 1, t;

		LEAVE;
		t = k;
		k = 0;
		k = t;
		TAKE;
	}
}

static void old_decides(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		if (k > N / 2)
			k = 1;
		else
			k = 2;
		TAKE;
	}
}

static __thread int kept;

__attribute__((noinline)) static void keep(int k)
{
	kept = k;
}

__attribute__((noinline)) static int fetch(void)
{
	return kept;
}

static void old_by_function(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		keep(k);
		k = 0;
		k = fetch();
		TAKE;
	}
}

static void old_in_memory(void)
{
#pragma omp parallel
	{
		int k = 1, *t = malloc(sizeof(*t));

		LEAVE;
		*t = k;
		k = 0;
		k = *t;
		TAKE;
		free(t);
	}
}

__attribute__((noinline)) static void perhaps(int *k)
{
	if (most > 3)
		*k = 0;
}

static void old_by_address(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		perhaps(&k);
		TAKE;
	}
}

/* Only one thread sets it. */
static void old_but_for_one(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
#pragma omp single
		k = 2;
		TAKE;
	}
}

/* Threads without an iteration do not set it. */
static void old_without_iteration(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
#pragma omp for
		for (int i = 0; i < 2; i++)
			k = 2;
		TAKE;
	}
}

static void old_without_step(int steps)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
		for (int s = 0; s < steps; s++)
			k = 2;
		TAKE;
	}
}

static void old_in_a_task(void)
{
#pragma omp parallel
	{
		int k = 1, t = 0;

		LEAVE;
#pragma omp task shared(t) firstprivate(k)
		t = k;
		k = 0;
#pragma omp taskwait
		k = t;
		TAKE;
	}
}

static void old_by_assembler(void)
{
#pragma omp parallel
	{
		int k = 1, t;

		LEAVE;
		__asm__("" : "=r"(t) : "0"(k));
		k = 0;
		k = t;
		TAKE;
	}
}

static void old_by_label(int way)
{
#pragma omp parallel
	{
		void *to = way ? &&one : &&other;
		int k = 1;

		LEAVE;
		goto *to;
one:
		k = 2;
other:;
		TAKE;
	}
}

static void old_in_simd(void)
{
#pragma omp parallel
	{
		int k = 1;

		LEAVE;
#pragma omp simd linear(k)
		for (int i = 0; i < 4; i++)
			k++;
		TAKE;
	}
}

static void old_orphans(int way)
{
	int k = 1;

	LEAVE;
	if (way)
		k = 2;
	TAKE;
}

/* Within one loop, whatever comes before it. */
static void old_alone(void)
{
	int k;

#pragma omp for schedule(static, 4)
	for (int i = 0; i < N; i++) {
		if (i % 4 == 0)
			k = i;
		b[i] = k;
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	anew_constant();
	anew_shared(argc);
	anew_each_way(argc);
	anew_counter();
	anew_each_step(argc);
	anew_in_turn();
	old_on_a_way(argc);
	old_next_step(argc);
	old_under_other_name();
	old_decides();
	old_by_function();
	old_in_memory();
	old_by_address();
	old_but_for_one();
	old_without_iteration();
	old_without_step(argc);
	old_in_a_task();
	old_by_assembler();
	old_by_label(argc);
	old_in_simd();
#pragma omp parallel
	{
		anew_before();
		old_orphans(argc);
		old_alone();
	}
	return 0;
}
