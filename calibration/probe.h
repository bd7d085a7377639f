/*
 * Probes: small pieces of code that are timed in rounds. Every round takes
 * one short sample of each, in another order, so that a slow phase of the
 * machine meets all alike; the low decile of the samples is the result.
 *
 * A program of this folder is compiled by the user's GCC, started as
 *
 *	PROGRAM budget=2.5 cpus=0,1 threads=1,2 caches=32768,1048576,33554432
 *...
 *
 * and prints lines "NAME NANOSECONDS SPREAD", or "NAME@THREADS ...", for
 * podium calibrate to read. It never fails for what it measured.
 */
#ifndef PODIUM_PROBE_H
#define PODIUM_PROBE_H

#include <stdbool.h>

#define PROBE_MOST 256
#define PROBE_NUMBERS 64

/* The compiler must take the value for used, and changed. */
#define KEEP(variable) __asm__ volatile("" : "+r"(variable))
#ifdef __aarch64__
#define KEEP_FLOAT(variable) __asm__ volatile("" : "+w"(variable))
#else
#define KEEP_FLOAT(variable) __asm__ volatile("" : "+x"(variable))
#endif
/* What the pointer leads to may be read and changed, as all memory. */
#define FENCE(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

/* What podium calibrate tells a program. */
struct probe_setup {
	double budget; /* seconds to run */
	int cpus[PROBE_NUMBERS], cpu_count;
	int threads[PROBE_NUMBERS], thread_count; /* numbers to try, rising */
	double cache[3];			  /* bytes */
	int line, page;
	unsigned seed;
};

extern struct probe_setup probe_setup;

struct probe {
	char name[56];
	/* does "count" units of the work; returns seconds */
	double (*run)(const struct probe *probe, long count);
	double units;	 /* in what a count of one does; 0 is 1 */
	int threads;	 /* of its team */
	long size, step; /* whatever "run" needs */
	void *data;
	/* found by probe_measure: */
	long count;
	double value, spread; /* nanoseconds a unit, share of it */
	double median;
};

/* Read the arguments; false, and a word on stderr, if they are no good. */
bool probe_arguments(char **arguments);

/* Seconds of a clock that only goes forward. */
double probe_now(void);

/* Bind the calling thread to the processor of thread "number". */
void probe_pin(int number);

/* Let the calling thread, and those that it begins, go to any processor. */
void probe_unpin(void);

/* Bind all threads of a team. */
void probe_pin_team(int threads);

/* A probe of that name at the end of the list; the caller fills the rest. */
struct probe *probe_add(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
struct probe *probe_find(const char *name);

/* Sample all probes until the budget is spent. */
void probe_measure(void);

/* Print a line. A spread that is not known is 0. */
void probe_report(const char *name, double nanoseconds, double spread);

/* Print the probe as it is. */
void probe_report_one(const struct probe *probe);

/* Print all probes whose names begin so. */
void probe_report_matching(const char *beginning);

/*
 * Print probe less base, times "factor", as "name". The spread is that of
 * both, as a share of what is left.
 */
void probe_report_less(const char *name, const struct probe *probe,
		       const struct probe *base, double factor);

/* The same as "name@threads". */
void probe_report_curve(const char *name, const struct probe *probe,
			const struct probe *base, double factor);

/*
 * The probes that every program has: "clock", one cycle, and the same work
 * twice as "check.a" and "check.b", which tells how far to trust the rest.
 */
void probe_add_checks(void);
void probe_report_checks(void);

/* A loop of that many cycles, the work in EPCC's sense. */
void probe_delay(long cycles);

#endif
