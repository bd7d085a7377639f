/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of a loop that are none of its trial: see trial.sh. */
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 300 };

static long cell[SIZE];
static int dies, alone;

static void region(void)
{
#pragma omp parallel for
	for (int i = 0; i < SIZE; i++) {
		cell[i] += i;
		if (dies && omp_get_num_threads() == 1)
#pragma omp atomic
			alone++;
		if (alone > SIZE)
			abort();
	}
}

static void shared(void)
{
#pragma omp for
	for (int i = 0; i < SIZE; i++)
		cell[i] += 2;
}

static void both(int calls)
{
	for (int call = 0; call < calls; call++) {
		region();
#pragma omp parallel
		shared();
	}
}

static void *other(void *unused)
{
	both(3);
	return unused;
}

static void module(void)
{
	void *library = dlopen("./module.so", RTLD_NOW);
	void *symbol = library ? dlsym(library, "module_loop") : NULL;
	void (*loop)(int) = NULL;

	memcpy(&loop, &symbol, sizeof(symbol));
	for (int call = 0; loop && call < 30; call++)
		loop(60);
}

/* In a module, in the other thread, in a child, in regions, outside of all. */
static void stray(const char *how)
{
	pthread_t thread;

	if (strcmp(how, "thread") == 0) {
		pthread_create(&thread, NULL, other, NULL);
		pthread_join(thread, NULL);
	} else if (strcmp(how, "fork") == 0) {
		if (fork() == 0) {
			omp_set_num_threads(1);
			both(20);
			exit(0);
		}
		wait(NULL);
	} else if (strcmp(how, "module") == 0) {
		module();
	} else if (strcmp(how, "nested") == 0) {
		omp_set_max_active_levels(2);
#pragma omp parallel num_threads(1)
		both(7);
		shared();
	}
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	dies = strcmp(how, "crash") == 0;
	both(strcmp(how, "twice") == 0 ? 2 : 30);
	stray(how);
	if (strcmp(how, "twice") != 0)
		both(30);
	printf("%ld\n", cell[7]);
	return 0;
}
