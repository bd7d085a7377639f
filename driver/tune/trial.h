/*
 * The trials of a tuning: every variant that was met, and what is known of it.
 * original.c runs the original, explore.c searches, proof.c has the last word,
 * and round.c is what they run.
 */
#ifndef PODIUM_TRIAL_H
#define PODIUM_TRIAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "contender.h"
#include "models/confirm.h"
#include "session.h"

struct choices;
struct hot;
struct inputs;

/* Runs of the original that say what it usually takes. */
#define TRIAL_RECENT 5

struct trial {
	struct session *session;
	struct hot *hot;
	const struct inputs *inputs; /* it is one of several, or NULL */
	size_t most;	  /* runs of variants, 0: as many as it takes */
	size_t rounds;	  /* of confirmation at most, 0: as the budget allows */
	bool unconfirmed; /* what was found is taken as it is */
	double budget;	  /* seconds for builds and runs */
	/* every variant that was met, and its time by the original's; one that
	 * failed has a reason */
	struct trial_contender {
		struct contender contender;
		size_t choice; /* how it is compiled */
		double ratio;  /* 0: not known */
		double *loops; /* the same of each hot loop by its clock, then
				  of those that are left as written; or NULL */
		size_t barren; /* times that it was tried in vain */
		size_t runs, failures; /* in rounds */
		size_t cuts;  /* times that it took far longer than the original
			       */
		bool offered; /* for confirmation; */
		bool seen;    /* it was asked whether it shall be */
	} * list;
	size_t count;
	/* builds in which each hot loop has several versions */
	struct contender **hosts;
	size_t host_count;
	/* in the search each loop is judged by its own clock, beside a build
	 * of the original with clocks, which is this one of the list */
	bool clocked;
	bool begun; /* the original is ready to run beside variants */
	size_t beside;
	json_t *clocks;	 /* of the original, NULL where they were silent, */
	double seconds;	 /* and what it took with them */
	double original; /* seconds */
	/* the most that the original took when it ran well, as it is and with
	 * clocks: limits of variants follow that */
	double longest[2];
	size_t voids; /* rounds that say nothing, the last ones in a row */
	/* its times by those of its run before on the same machine, with clocks
	   or without */
	double *drifts;
	size_t drift_count;
	/* where it was run; times of two machines are never compared */
	struct trial_place {
		char *host;	/* "": here */
		double time[2]; /* of its last run, with clocks or without */
		/* the last of these times, newest anywhere */
		double recent[2][TRIAL_RECENT];
		size_t recents[2];
	} * places;
	size_t place_count;
	/* its runs beside variants, and those that failed */
	size_t runs, failures;
	size_t halves;		  /* runs that looked for versions that fail */
	size_t tried;		  /* variants that were run */
	size_t refused;		  /* versions that a build lacks */
	size_t batches;		  /* runs in which candidates took turns, */
	json_t *samples;	  /* lines of each that was good; or NULL */
	size_t identical, failed; /* of those met */
};

struct trial_verdict {
	size_t chosen; /* in list, 0 for the original */
	bool faster;   /* certain; else the original is kept */
	struct confirm confirm;
	size_t rounds; /* that it is of; a round may be of several runs */
	bool compared; /* there was something to compare with */
	bool borne;    /* of one of several inputs: it is certain to take hardly
			  more at most */
	/* by what its loops take within one run, where all that are changed
	 * were tried so: 0, or the ratio, and two standard errors around it */
	double within, within_low, within_high;
};

/*
 * The variant's place in the list; the string, which says of what choice it
 * is too, becomes the list's.
 */
size_t trial_find(struct trial *trial, char *variant, size_t choice,
		  bool clocked);

/*
 * The same of what the loops carry: versions fixed in the build that has
 * several, where that has all of them, else a build of its own. False if podium
 * shall stop.
 */
bool trial_find_carried(struct trial *trial, size_t *index);

/* The same of a run in which the versions of that build race; 0 if it fails. */
bool trial_find_race(struct trial *trial, size_t choice, size_t *index);

/*
 * The loops run as the clock file of a run with fixed versions says: which
 * cannot have several, or not these, is noted. False if the run was not what it
 * was to be.
 */
bool trial_check_versions(struct trial *trial, const char *clocks);

/* What is known of that machine, NULL: this one. */
struct trial_place *trial_place(struct trial *trial, const char *host);

/* It failed, and why. */
void trial_fail(struct trial *trial, size_t index, const char *reason);

/* The files of a variant that is not run again soon; it can be built anew. */
void trial_put_away(struct trial *trial, size_t index);

/* A ratio for each hot loop and one for the others, as given or all the
   same. */
double *trial_ratios(const struct trial *trial, const double *others,
		     double same);

/* Keep which choices are not tried. False when podium shall stop. */
bool trial_choices(struct trial *trial, const struct choices *choices);

/* What is left of the budget, in seconds. */
double trial_left(const struct trial *trial);

/* What it does, with at most so many runs and builds to come. */
void trial_progress(const struct trial *trial, const char *what, size_t number,
		    size_t runs, size_t builds);

void trial_free(struct trial *trial);

#endif
