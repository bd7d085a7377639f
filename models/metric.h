/*
 * The synchronisation overhead metric O(P): what synchronisation costs a
 * program by what stands in its source.
 */
#ifndef PODIUM_METRIC_H
#define PODIUM_METRIC_H

#include "machine.h"
#include "status.h"

enum metric_mechanism {
	METRIC_BARRIER,	 /* all threads, counted */
	METRIC_WAIT,	 /* one thread for a word of another, counted */
	METRIC_AWAIT,	 /* condition variables, counted */
	METRIC_EXCHANGE, /* hand-over between two, counted */
	METRIC_SYNC,	 /* critical sections, sum of sizes */
	METRIC_LOCK,	 /* sections under a lock, sum of sizes */
	METRIC_ATOMIC,	 /* sections of one instruction, counted */
	METRIC_COUNT
};

/* "barrier", "wait", "condition", "ordered", "critical", "lock", "atomic" */
const char *metric_name(enum metric_mechanism mechanism);

/*
 * A program. The size of a section is its statements and one for entering
 * it, so that two sections cost more than one that has all they have.
 */
struct metric_program {
	double amount[METRIC_COUNT];
	double statements, conditional; /* that the threads run */
};

struct metric_weights {
	double weight[METRIC_COUNT];
	double sigma;
};

/* Those that were published, for sigma = 100; an atomic is a section of 1. */
void metric_published(struct metric_weights *weights);

/*
 * Those of a machine for so many threads: what makes O(P) the cycles that
 * the machine takes for each mechanism where nothing is conditional. A
 * condition variable costs, beside a wait, what it was published to.
 */
void metric_of_machine(const struct machine *machine, double threads,
		       struct metric_weights *weights);

struct metric_result {
	double dissimilarity; /* conditional ones of all statements */
	double term[METRIC_COUNT];
	double overhead; /* their sum: O(P) */
};

/*
 * O(P) = w_barrier p #barrier f + (sum of w amount) / f of all others, with
 * f = sigma load (1 + dissimilarity). Equation (32) of doc/models.md. "load" is
 * 1 for a thread a core. MODEL_NOT_POSITIVE: threads, load or sigma are not
 * above zero. MODEL_BAD_ARGUMENT: an amount is below zero, or there are more
 * conditional statements than statements.
 */
enum model_status metric_overhead(const struct metric_program *program,
				  const struct metric_weights *weights,
				  double threads, double load,
				  struct metric_result *result);

#endif
