/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What trials within a run make of noise: computed loops on computed machines
 * whose truth is known, all of them drawn by chance. No test; run by
 * tools/bench-calls.
 *
 *	bench-calls SEED LOOPS
 *
 * prints a line for each kind of noise, of so many loops. Each has 2 to 8
 * candidates and 40 to 4000 calls. In half of them nothing is faster than the
 * loop as written; in the others something is by 5 to 50 %.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../runtime/trial.h"

#define TICKS 1e5  /* of a call as written, of usual work */
#define GAIN .95   /* of the time: it is worth to be found */
#define NEAR 1.03  /* of the best: it is found */
#define EQUAL .999 /* no winner may be slower */

enum work {
	ALL_ALIKE,
	ALTERNATES,
	TWO_PLACES,
	SHRINKS,
	GROWS,
	BY_CHANCE,
	LEVELS /* of a multigrid method: down and up again */
};

struct kind {
	const char *name;
	bool pauses, drifts, periodic, works, told, unlike, levels;
};

static const struct kind kinds[] = {
	{"calm", .told = true},
	{"pauses", .pauses = true, .told = true},
	{"drift", .drifts = true, .told = true},
	{"periodic", .periodic = true, .told = true},
	{"work known", .works = true, .told = true},
	{"work not known", .works = true},
	{"unlike work, known", .works = true, .told = true, .unlike = true},
	{"unlike work, not known", .works = true, .unlike = true},
	{"levels, known", .levels = true, .told = true},
	{"unlike levels, known", .levels = true, .told = true, .unlike = true},
	{"levels, not known", .levels = true},
	{"all, work known", .pauses = true, .drifts = true, .periodic = true,
	 .works = true, .told = true},
};

struct loop {
	unsigned candidates, calls;
	double rate[TRIAL_MOST];     /* of the usual time, for the work */
	double overhead[TRIAL_MOST]; /* and for each call */
	double truth[TRIAL_MOST];    /* of all calls, by the first candidate */
	double noise, cold;
	double pauses, pause;  /* how often, and how long at most, in calls */
	double lasts, wanders; /* a speed */
	unsigned every;	       /* so many calls one takes longer: */
	double longer;
	enum work work;
	unsigned places;
	double smallest; /* amount of work */
	bool told;
};

/* ---- chance ---- */

static uint64_t state;

static double uniform(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return ((double)(state >> 11) + .5) / 9007199254740992.;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* Each order of magnitude is as likely. */
static double between(double least, double most)
{
	return least * pow(most / least, uniform());
}

/* ---- loops ---- */

/* 0, 1, 2, 1, 0, 1, ... of three. */
static unsigned level_of(unsigned call, unsigned levels)
{
	unsigned at = call % (2 * levels - 2);

	return at < levels ? at : 2 * levels - 2 - at;
}

static double amount_of(const struct loop *loop, unsigned call)
{
	double part = (double)call / loop->calls;

	switch (loop->work) {
	case ALL_ALIKE:
		return 1;
	case ALTERNATES:
		return call % 2 ? 1 : loop->smallest;
	case TWO_PLACES:
		return call % loop->places ? loop->smallest : 1;
	case SHRINKS:
		return fmax(pow(1 - part, 2), loop->smallest);
	case LEVELS:
		return pow(loop->smallest,
			   level_of(call, loop->places) / (loop->places - 1.));
	case GROWS:
		return fmax(part * part, loop->smallest);
	default:
		return pow(loop->smallest, uniform());
	}
}

/* The others are slower, or as fast; each by its share of the work. */
static void draw_rates(struct loop *loop, bool unlike)
{
	unsigned best = uniform() < .5 ? 1 : 0;

	for (unsigned i = 0; i < loop->candidates; i++) {
		loop->rate[i] = i == 0 || uniform() < .3 ? 1 : between(1, 3);
		if (i > 0 && i == best)
			loop->rate[i] = between(.5, .95);
		if (unlike && i > 0)
			loop->rate[i] = between(.6, 1.2);
		loop->overhead[i] = unlike ? between(.001, .3) : 0;
	}
}

/* Of the calls to come; of those by chance their mean. */
static void find_truth(struct loop *loop)
{
	double all[TRIAL_MOST] = {0};

	for (unsigned call = 0; call < loop->calls; call++) {
		double amount = amount_of(loop, call);

		for (unsigned i = 0; i < loop->candidates; i++)
			all[i] += amount * loop->rate[i] + loop->overhead[i];
	}
	for (unsigned i = 0; i < loop->candidates; i++)
		loop->truth[i] = all[i] / all[0];
}

static struct loop draw_loop(const struct kind *kind)
{
	struct loop loop = {
		.candidates = 2 + (unsigned)(7 * uniform()),
		.calls = (unsigned)between(40, 4000),
		.noise = between(.002, .2),
		.cold = uniform() < .5 ? between(.01, 1) : 0,
		.pauses = kind->pauses ? between(.002, .1) : 0,
		.pause = between(1, 1000),
		.lasts = kind->drifts ? between(3, 1000) : 0,
		.wanders = between(1.1, 2.5),
		.every = kind->periodic ? 2 + (unsigned)between(1, 40) : 0,
		.longer = between(1.2, 20),
		.work = kind->levels  ? LEVELS
			: kind->works ? 1 + (enum work)(5 * uniform())
				      : ALL_ALIKE,
		.places = 2 + (unsigned)(10 * uniform()),
		.smallest = between(.003, .5),
		.told = kind->told,
	};

	draw_rates(&loop, kind->unlike);
	find_truth(&loop);
	return loop;
}

/* ---- a run ---- */

struct machine {
	double speed;
	double left; /* calls until it changes */
	int before;  /* the candidate of the call before */
};

static double speed_now(const struct loop *loop, struct machine *machine)
{
	if (loop->lasts > 0 && --machine->left < 0) {
		machine->left = -loop->lasts * log(uniform());
		machine->speed = pow(loop->wanders, uniform());
	}
	return machine->speed;
}

static double call_time(const struct loop *loop, struct machine *machine,
			unsigned call, unsigned candidate, double amount)
{
	double time =
		amount * loop->rate[candidate] + loop->overhead[candidate];

	time *= exp(loop->noise * normal()) * speed_now(loop, machine);
	if (machine->before >= 0 && (unsigned)machine->before != candidate)
		time *= 1 + loop->cold;
	if (loop->every > 0 && call % loop->every == 0)
		time *= loop->longer;
	if (uniform() < loop->pauses)
		time += loop->pause * uniform();
	machine->before = (int)candidate;
	return time;
}

/* The winner; *lost is the time by that of all calls as written. */
static unsigned play(const struct loop *loop, uint64_t seed, double *lost)
{
	static struct trial trial;
	struct machine machine = {.speed = 1, .before = -1};
	double all = 0, least = 0;

	trial_begin(&trial, loop->candidates, (1u << loop->candidates) - 1,
		    seed);
	for (unsigned call = 0; call < loop->calls; call++) {
		unsigned choice = trial_choice(&trial);
		double amount = amount_of(loop, call);
		double time = call_time(loop, &machine, call, choice, amount);

		trial_start(&trial, choice);
		trial_end(&trial, (uint64_t)(TICKS * time) + 1,
			  loop->told ? (uint64_t)(1e4 * amount) + 1 : 1,
			  (uint64_t)TICKS);
		all += amount * loop->rate[choice] + loop->overhead[choice];
		least += amount * loop->rate[0] + loop->overhead[0];
	}
	*lost = all / least;
	return trial.best;
}

/* ---- figures ---- */

struct figures {
	unsigned loops, winners, wrong, gains, found, kept;
	double left;	/* sum of ln(delivered / best) of those with a gain */
	double shorter; /* sum of ln(run / all as written) */
};

static void note(struct figures *figures, const struct loop *loop,
		 unsigned winner, double lost)
{
	double least = 1, is = loop->truth[winner];

	for (unsigned i = 1; i < loop->candidates; i++)
		least = fmin(least, loop->truth[i]);
	figures->loops++;
	figures->winners += winner != 0;
	figures->wrong += winner != 0 && is > EQUAL;
	figures->shorter += log(lost);
	if (least > GAIN)
		return;
	figures->gains++;
	figures->found += is <= NEAR * least;
	figures->kept += winner == 0;
	figures->left += log(is / least);
}

static void print(const char *name, const struct figures *figures)
{
	double gains = figures->gains;

	printf("| %s | %u | %u | %.2f %% | %u | %.1f %% | %.1f %% | %.2f %% | "
	       "%+.1f %% |\n",
	       name, figures->loops, figures->wrong,
	       100. * figures->wrong / figures->loops, figures->gains,
	       100 * figures->found / gains, 100 * figures->kept / gains,
	       100 * expm1(figures->left / gains),
	       100 * expm1(figures->shorter / figures->loops));
}

int main(int count, char **words)
{
	unsigned loops = count == 3 ? (unsigned)atoi(words[2]) : 0;

	if (loops == 0) {
		fprintf(stderr, "bench-calls: see tools/bench-calls --help\n");
		return 2;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct figures figures = {0};

		state = strtoull(words[1], NULL, 10) * 1000003 + i;
		uniform();
		for (unsigned j = 0; j < loops; j++) {
			struct loop loop = draw_loop(&kinds[i]);
			double lost;
			unsigned winner = play(&loop, state, &lost);

			note(&figures, &loop, winner, lost);
		}
		print(kinds[i].name, &figures);
	}
	return 0;
}
