/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stops and continues a program. Signals to its process group do not reach all:
 * ranks of MPI have groups of their own, so /proc is asked for all descendants.
 */
#include "pulse.h"

#include <glob.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* So often in a run at least, */
#define PULSES 200

/* and for so many seconds together: clocks may tell whole ones alone. */
#define STOPPED 1.2

/* The least time between two pulses, in seconds. */
#define LEAST 5e-4

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A process is stopped before its children are looked for: it starts no more.
 */
static void tell_children(pid_t parent, int signal)
{
	char pattern[64];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "/proc/%d/task/*/children",
		 (int)parent);
	if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		FILE *file = fopen(found.gl_pathv[i], "re");
		int child;

		while (file && fscanf(file, "%d", &child) == 1) {
			kill(child, signal);
			tell_children(child, signal);
		}
		if (file)
			fclose(file);
	}
	globfree(&found);
}

struct pulse pulse_begin(double length)
{
	double time = now();

	srand48((long)getpid());
	return (struct pulse){.length = length,
			      .begun = time,
			      .continued = time,
			      .next = time + LEAST};
}

/* Exponentially distributed, of mean 1. */
static double draw(void)
{
	return -log(1 - drand48());
}

/*
 * It is stopped in proportion to the time that it has just run, so that it is
 * for as long as it runs at least. The share changes from interval to interval,
 * which grow with the run: parts of it with timers of their own do not change
 * alike.
 */
static double stop_seconds(const struct pulse *pulse, double time)
{
	double share = fmax(1, 1.5 * STOPPED / fmax(pulse->length, 1e-3));
	int piece = (int)(log1p((time - pulse->begun) / 1e-2) / log(1.5));
	double heavy = (piece * 2654435761u >> 7) & 1 ? 1.6 : .4;

	return draw() * (time - pulse->continued) * share * heavy;
}

double pulse_step(struct pulse *pulse)
{
	double time = now();

	if (time >= pulse->next) {
		pulse->stopped = !pulse->stopped;
		tell_children(getpid(), pulse->stopped ? SIGSTOP : SIGCONT);
		time = now();
		if (!pulse->stopped)
			pulse->continued = time;
		pulse->next =
			time + (pulse->stopped
					? stop_seconds(pulse, time)
					: draw() * fmax(pulse->length / PULSES,
							LEAST));
	}
	return fmax(pulse->next - time, 1e-5);
}
