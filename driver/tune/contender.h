/*
 * A build of the program that can be run.
 */
#ifndef PODIUM_CONTENDER_H
#define PODIUM_CONTENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "build/product.h"

struct choice;
struct session;

struct contender {
	char *variant; /* lines of a tuned file, "" for the original */
	const struct choice *choice; /* how it is compiled; NULL: as it was */
	bool clocked; /* it has clocks in its loops; the run's loops are set */
	/* a version of each loop is fixed for the run in another build, which
	   has several; NULL: the variant is a build of its own */
	struct contender *host;
	char *versions; /* the file $PODIUM_VERSIONS for that */
	int seed;    /* of the order in which it tries candidates within a run
		      */
	int threads; /* it is told to run with so many; 0: as the user does */
	/* the baseline in another world, see worlds.c */
	double pulses;	/* it is stopped all the time, and takes so many seconds
			   otherwise */
	bool perturbed; /* with fast clocks, and other bytes in memory that
			   is not set */
	bool rebuilt;	/* with the flags of its choice */
	double limit; /* seconds that a run of it may take; 0: as the user says
		       */
	bool built;
	bool failed; /* it does not build; reason says why */
	char *reason;
	struct product program; /* path NULL: the original's, or the host's */
	uint64_t digest;
};

/* Build it, once. False if podium shall stop. */
bool contender_build(struct session *session, struct contender *contender);

/* The program that runs: its own, or that of its host. */
const struct product *contender_program(const struct contender *contender);

/* The path of the file with its versions; the caller frees it. */
char *contender_versions(const struct session *session,
			 const struct contender *contender);

/* Is it the program as the user's build made it? */
bool contender_is_original(const struct contender *contender);

/* The same, or with clocks: its output is right by definition. */
bool contender_is_baseline(const struct contender *contender);

/* The step as the store knows it; the caller frees it. */
char *contender_step(const struct contender *contender, const char *step);

void contender_free(struct contender *contender);

#endif
