/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says which thread ran which iteration: see versions.sh. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 6 };

static int owner[N][N];

static void show(const char *name)
{
	printf("%s:", name);
	for (int i = 0; i < N; i++)
		printf(" %d%d", owner[i][0], owner[0][i]);
	printf("\n");
}

static void region(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			owner[i][j] = omp_get_thread_num();
}

static void orphaned(int me)
{
#pragma omp for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			owner[i][j] = me;
}

static void nowait(int me)
{
#pragma omp for nowait
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			owner[i][j] = me;
#pragma omp for
	for (int i = 0; i < N; i++)
		owner[i][i] += 0;
}

static void all(const char *name)
{
	printf("%s\n", name);
	region();
	show("region");
#pragma omp parallel
	orphaned(omp_get_thread_num());
	show("orphaned");
#pragma omp parallel
	nowait(omp_get_thread_num());
	show("nowait");
}

static void *other(void *unused)
{
	all("another thread");
	return unused;
}

int main(void)
{
	pthread_t thread;

	all("first thread");
	omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
	all("nested");
	orphaned(7);
	show("no region");
	fflush(stdout);
	if (fork() == 0) {
		pthread_create(&thread, NULL, other, NULL);
		pthread_join(thread, NULL);
		return 0;
	}
	wait(NULL);
	return 0;
}
