/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials of one loop within a run; see trial.h.
 */
#include "runtime/trial.h"
#include "runtime/logarithm.h"

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Memory is touched and threads begin in the first calls. */
#define WARM_CALLS 3

/* Fewer may all have been in its favour by chance: 7 of 2^8 are. */
#define LEAST_ROUNDS 8

/* What is closer together is not told apart. */
#define RESOLVED .02

/* A first call 8 times slower than any of the loop as written is no accident
   if it happens twice in a row. */
#define FAR_TOO_SLOW (3 * LN_2)
#define STRIKES 2

/*
 * After so many rounds the candidates are compared, and so many standard
 * errors make a difference certain, if these were known exactly. One side of
 * the normal distribution, for .01 / (7 j (j + 1)) at the j-th of these: over
 * all of them and 7 candidates one of a hundred is wrong.
 */
static const struct look {
	unsigned rounds;
	double errors;
} looks[] = {
	{4, 3.19},   {6, 3.50},	   {8, 3.68},	{12, 3.81},  {16, 3.91},
	{24, 3.99},  {32, 4.06},   {48, 4.11},	{64, 4.17},  {96, 4.21},
	{128, 4.25}, {192, 4.29},  {256, 4.32}, {384, 4.36}, {512, 4.38},
	{768, 4.41}, {1024, 4.44},
};

/* ---- sums ---- */

/* With the mean and the variance so far (Welford 1962). */
static void add(struct trial_sum *sum, double value)
{
	double apart = value - sum->mean;
	double squares = sum->count > 1 ? sum->variance * (sum->count - 1) : 0;

	sum->count++;
	sum->mean += apart / sum->count;
	squares += apart * (value - sum->mean);
	sum->variance = sum->count > 1 ? squares / (sum->count - 1) : -1;
}

/* Of the mean. */
static double variance(const struct trial_sum *sum)
{
	return sum->variance / sum->count;
}

double trial_half_interval(const struct trial_sum *sum)
{
	static const double student[] = {12.706, 4.303, 3.182, 2.776, 2.571,
					 2.447,	 2.365, 2.306, 2.262};
	double degrees = sum->count - 1., t;

	if (sum->count < 2)
		return -1;
	t = degrees <= COUNT(student)
		    ? student[sum->count - 2]
		    : 1.96 + 2.37 / degrees + 2.8 / (degrees * degrees);
	return t * root(variance(sum));
}

/* ---- random numbers: splitmix64 ---- */

static uint64_t draw(struct trial *trial)
{
	uint64_t z = trial->random += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static void exchange(unsigned *one, unsigned *other)
{
	unsigned old = *one;

	*one = *other;
	*other = old;
}

/* ---- rounds ---- */

static void order_anew(struct trial *trial)
{
	trial->order_count = 0;
	for (unsigned i = 0; i < trial->count; i++)
		if (trial->candidates[i].races)
			trial->order[trial->order_count++] = i;
	for (unsigned i = trial->order_count; i > 1; i--)
		exchange(&trial->order[i - 1], &trial->order[draw(trial) % i]);
}

/* The first is short: there may be no calls for more. */
static void begin_round(struct trial *trial)
{
	trial->turns++;
	order_anew(trial);
	trial->block = trial->call = 0;
	trial->counted = trial->turns > 1 && draw(trial) % 2
				 ? TRIAL_COUNTED
				 : TRIAL_COUNTED / 2;
	for (unsigned i = 0; i < trial->count; i++) {
		trial->candidates[i].block.seen = trial->candidates[i].gaps = 0;
		trial->candidates[i].absent = false;
	}
}

static bool is_here(const struct trial_candidate *candidate)
{
	return candidate->races && !candidate->absent;
}

/* Were all of them seen that are here? */
static bool round_is_whole(const struct trial *trial)
{
	for (unsigned i = 0; i < trial->count; i++)
		if (is_here(&trial->candidates[i]) &&
		    trial->candidates[i].block.seen == 0)
			return false;
	return true;
}

/* In calls of the first candidate. */
static void add_next(struct trial *trial)
{
	struct trial_candidate *first = &trial->candidates[0];
	double unit = rounds_median(first->ticks_now, first->block.seen);
	double next[TRIAL_MOST];

	for (unsigned i = 0; i < TRIAL_MOST; i++) {
		struct trial_candidate *candidate = &trial->candidates[i];

		next[i] = __builtin_nan("");
		if (i < trial->count && is_here(candidate) &&
		    candidate->gaps > 0)
			next[i] = rounds_median(candidate->gaps_now,
						candidate->gaps) /
				  unit;
	}
	rounds_add_next(&trial->rounds, next);
}

static void add_times(struct trial *trial)
{
	struct rounds_block *blocks[TRIAL_MOST] = {NULL};

	for (unsigned i = 0; i < trial->count; i++) {
		struct trial_candidate *candidate = &trial->candidates[i];
		struct rounds_block *block = &candidate->block;
		double sorted[TRIAL_COUNTED];

		if (!is_here(candidate))
			continue;
		blocks[i] = block;
		memcpy(sorted, block->times, sizeof(sorted));
		add(&candidate->times, rounds_median(sorted, block->seen));
	}
	rounds_add(&trial->rounds, blocks);
}

static void drop(struct trial *trial, unsigned candidate)
{
	trial->candidates[candidate].races = false;
	trial->candidates[candidate].dropped = trial->turns;
}

/* The longest of its calls in a class; NAN if there is none. */
static double slowest_of(const struct rounds_block *block, int class)
{
	double slowest = __builtin_nan("");

	for (unsigned i = 0; i < block->seen; i++)
		if (block->class[i] == class && !(block->times[i] <= slowest))
			slowest = block->times[i];
	return slowest;
}

/* Of each class of work, what the loop took as written in this round. */
static void note_slowest(struct trial *trial)
{
	for (unsigned i = 0; i < trial->rounds.classes; i++) {
		struct rounds_class *class = &trial->rounds.list[i];
		double slowest =
			slowest_of(&trial->candidates[0].block, class->class);

		if (slowest == slowest)
			class->slowest = slowest;
	}
}

/* Did each call take twice as long as any of the loop as written? */
static bool is_slow(struct trial *trial, const struct rounds_block *block)
{
	for (unsigned i = 0; i < block->seen; i++) {
		struct rounds_class *class =
			rounds_class(&trial->rounds, block->class[i]);

		if (!class || !(block->times[i] > class->slowest + LN_2))
			return false;
	}
	return true;
}

/* Where the rounds so far say nothing of all calls, these speak. */
static bool is_slow_in_all(const struct trial *trial, unsigned candidate)
{
	struct trial_sum sum = rounds_difference(&trial->rounds, candidate, 0);

	return sum.count == 0 || sum.mean > LN_2 / 2;
}

static void drop_slow(struct trial *trial)
{
	for (unsigned i = 1; i < trial->count; i++)
		if (is_here(&trial->candidates[i]) &&
		    is_slow(trial, &trial->candidates[i].block) &&
		    is_slow_in_all(trial, i))
			drop(trial, i);
}

/* ---- the race ---- */

/*
 * Is it certain that the difference is below the bound? The square of the
 * normal deviate that is as rare as Student's t (Wallace 1959).
 */
static bool is_below(const struct trial_sum *sum, double bound, double errors)
{
	double room = bound - sum->mean, degrees = sum->count - 1., adjust;

	if (sum->count < 3 || room <= 0)
		return false;
	adjust = (8 * degrees + 1) / (8 * degrees + 3);
	return degrees * adjust * adjust *
		       logarithm(1 + room * room / variance(sum) / degrees) >
	       errors * errors;
}

static bool is_faster(const struct trial *trial, unsigned one, unsigned other,
		      double by, double errors)
{
	struct trial_sum sum = rounds_difference(&trial->rounds, one, other);

	return is_below(&sum, by, errors);
}

static void drop_worse(struct trial *trial, unsigned best, double errors)
{
	for (unsigned i = 1; i < trial->count; i++)
		if (i != best && trial->candidates[i].races &&
		    is_faster(trial, best, i, 0, errors))
			drop(trial, i);
}

static unsigned fastest(const struct trial *trial)
{
	unsigned best = 0;
	double least = 0;

	for (unsigned i = 1; i < trial->count; i++) {
		struct trial_sum sum;

		if (!trial->candidates[i].races)
			continue;
		sum = rounds_difference(&trial->rounds, i, 0);
		if (sum.count == 0 || sum.mean >= least)
			continue;
		best = i;
		least = sum.mean;
	}
	return best;
}

/*
 * What follows may lose as much as the loop gains: the mean and one standard
 * error say so. Where it scatters by more than the gain, two must.
 */
static bool may_cost_others(const struct trial *trial, unsigned candidate)
{
	struct trial_sum next = rounds_next(&trial->rounds, candidate);
	struct trial_sum sum = rounds_difference(&trial->rounds, candidate, 0);
	double gain = 1 - exponential(sum.mean), error;

	if (next.count < 3)
		return next.count > 0 && next.mean > gain / 2;
	error = root(variance(&next));
	if (error > gain)
		return next.mean > 2 * error;
	return next.mean + error > gain;
}

/* No other one is faster than this by what matters. */
static bool is_resolved(const struct trial *trial, unsigned best, double errors)
{
	for (unsigned i = 0; i < trial->count; i++)
		if (i != best && trial->candidates[i].races &&
		    !is_faster(trial, best, i, RESOLVED, errors))
			return false;
	return true;
}

static void look(struct trial *trial)
{
	const struct look *now = &looks[trial->looks++];
	bool enough = now->rounds >= LEAST_ROUNDS, harms, proven;
	unsigned best;

	best = fastest(trial);
	drop_worse(trial, best, now->errors);
	harms = best && may_cost_others(trial, best);
	proven = best && enough && !harms &&
		 is_faster(trial, best, 0, 0, now->errors);
	trial->best = proven ? best : 0;
	if (now == &looks[COUNT(looks) - 1] ||
	    (enough && !harms && is_resolved(trial, trial->best, now->errors)))
		trial->state = TRIAL_SETTLED;
}

static void end_round(struct trial *trial)
{
	if (trial->turns == 0 || !round_is_whole(trial))
		return;
	add_next(trial);
	add_times(trial);
	note_slowest(trial);
	drop_slow(trial);
	if (looks[trial->looks].rounds == trial->rounds.count)
		look(trial);
}

/* ---- calls ---- */

void trial_begin(struct trial *trial, unsigned count, unsigned exists,
		 uint64_t seed)
{
	memset(trial, 0, offsetof(struct trial, rounds));
	rounds_begin(&trial->rounds);
	trial->count = count;
	trial->random = seed;
	trial->warm = WARM_CALLS;
	for (unsigned i = 0; i < count; i++)
		trial->candidates[i].exists = trial->candidates[i].races =
			i == 0 || (exists >> i & 1);
}

static bool is_between(const struct trial *trial)
{
	return trial->block == trial->order_count;
}

static void between_rounds(struct trial *trial)
{
	if (trial->warm > 0) {
		trial->warm--;
		return;
	}
	end_round(trial);
	if (trial->state == TRIAL_RACING)
		begin_round(trial);
}

static void next_call(struct trial *trial)
{
	if (trial->call++ == trial->counted) {
		trial->block++;
		trial->call = 0;
	}
	while (!is_between(trial) &&
	       !is_here(&trial->candidates[trial->order[trial->block]])) {
		trial->block++;
		trial->call = 0;
	}
}

void trial_start(struct trial *trial, unsigned candidate)
{
	trial->last = trial->counts ? &trial->candidates[trial->running] : NULL;
	trial->running = (int)candidate;
	trial->candidates[candidate].calls++;
	trial->counts = !is_between(trial) && trial->call > 0 &&
			candidate == trial->choice;
	trial->begins = !is_between(trial) && trial->call == 0;
	if (trial->state == TRIAL_SETTLED)
		return;
	if (is_between(trial)) {
		trial->last = NULL;
		between_rounds(trial);
	} else {
		next_call(trial);
	}
	trial->choice =
		is_between(trial) ? trial->best : trial->order[trial->block];
}

/* The rest of its block is spared, and the second time all that follow. */
static void strike(struct trial *trial, struct trial_candidate *candidate)
{
	candidate->absent = true;
	if (++candidate->strikes == STRIKES)
		drop(trial, (unsigned)(candidate - trial->candidates));
}

static void note_gap(struct trial_candidate *candidate, uint64_t gap)
{
	if (candidate && candidate->gaps < TRIAL_COUNTED)
		candidate->gaps_now[candidate->gaps++] = (double)gap;
}

static void note_time(struct trial_candidate *candidate, uint64_t ticks,
		      int class, double time)
{
	struct rounds_block *block = &candidate->block;
	unsigned i = block->seen;

	if (i == TRIAL_COUNTED)
		return;
	candidate->ticks_now[i] = (double)ticks;
	block->class[i] = class;
	block->times[i] = time;
	block->seen++;
	candidate->counted++;
	candidate->strikes = 0;
}

void trial_end(struct trial *trial, uint64_t ticks, uint64_t work, uint64_t gap)
{
	struct trial_candidate *candidate = &trial->candidates[trial->running];
	struct rounds_class *class;
	double time;
	bool warm; /* not the first that touches so much */

	if (trial->state == TRIAL_SETTLED)
		return;
	note_gap(trial->last, gap);
	ticks = ticks ? ticks : 1;
	class = work ? rounds_meet(&trial->rounds, work, ticks) : NULL;
	if (!class)
		return;
	time = logarithm((double)ticks / (double)work);
	warm = class->calls > 1;
	if (trial->counts && !candidate->absent && warm)
		note_time(candidate, ticks, class->class, time);
	if (trial->running == 0 && candidate->calls > 1 && warm &&
	    !(time <= class->slowest))
		class->slowest = time;
	if (trial->begins && trial->running > 0 &&
	    (unsigned)trial->running != trial->best &&
	    time > class->slowest + FAR_TOO_SLOW)
		strike(trial, candidate);
}
