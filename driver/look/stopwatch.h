/*
 * Runs a program with several numbers of threads, round by round, and may look
 * at its parallel regions.
 */
#ifndef PODIUM_STOPWATCH_H
#define PODIUM_STOPWATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sweep_list;
struct trace;
struct text;

struct stopwatch_order {
	const char *const *arguments; /* of the program, NULL at the end */
	const double *threads;	      /* rising from 1 */
	size_t count;
	int rounds;
	const char *word; /* what it prints its time behind; NULL: the clock */
	/* what is loaded before it to see its regions; NULL: nothing */
	const char *library;
	/* no more threads in all, also if it asks for more by itself; with
	   one thread there are never more */
	bool limited;
	uint64_t seed; /* of the order within a round */
};

/*
 * Add the times of all rounds of the program, and of each region that every
 * run had if there is a library. On failure *problem says why, and nothing if
 * the user interrupted.
 */
bool stopwatch_run(const struct stopwatch_order *order,
		   struct sweep_list *programs, struct text *problem);

/*
 * Add a line if others kept the processors busy before this began, which no
 * figure of a run can tell from what the program does.
 */
void stopwatch_note_load(struct text *out);

/* The pieces of it: a place for what runs print, one run, another order. */
bool stopwatch_open(struct text *problem);
void stopwatch_close(void);

/* Look at its regions unless "seen" is NULL. */
bool stopwatch_once(const struct stopwatch_order *order, double threads,
		    double *seconds, struct trace *seen, struct text *problem);

void stopwatch_shuffle(size_t *places, size_t count, uint64_t *seed);

#endif
