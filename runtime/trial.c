/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials of one loop within a run; see trial.h.
 */
#include "runtime/trial.h"
#include "runtime/logarithm.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Memory is touched and threads begin in the first calls. */
#define WARM_CALLS 3

/* Fewer may all have been in its favour by chance: 7 of 2^8 are. */
#define LEAST_ROUNDS 8

/* What is closer together is not told apart. */
#define RESOLVED .02

/* No clock and no machine is better than that from round to round. */
#define LEAST_SCATTER .002

/* A first call 8 times slower than any of the loop as written is no accident
   if it happens twice in a row. */
#define FAR_TOO_SLOW (3 * LN_2)
#define STRIKES 2

/*
 * After so many rounds the candidates are compared, and so many standard
 * errors make a difference certain. Student's t, of one side, for
 * .01 / (7 j (j + 1)) at the j-th of these: over all of them and 7 candidates
 * one of a hundred is wrong.
 */
static const struct look {
	unsigned rounds;
	double errors;
} looks[] = {
	{4, 11.45},  {6, 8.06},	   {8, 6.87},	{12, 5.68},  {16, 5.26},
	{24, 4.85},  {32, 4.70},   {48, 4.54},	{64, 4.48},  {96, 4.42},
	{128, 4.41}, {192, 4.40},  {256, 4.40}, {384, 4.41}, {512, 4.42},
	{768, 4.44}, {1024, 4.45},
};

/* ---- sums ---- */

static void add(struct trial_sum *sum, double value)
{
	sum->count++;
	sum->sum += value;
	sum->squares += value * value;
}

double trial_mean(const struct trial_sum *sum)
{
	return sum->count ? sum->sum / sum->count : 0;
}

double trial_variance(const struct trial_sum *sum)
{
	double n = sum->count, mean = trial_mean(sum), each;

	if (sum->count < 2)
		return -1;
	each = (sum->squares - n * mean * mean) / (n - 1);
	return each > LEAST_SCATTER * LEAST_SCATTER
		       ? each
		       : LEAST_SCATTER * LEAST_SCATTER;
}

/* Of the mean of at least two. */
static double variance(const struct trial_sum *sum)
{
	return trial_variance(sum) / sum->count;
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

double trial_difference(const struct trial *trial, unsigned one, unsigned other,
			struct trial_sum *sum)
{
	if (one < other) {
		*sum = trial->differences[one][other];
	} else {
		*sum = trial->differences[other][one];
		sum->sum = -sum->sum;
	}
	return trial_mean(sum);
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

static void begin_round(struct trial *trial)
{
	trial->turns++;
	order_anew(trial);
	trial->block = trial->call = 0;
	trial->counted = draw(trial) % 2 ? TRIAL_COUNTED : TRIAL_COUNTED / 2;
	for (unsigned i = 0; i < trial->count; i++) {
		trial->candidates[i].seen = trial->candidates[i].gaps = 0;
		trial->candidates[i].absent = false;
	}
}

/* The middle one; of an even number the mean of two. */
static double median(double *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++)
		for (unsigned j = i; j > 0 && values[j] < values[j - 1]; j--) {
			double old = values[j];

			values[j] = values[j - 1];
			values[j - 1] = old;
		}
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static bool is_here(const struct trial_candidate *candidate)
{
	return candidate->races && !candidate->absent;
}

/* Were all of them seen that are here? Their times end up sorted. */
static bool round_is_whole(struct trial *trial, double *times)
{
	for (unsigned i = 0; i < trial->count; i++) {
		struct trial_candidate *candidate = &trial->candidates[i];

		if (!is_here(candidate))
			continue;
		if (candidate->seen == 0)
			return false;
		times[i] = median(candidate->times_now, candidate->seen);
	}
	return true;
}

/* By how much what follows takes longer than behind the first candidate. */
static void compare_gaps(struct trial *trial)
{
	struct trial_candidate *first = &trial->candidates[0];
	double unit = first->ticks_now / first->seen, gap;

	if (first->gaps == 0)
		return;
	gap = median(first->gaps_now, first->gaps);
	for (unsigned i = 1; i < trial->count; i++) {
		struct trial_candidate *candidate = &trial->candidates[i];

		if (is_here(candidate) && candidate->gaps > 0)
			add(&candidate->next,
			    (median(candidate->gaps_now, candidate->gaps) -
			     gap) / unit);
	}
}

static void drop(struct trial *trial, unsigned candidate)
{
	trial->candidates[candidate].races = false;
	trial->candidates[candidate].dropped = trial->turns;
}

/* Each call took twice as long as any of the loop as written. */
static void drop_slow(struct trial *trial)
{
	for (unsigned i = 1; i < trial->count; i++) {
		struct trial_candidate *candidate = &trial->candidates[i];
		struct trial_sum sum;

		if (is_here(candidate) &&
		    candidate->times_now[0] > trial->slowest + LN_2 &&
		    trial_difference(trial, i, 0, &sum) > LN_2 / 2)
			drop(trial, i);
	}
}

static void compare_times(struct trial *trial, const double *times)
{
	struct trial_candidate *candidates = trial->candidates;

	for (unsigned i = 0; i < trial->count; i++) {
		if (!is_here(&candidates[i]))
			continue;
		add(&candidates[i].times, times[i]);
		for (unsigned j = i + 1; j < trial->count; j++)
			if (is_here(&candidates[j]))
				add(&trial->differences[i][j],
				    times[i] - times[j]);
	}
}

/* ---- the race ---- */

/* Is it certain that the difference is below the bound? */
static bool is_below(const struct trial_sum *sum, double bound, double errors)
{
	double room = bound - trial_mean(sum);

	return sum->count > 2 && room > 0 &&
	       room * room > errors * errors * variance(sum);
}

static bool is_faster(const struct trial *trial, unsigned one, unsigned other,
		      double by, double errors)
{
	struct trial_sum sum;

	trial_difference(trial, one, other, &sum);
	return is_below(&sum, by, errors);
}

static void drop_worse(struct trial *trial, double errors)
{
	for (unsigned i = 1; i < trial->count; i++)
		for (unsigned j = 0; j < trial->count; j++)
			if (i != j && trial->candidates[i].races &&
			    trial->candidates[j].races &&
			    is_faster(trial, j, i, 0, errors))
				drop(trial, i);
}

static unsigned fastest(const struct trial *trial)
{
	unsigned best = 0;
	double least = 0;

	for (unsigned i = 1; i < trial->count; i++) {
		struct trial_sum sum;
		double mean = trial_difference(trial, i, 0, &sum);

		if (!trial->candidates[i].races || sum.count == 0 ||
		    mean >= least)
			continue;
		best = i;
		least = mean;
	}
	return best;
}

/*
 * What follows may lose as much as the loop gains: the mean and one standard
 * error say so. Where it scatters by more than the gain, two must.
 */
static bool may_cost_others(const struct trial *trial, unsigned candidate)
{
	const struct trial_sum *next = &trial->candidates[candidate].next;
	struct trial_sum sum;
	double gain =
		1 - exponential(trial_difference(trial, candidate, 0, &sum));
	double error;

	if (next->count < 3)
		return next->count > 0 && trial_mean(next) > gain / 2;
	error = root(variance(next));
	if (error > gain)
		return trial_mean(next) > 2 * error;
	return trial_mean(next) + error > gain;
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

static void look(struct trial *trial, const struct look *now)
{
	bool enough = now->rounds >= LEAST_ROUNDS, harms, proven;
	unsigned best;

	drop_worse(trial, now->errors);
	best = fastest(trial);
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
	double times[TRIAL_MOST];

	if (trial->turns == 0 || !round_is_whole(trial, times))
		return;
	compare_gaps(trial);
	compare_times(trial, times);
	trial->rounds++;
	trial->slowest =
		trial->candidates[0].times_now[trial->candidates[0].seen - 1];
	drop_slow(trial);
	for (size_t i = trial->looks; i < COUNT(looks); i++)
		if (looks[i].rounds == trial->rounds) {
			trial->looks++;
			look(trial, &looks[i]);
		}
}

/* ---- calls ---- */

void trial_begin(struct trial *trial, unsigned count, unsigned exists,
		 uint64_t seed)
{
	memset(trial, 0, sizeof(*trial));
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
		      double time)
{
	if (candidate->seen == TRIAL_COUNTED)
		return;
	candidate->ticks_now =
		(candidate->seen ? candidate->ticks_now : 0) + (double)ticks;
	candidate->times_now[candidate->seen++] = time;
	candidate->counted++;
	candidate->strikes = 0;
}

void trial_end(struct trial *trial, uint64_t ticks, uint64_t work, uint64_t gap)
{
	struct trial_candidate *candidate;
	double time;

	if (trial->state == TRIAL_SETTLED)
		return;
	note_gap(trial->last, gap);
	if (work == 0)
		return;
	time = logarithm((double)(ticks ? ticks : 1) / (double)work);
	candidate = &trial->candidates[trial->running];
	if (trial->counts && !candidate->absent)
		note_time(candidate, ticks, time);
	if (trial->running == 0 && candidate->calls > 1 &&
	    (candidate->calls == 2 || time > trial->slowest))
		trial->slowest = time;
	if (trial->begins && trial->running > 0 &&
	    (unsigned)trial->running != trial->best &&
	    time > trial->slowest + FAR_TOO_SLOW)
		strike(trial, candidate);
}
