/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that ends in the way its first argument says; see ends.sh. */
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long cell[64];

static void loop(int rows)
{
#pragma omp parallel for
	for (int i = 0; i < rows; i++)
		cell[i % 64] += 1;
}

static void serial_loop(int rows)
{
#pragma omp for
	for (int i = 0; i < rows; i++)
		cell[i % 64] += 1;
}

static void end_inside(void (*end)(int), int how)
{
#pragma omp parallel for
	for (int i = 0; i < 8; i++)
		if (i == 5) {
#pragma omp critical
			end(how);
		}
}

static void in_child(void (*action)(void))
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		action();
	waitpid(child, &status, 0);
	printf("child %d\n", status);
}

static void loop_and_exit(void)
{
	serial_loop(3);
	exit(5);
}

static void run_true(void)
{
	execlp("true", "true", (char *)NULL);
	_exit(9);
}

static void nested(void)
{
	omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
	{
#pragma omp for
		for (int i = 0; i < 4; i++)
			loop(5);
	}
}

static void many(void)
{
	for (int i = 0; i < 1000000; i++)
		serial_loop(1);
}

static void crowd(void)
{
	omp_set_num_threads(40);
	loop(400);
}

static void *thread(void *argument)
{
	loop(4);
	return argument;
}

/* One after the other: the places of those that ended are taken again. */
static void threads(void)
{
	for (int i = 0; i < 200; i++) {
		pthread_t one;

		pthread_create(&one, NULL, thread, NULL);
		pthread_join(one, NULL);
	}
}

static void jump(void)
{
	static jmp_buf back;

	for (volatile int i = 0; i < 1000; i++)
		if (setjmp(back) == 0) {
#pragma omp for
			for (int j = 0; j < 4; j++)
				cell[j]++;
			longjmp(back, 1);
		}
}

static void cancel(void)
{
	for (int turn = 0; turn < 200; turn++) {
#pragma omp parallel
		{
#pragma omp for
			for (int i = 0; i < 100; i++) {
#pragma omp cancel for
			}
		}
	}
}

static void module(void)
{
	for (int turn = 0; turn < 3; turn++) {
		void *handle = dlopen("./module.so", RTLD_NOW);
		void (*call)(int);
		void *symbol = handle ? dlsym(handle, "module_loop") : NULL;

		if (!symbol)
			exit(8);
		memcpy(&call, &symbol, sizeof(call));
		call(6);
		dlclose(handle);
	}
}

static void raise_signal(int number)
{
	raise(number);
}

static const struct way {
	const char *name;
	void (*call)(void);
	void (*end)(int);
	int how;
	int inside;
} ways[] = {
	{"return", NULL, NULL, 0, 0},
	{"exit", NULL, exit, 3, 0},
	{"exit-inside", NULL, exit, 3, 1},
	{"_exit", NULL, _exit, 4, 0},
	{"_exit-inside", NULL, _exit, 4, 1},
	{"quick_exit", NULL, quick_exit, 6, 0},
	{"abort", NULL, raise_signal, SIGABRT, 1},
	{"segv", NULL, raise_signal, SIGSEGV, 1},
	{"term", NULL, raise_signal, SIGTERM, 0},
	{"kill", NULL, raise_signal, SIGKILL, 0},
	{"nested", nested, NULL, 0, 0},
	{"many", many, NULL, 0, 0},
	{"crowd", crowd, NULL, 0, 0},
	{"threads", threads, NULL, 0, 0},
	{"jump", jump, NULL, 0, 0},
	{"cancel", cancel, NULL, 0, 0},
	{"module", module, NULL, 0, 0},
};

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "return";

	setvbuf(stdout, NULL, _IONBF, 0);
	loop(10);
	puts("hello");
	if (strcmp(name, "fork") == 0)
		in_child(loop_and_exit);
	if (strcmp(name, "exec") == 0)
		in_child(run_true);
	if (strcmp(name, "chdir") == 0 && chdir("/") != 0)
		return 9;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		const struct way *way = &ways[i];

		if (strcmp(way->name, name) != 0)
			continue;
		if (way->call)
			way->call();
		if (way->inside)
			end_inside(way->end, way->how);
		else if (way->end)
			way->end(way->how);
	}
	return 2;
}
