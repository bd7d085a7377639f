/*
 * Schedules: which thread gets which iterations, and how much work that is.
 */
#ifndef PODIUM_SCHEDULE_H
#define PODIUM_SCHEDULE_H

#include "machine.h"
#include "series.h"

#define SCHEDULE_MAX_THREADS 1024

struct schedule {
	enum machine_schedule kind;
	double chunk; /* at least 1, a fraction is left out; without meaning
			 for SCHEDULE_STATIC */
	int threads;
};

struct schedule_shares {
	double busiest; /* work of the thread that has most */
	double total;	/* of all */
	double chunks;	/* of all threads */
	double busiest_chunks;
	double most_chunks;	/* of any thread */
	double largest;		/* iterations in the largest chunk */
	double most_iterations; /* of any thread */
	/* part of the iterations that one block for each thread would give to
	   another; of whoever comes first it is anybody's guess */
	double elsewhere;
	/* near, not exact, as there are too many chunks */
	bool sampled;
};

/*
 * Share out the iterations of the series. Dynamic and guided chunks go to
 * the thread that has had least work, of several the one with fewest chunks,
 * as if chunks cost nothing. More than 512 chunks (16 for each thread, if that
 * is more; 4096 of guided) are not handed out one by one. Those that go round
 * in turn are then summed, which is exact; of the others only the last are
 * handed out: the number of chunks and the largest are exact, the busiest
 * thread is found within 2 %. libgomp counts an iteration less for
 * guided where the last step of a loop ends beyond its bound: chunks there may
 * differ by one iteration.
 * "work", if not NULL, gets the work of each thread. Equation (2) of
 * doc/models.md.
 */
enum model_status schedule_share(const struct series *series,
				 const struct schedule *schedule,
				 struct schedule_shares *shares, double *work);

#endif
