/*
 * The trials of a tuning: variants beside the original, the best of them
 * again, and the chosen one until it is certain.
 */
#ifndef PODIUM_TRIAL_H
#define PODIUM_TRIAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/confirm.h"
#include "session.h"

struct choices;
struct hot;

struct trial {
	struct session *session;
	struct hot *hot;
	size_t most;   /* runs of variants, 0: as many as it takes */
	size_t rounds; /* of confirmation, at most */
	/* every variant that was met, and its time by the original's */
	struct trial_contender {
		struct contender contender;
		size_t choice; /* how it is compiled */
		double ratio;  /* 0: not known */
		double *loops; /* the same of each hot loop by its clock, or
				  NULL */
		bool offered;  /* as one of the best */
	} * list;
	size_t count;
	/* in the search each loop is judged by its own clock, beside a build
	 * of the original with clocks, which is this one of the list */
	bool clocked;
	size_t beside;
	json_t *clocks;	 /* of the original, NULL where they were silent, */
	double seconds;	 /* and what it took with them */
	double original; /* seconds */
	size_t tried;	 /* variants that were run */
	size_t identical, failed; /* of those met */
	size_t confirmed;	  /* rounds */
};

struct trial_verdict {
	size_t chosen; /* in list, 0 for the original */
	bool faster;   /* certain; else the original is kept */
	struct confirm confirm;
	bool compared; /* there was something to compare with */
};

/*
 * Each returns false when podium shall stop. The first runs the original and
 * tells when that fails; the second runs it with clocks in its loops; the third
 * keeps which choices are not tried.
 */
bool trial_original(struct trial *trial);
bool trial_clock(struct trial *trial);
bool trial_choices(struct trial *trial, const struct choices *choices);
bool trial_search(struct trial *trial);
bool trial_decide(struct trial *trial, struct trial_verdict *verdict);

/* The chosen program with clocks, once: the user is told where it enters its
   loops more or less often than the original. */
bool trial_compare_work(struct trial *trial,
			const struct trial_verdict *verdict);

void trial_free(struct trial *trial);

#endif
