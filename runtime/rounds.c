/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the rounds of a trial have said; see rounds.h.
 */
#include "runtime/rounds.h"
#include "runtime/logarithm.h"

/* Of the rounds of a class one of so many counts less at either end. */
#define TRIMMED 8

/* By so much candidates may differ otherwise in a class of work than in all
   calls; and in one that was seen in too few rounds. */
#define UNLIKE .05
#define UNLIKE_UNSEEN .2
#define LEAST_SEEN 2

/* Of the time of all calls: less says nothing of candidates. */
#define MOST_TIME .5

/* No clock and no machine is better than that from round to round. */
#define LEAST_SCATTER .002

/* Neighbours of values, by their bits, that need not be told apart. */
#define EXACT 1024

static double square(double x)
{
	return x * x;
}

static bool is_there(float value)
{
	return value == value;
}

/* ---- classes of work ---- */

static int class_of(uint64_t work)
{
	return (63 - __builtin_clzll(work)) / 2;
}

static void begin_class(struct rounds_class *one, int class)
{
	one->class = class;
	one->calls = one->log_ticks = 0;
	one->slowest = __builtin_nan("");
	one->times.count = 0;
}

void rounds_begin(struct rounds *rounds)
{
	rounds->count = rounds->classes = rounds->next.count = 0;
}

struct rounds_class *rounds_class(struct rounds *rounds, int class)
{
	for (unsigned i = 0; i < rounds->classes; i++)
		if (rounds->list[i].class == class)
			return &rounds->list[i];
	return NULL;
}

static struct rounds_class *least_work(struct rounds *rounds)
{
	struct rounds_class *least = rounds->list;

	for (unsigned i = 1; i < rounds->classes; i++)
		if (rounds->list[i].class < least->class)
			least = &rounds->list[i];
	return least;
}

/* Where there are too many, that of the least work goes. */
static struct rounds_class *new_class(struct rounds *rounds, int class)
{
	struct rounds_class *one;

	if (rounds->classes < ROUNDS_CLASSES) {
		one = &rounds->list[rounds->classes++];
	} else {
		one = least_work(rounds);
		if (one->class > class)
			return NULL;
	}
	begin_class(one, class);
	return one;
}

struct rounds_class *rounds_meet(struct rounds *rounds, uint64_t work,
				 uint64_t ticks)
{
	int class = class_of(work);
	struct rounds_class *one = rounds_class(rounds, class);

	if (!one)
		one = new_class(rounds, class);
	if (one) {
		one->calls++;
		one->log_ticks += logarithm((double)ticks);
	}
	return one;
}

/* What its calls take, by what most of them do: pauses are not the loop's. */
static double time_of(const struct rounds_class *class)
{
	return class->calls * exponential(class->log_ticks / class->calls);
}

/* ---- rounds ---- */

double rounds_median(double *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++)
		for (unsigned j = i; j > 0 && values[j] < values[j - 1]; j--) {
			double old = values[j];

			values[j] = values[j - 1];
			values[j - 1] = old;
		}
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* Of a block's calls in a class; NAN if there is none. */
static double value_of(const struct rounds_block *block,
		       const struct rounds_class *class)
{
	double times[TRIAL_COUNTED];
	unsigned count = 0;

	for (unsigned i = 0; block && i < block->seen; i++)
		if (block->class[i] == class->class)
			times[count++] = block->times[i];
	return count ? rounds_median(times, count) : __builtin_nan("");
}

static void add_row(struct rounds_table *table, const double values[TRIAL_MOST])
{
	unsigned there = 0;
	float *row;

	if (table->count == ROUNDS_MOST)
		return;
	row = table->values[table->count];
	for (unsigned i = 0; i < TRIAL_MOST; i++) {
		row[i] = (float)values[i];
		there += is_there(row[i]);
	}
	table->count += there > 0;
}

static void add_times(struct rounds_class *class,
		      struct rounds_block *const blocks[TRIAL_MOST])
{
	double values[TRIAL_MOST];

	for (unsigned i = 0; i < TRIAL_MOST; i++)
		values[i] = value_of(blocks[i], class);
	add_row(&class->times, values);
}

void rounds_add(struct rounds *rounds,
		struct rounds_block *const blocks[TRIAL_MOST])
{
	for (unsigned i = 0; i < rounds->classes; i++)
		add_times(&rounds->list[i], blocks);
	rounds->count++;
}

void rounds_add_next(struct rounds *rounds, const double next[TRIAL_MOST])
{
	add_row(&rounds->next, next);
}

/* ---- of two candidates in a table ---- */

/* Of one less the other, of rounds taken together until both were there. */
struct differences {
	unsigned count;
	float values[ROUNDS_MOST];
};

struct mean {
	unsigned count;
	double sum;
};

static void add_to_mean(struct mean *mean, float value)
{
	mean->count += is_there(value);
	mean->sum += is_there(value) ? value : 0;
}

/* Adds those of the table, at most so many. */
static void add_differences(const struct rounds_table *table, unsigned one,
			    unsigned other, unsigned most,
			    struct differences *found)
{
	struct mean first = {0}, second = {0};

	most += found->count;
	for (unsigned i = 0; i < table->count && found->count < most; i++) {
		add_to_mean(&first, table->values[i][one]);
		add_to_mean(&second, table->values[i][other]);
		if (first.count == 0 || second.count == 0)
			continue;
		found->values[found->count++] =
			(float)(first.sum / first.count -
				second.sum / second.count);
		first = second = (struct mean){0};
	}
}

/* Numbers in the order of the values, so that their bits can be halved. */
static uint32_t order_of(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits >> 31 ? ~bits : bits | UINT32_C(1) << 31;
}

static float value_at(uint32_t order)
{
	uint32_t bits = order >> 31 ? order & ~(UINT32_C(1) << 31) : ~order;
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* The lowest and the highest of all. */
static void find_range(const struct differences *all, uint32_t *low,
		       uint32_t *high)
{
	*low = UINT32_MAX;
	*high = 0;
	for (unsigned i = 0; i < all->count; i++) {
		uint32_t order = order_of(all->values[i]);

		if (order < *low)
			*low = order;
		if (order > *high)
			*high = order;
	}
}

/* The one that has so many below it: the range is halved until it is found. */
static double ranked(const struct differences *all, unsigned rank)
{
	uint32_t low, high;

	find_range(all, &low, &high);
	while (high - low > EXACT) {
		uint32_t middle = low + (high - low) / 2;
		unsigned below = 0;

		for (unsigned i = 0; i < all->count; i++)
			below += order_of(all->values[i]) <= middle;
		if (below <= rank)
			low = middle + 1;
		else
			high = middle;
	}
	return value_at(low);
}

/*
 * The trimmed mean, and its variance by the winsorised one (Yuen 1974), said
 * as if it were the mean of those that are left.
 */
static struct trial_sum trimmed(const struct differences *all)
{
	unsigned count = all->count, cut = count / TRIMMED;
	unsigned kept = count - 2 * cut;
	double low = cut ? ranked(all, cut) : 0;
	double high = cut ? ranked(all, count - 1 - cut) : 0;
	double sum = 0, squares = 0, mean, variance;

	if (count == 0)
		return (struct trial_sum){0, 0, -1};
	for (unsigned i = 0; i < count; i++) {
		double value = all->values[i];

		if (cut && value < low)
			value = low;
		else if (cut && value > high)
			value = high;
		sum += value;
		squares += value * value;
	}
	mean = sum / count;
	variance = (squares - count * mean * mean) / (kept - 1.);
	if (!(variance > square(LEAST_SCATTER)))
		variance = square(LEAST_SCATTER);
	return (struct trial_sum){kept, (sum - cut * (low + high)) / kept,
				  count > 1 ? variance : -1};
}

static struct trial_sum compare(const struct rounds_table *table, unsigned one,
				unsigned other)
{
	struct differences differences;

	differences.count = 0;
	add_differences(table, one, other, ROUNDS_MOST, &differences);
	return trimmed(&differences);
}

/* In all classes, of which each is compared with itself alone: a call of
   another class may take far longer for its work. */
static struct trial_sum compare_all(const struct rounds *rounds, unsigned one,
				    unsigned other)
{
	struct differences differences;

	differences.count = 0;
	for (unsigned i = 0; i < rounds->classes; i++)
		add_differences(&rounds->list[i].times, one, other,
				ROUNDS_MOST / rounds->classes, &differences);
	return trimmed(&differences);
}

/* ---- all classes ---- */

/* Sums over the classes, of which each takes some time. */
struct whole {
	double seen;	    /* time of those in which both were met */
	double time, ratio; /* of the other, of the one */
	double common;	    /* as much of that follows all calls */
	double variance;    /* of what does not */
	double degrees;	    /* squares of variances by degrees of freedom */
};

/* The variance of a mean. */
static double doubt(const struct trial_sum *sum)
{
	return sum->variance / sum->count;
}

static void add_variance(struct whole *whole, double variance, unsigned count)
{
	whole->variance += variance;
	if (count)
		whole->degrees += square(variance) / (count - 1);
}

/*
 * What a class says of itself, and what all calls say, which may be otherwise
 * there: each by how exactly it is known.
 */
static void add_class(struct whole *whole, double time,
		      const struct trial_sum *own, const struct trial_sum *all)
{
	bool seen = own->count >= LEAST_SEEN;
	double unlike = seen ? UNLIKE : UNLIKE_UNSEEN;
	double other = doubt(all) + square(unlike);
	double part = seen ? other / (other + doubt(own)) : 0;
	double ratio =
		time * exponential(part * own->mean + (1 - part) * all->mean);

	whole->seen += own->count ? time : 0;
	whole->time += time;
	whole->ratio += ratio;
	whole->common += ratio * (1 - part);
	if (seen)
		add_variance(whole, square(ratio * part) * doubt(own),
			     own->count);
	add_variance(whole, square(ratio * (1 - part) * unlike), 0);
}

/* Degrees of freedom as Welch and Satterthwaite have them. */
static struct trial_sum sum_of(struct whole *whole, const struct trial_sum *all)
{
	struct trial_sum sum = {.mean = logarithm(whole->ratio / whole->time)};
	double degrees;

	add_variance(whole, square(whole->common) * doubt(all), all->count);
	degrees = square(whole->variance) / whole->degrees;
	sum.count = degrees < all->count ? (unsigned)degrees + 1 : all->count;
	sum.variance = whole->variance / square(whole->ratio) * sum.count;
	return sum;
}

struct trial_sum rounds_difference(const struct rounds *rounds, unsigned one,
				   unsigned other)
{
	struct trial_sum all = compare_all(rounds, one, other);
	struct whole whole = {0};

	if (rounds->classes < 2)
		return all;
	for (unsigned i = 0; i < rounds->classes; i++) {
		const struct rounds_class *class = &rounds->list[i];
		struct trial_sum own = compare(&class->times, one, other);

		add_class(&whole, time_of(class), &own, &all);
	}
	if (whole.seen < MOST_TIME * whole.time)
		return (struct trial_sum){0, 0, -1};
	return all.count < 2 ? all : sum_of(&whole, &all);
}

struct trial_sum rounds_next(const struct rounds *rounds, unsigned candidate)
{
	return compare(&rounds->next, candidate, 0);
}
