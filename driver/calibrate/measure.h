/*
 * Compiles the programs of calibration/ with the user's GCC, runs them in
 * passes, and keeps what they report.
 */
#ifndef PODIUM_MEASURE_H
#define PODIUM_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

struct node;
struct records;
struct text;
struct topology;

#define MEASURE_PASSES 16
#define MEASURE_NAME 56

enum measure_program {
	MEASURE_OPERATIONS,
	MEASURE_MEMORY,
	MEASURE_THREADS,
	MEASURE_PATTERNS,
	MEASURE_PROGRAMS
};

/* What one name was in each pass. */
struct measured {
	char name[MEASURE_NAME];
	enum measure_program program;
	int count;
	double value[MEASURE_PASSES];  /* nanoseconds */
	double clock[MEASURE_PASSES];  /* nanoseconds of a cycle, that pass */
	double spread[MEASURE_PASSES]; /* between the samples, a share */
};

struct measure {
	const char *gcc;
	const char *march; /* "-march=native", or that of the node */
	struct node *node; /* where the programs run; NULL: here */
	const struct topology *topology;
	const int *threads; /* numbers to try, rising */
	int thread_count;
	int vector_bytes; /* 0: not known */
	char *libgomp;	  /* that the programs load, NULL: not known */
	int passes;
	double deadline; /* by measure_now() */
	struct measured *list;
	size_t count;
};

/*
 * The folder of the programs' sources, see data.h. NULL and a *problem if
 * there is none. The caller frees it.
 */
char *measure_folder(struct text *problem);

/*
 * Fill the list. On failure *problem says why; it stays empty where the
 * compiler has said so, or the user interrupts.
 */
bool measure_run(struct measure *measure, struct text *problem);

/* Take the lines that a program printed; false if one is none of its. */
bool measure_take(struct measure *measure, enum measure_program program,
		  const char *lines);

/* Seconds of a clock that only goes forward. */
double measure_now(void);

/* NULL if that was never reported. */
const struct measured *measure_find(const struct measure *measure,
				    const char *name);

/* The median over the passes. */
double measured_nanoseconds(const struct measured *measured);

/* In cycles of each pass: the mean of the middle half. */
double measured_cycles(const struct measured *measured);

/* How far the middle half of the passes spreads about it, in cycles. */
double measured_noise(const struct measured *measured);

void measure_free(struct measure *measure);

#endif
