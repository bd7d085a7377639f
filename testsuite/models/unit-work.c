/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trips, work and schedules of random nests against running them: every
 * iteration is gone through and counted, every chunk handed out. The
 * environment variable NEST_ROUNDS says how many nests, 10000 if not set.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../models/schedule.h"
#include "../../models/work.h"
#include "trial.h"

#define SEED 2385
#define MOST_ITERATIONS 30000
#define MOST_THREADS 9

/* ---- what running it shows -------------------------------------------------
 */

/* Executions of each loop within one shared iteration. */
struct shared_iteration {
	double of[TRIAL_LOOPS];
};

struct seen {
	double executions[TRIAL_LOOPS];
	double longest[TRIAL_LOOPS];
	double low[TRIAL_LOOPS], high[TRIAL_LOOPS];
	struct shared_iteration shared[MOST_ITERATIONS + 1];
	size_t iterations;
	size_t region[MOST_ITERATIONS + 2]; /* where each one begins */
	size_t regions;
};

static struct seen seen;

/* A loop behind a condition counts half, and all that is in it. */
static double chance_of(const struct trial *trial, int loop)
{
	double chance = 1;

	for (; loop >= 0; loop = trial->loop[loop].parent)
		chance *= trial->loop[loop].conditional ? .5 : 1;
	return chance;
}

static void note(const struct trial *trial, int loop, void *data)
{
	double value = (double)trial->value[trial_counter(loop)];
	double trip = (double)trial->value[trial_counter(loop) + 1] + 1;
	double chance = chance_of(trial, loop);
	int last = trial->around + trial->collapse - 1;

	(void)data;
	seen.executions[loop] += chance;
	seen.longest[loop] = fmax(seen.longest[loop], trip);
	seen.low[loop] = fmin(seen.low[loop], value);
	seen.high[loop] = fmax(seen.high[loop], value);
	if (loop == trial->around - 1)
		seen.region[seen.regions++] = seen.iterations;
	if (loop == last)
		memset(&seen.shared[seen.iterations++], 0,
		       sizeof(seen.shared[0]));
	if (loop >= last)
		seen.shared[seen.iterations - 1].of[loop] += chance;
}

static bool look(struct trial *trial)
{
	memset(seen.executions, 0, sizeof(seen.executions));
	memset(seen.longest, 0, sizeof(seen.longest));
	for (int i = 0; i < TRIAL_LOOPS; i++) {
		seen.low[i] = INFINITY;
		seen.high[i] = -INFINITY;
	}
	seen.iterations = 0;
	seen.regions = 0;
	if (trial->around == 0)
		seen.region[seen.regions++] = 0;
	if (!trial_run(trial, MOST_ITERATIONS, note, NULL))
		return false;
	seen.region[seen.regions] = seen.iterations;
	return true;
}

/* ---- counts ---------------------------------------------------------------
 */

/* Why the trial failed; NULL if it did not. */
typedef const char *check(const struct trial *trial, const struct work *work);

static const char *check_counts(const struct trial *trial,
				const struct work *work)
{
	for (int i = 0; i < trial->loops; i++) {
		int parent = trial->loop[i].parent;
		double entries = parent < 0 ? 1 : seen.executions[parent];
		double trip;

		if (trial->loop[i].conditional)
			entries /= 2;
		trip = entries > 0 ? seen.executions[i] / entries : 0;
		if (work->executions[i] != seen.executions[i])
			return "executions";
		if (fabs(work->trip[i] - trip) > 1e-12 * trip)
			return "mean trip";
		if (work->assumed[i])
			return "a trip that is known was assumed";
	}
	if (work->regions != (double)seen.regions)
		return "regions";
	return NULL;
}

/* Never beyond what is there; "longest" and the span may be less. */
static const char *check_spans(const struct trial *trial,
			       const struct work *work)
{
	for (int i = 0; i < trial->loops; i++) {
		if (work->longest[i] > seen.longest[i])
			return "longest trip";
		if (seen.executions[i] > 0 && (work->low[i] < seen.low[i] ||
					       work->high[i] > seen.high[i]))
			return "span of the counter";
	}
	return NULL;
}

static double count_at(const struct trial *trial,
		       const struct work_piece *piece, int loop, double x)
{
	(void)trial;
	return series_polynomial(
		piece->coefficient + loop * (SERIES_DEGREE + 1), x);
}

/* Is the region the same as the one that was seen? */
static bool is_region(const struct trial *trial,
		      const struct work_region *region, size_t which)
{
	size_t at = seen.region[which];

	if (region->iterations != (double)(seen.region[which + 1] - at))
		return false;
	for (size_t i = 0; i < region->count; i++)
		for (double x = 0; x < region->pieces[i].length; x++, at++)
			for (int loop = trial->around + trial->collapse - 1;
			     loop < trial->loops; loop++)
				if (count_at(trial, &region->pieces[i], loop,
					     x) != seen.shared[at].of[loop])
					return false;
	return at == seen.region[which + 1];
}

/* Where one region stands for all they must all be alike. */
static const char *check_regions(const struct trial *trial,
				 const struct work *work)
{
	if (seen.regions == 0)
		return NULL;
	for (int i = 0; i < work->region_count; i++) {
		bool found = false;

		for (size_t j = 0; j < seen.regions; j++) {
			bool same = is_region(trial, &work->region[i], j);

			found |= same;
			if (work->region_count == 1 && !same)
				return "the only region";
		}
		if (!found)
			return "a region";
	}
	return NULL;
}

/* ---- schedules ------------------------------------------------------------
 */

/* What each thread has got. */
struct handed {
	double work[MOST_THREADS];
	size_t chunks[MOST_THREADS], iterations[MOST_THREADS];
	size_t largest;
};

static void hand(struct handed *handed, const double *cost, int thread,
		 size_t from, size_t to)
{
	if (from == to)
		return;
	for (size_t i = from; i < to; i++)
		handed->work[thread] += cost[i];
	handed->chunks[thread]++;
	handed->iterations[thread] += to - from;
	if (to - from > handed->largest)
		handed->largest = to - from;
}

/* The thread that is ready first; of several, who has had fewest chunks. */
static int ready(const struct handed *handed, int threads)
{
	int first = 0;

	for (int i = threads - 1; i >= 0; i--)
		if (handed->work[i] < handed->work[first] ||
		    (handed->work[i] == handed->work[first] &&
		     handed->chunks[i] <= handed->chunks[first]))
			first = i;
	return first;
}

/* As in gomp_iter_static_next: a block for each thread. */
static void run_static(struct handed *handed, const double *cost, size_t n,
		       size_t chunk, int threads)
{
	(void)chunk;
	for (int i = 0; i < threads; i++) {
		size_t q = n / (size_t)threads;
		size_t t = n % (size_t)threads;
		size_t start;

		if ((size_t)i < t) {
			t = 0;
			q++;
		}
		start = q * (size_t)i + t;
		hand(handed, cost, i, start, start + q);
	}
}

static void run_static_chunk(struct handed *handed, const double *cost,
			     size_t n, size_t chunk, int threads)
{
	for (int i = 0; i < threads; i++)
		for (size_t trip = 0;; trip++) {
			size_t start =
				(trip * (size_t)threads + (size_t)i) * chunk;
			size_t end = start + chunk;

			if (start >= n)
				break;
			hand(handed, cost, i, start, end > n ? n : end);
		}
}

static void run_dynamic(struct handed *handed, const double *cost, size_t n,
			size_t chunk, int threads)
{
	for (size_t next = 0; next != n;) {
		size_t left = n - next;
		size_t size = chunk > left ? left : chunk;

		hand(handed, cost, ready(handed, threads), next, next + size);
		next += size;
	}
}

/* As in gomp_iter_guided_next. */
static void run_guided(struct handed *handed, const double *cost, size_t n,
		       size_t chunk, int threads)
{
	for (size_t next = 0; next != n;) {
		size_t left = n - next;
		size_t q = (left + (size_t)threads - 1) / (size_t)threads;
		size_t end;

		if (q < chunk)
			q = chunk;
		end = q <= left ? next + q : n;
		hand(handed, cost, ready(handed, threads), next, end);
		next = end;
	}
}

static void (*const runs[])(struct handed *handed, const double *cost, size_t n,
			    size_t chunk, int threads) = {
	[SCHEDULE_STATIC] = run_static,
	[SCHEDULE_STATIC_CHUNK] = run_static_chunk,
	[SCHEDULE_DYNAMIC] = run_dynamic,
	[SCHEDULE_GUIDED] = run_guided,
};

static const char *compare(const struct handed *handed,
			   const struct schedule_shares *shares,
			   const double *work, int threads)
{
	double busiest = 0, chunks = 0, most_chunks = 0, most = 0, of_it = -1;

	for (int i = 0; i < threads; i++) {
		if (work[i] != handed->work[i])
			return "work of a thread";
		chunks += (double)handed->chunks[i];
		most_chunks = fmax(most_chunks, (double)handed->chunks[i]);
		most = fmax(most, (double)handed->iterations[i]);
		if (handed->work[i] > busiest || of_it < 0) {
			busiest = handed->work[i];
			of_it = (double)handed->chunks[i];
		}
	}
	return shares->busiest != busiest	    ? "busiest"
	       : shares->busiest_chunks != of_it    ? "chunks of the busiest"
	       : shares->chunks != chunks	    ? "chunks"
	       : shares->most_chunks != most_chunks ? "most chunks"
	       : shares->most_iterations != most    ? "most iterations"
	       : shares->largest != (double)handed->largest ? "largest chunk"
							    : NULL;
}

static double cost_of[MOST_ITERATIONS];

/* The work of each iteration, and of stretches of them. */
static const char *check_series(const struct series *series, size_t count)
{
	double total = 0;
	double before = 0;
	size_t from = count ? (size_t)trial_below((int64_t)count) : 0;

	if (series->length != (double)count)
		return "length of the series";
	for (size_t i = 0; i < count; i++) {
		before = i == from ? total : before;
		if (series_value(series, (double)i) != cost_of[i])
			return "work of an iteration";
		total += cost_of[i];
		if (i >= from && series_sum(series, (double)from,
					    (double)(i + 1)) != total - before)
			return "sum of a stretch";
	}
	return series->total == total ? NULL : "work of all iterations";
}

static const char *check_schedules(const struct series *series, size_t count)
{
	double work[MOST_THREADS];
	const char *wrong = NULL;

	for (int threads = 1; threads <= MOST_THREADS && !wrong; threads++)
		for (int kind = 0; kind < SCHEDULE_COUNT && !wrong; kind++) {
			int64_t chunk = trial_between(1, trial_between(1, 40));
			struct schedule schedule = {(enum machine_schedule)kind,
						    (double)chunk, threads};
			struct handed handed = {0};
			struct schedule_shares shares;

			if (schedule_share(series, &schedule, &shares, work) !=
			    MODEL_OK)
				return "no shares";
			if (shares.sampled)
				continue;
			runs[kind](&handed, cost_of, count, (size_t)chunk,
				   threads);
			wrong = compare(&handed, &shares, work, threads);
		}
	return wrong;
}

static const char *check_shares(const struct trial *trial,
				const struct work *work)
{
	size_t count = seen.region[1] - seen.region[0];
	double weight[TRIAL_LOOPS];
	struct series series;
	const char *wrong;

	if (work->region_count != 1 || seen.regions == 0)
		return NULL;
	for (int i = 0; i < trial->loops; i++)
		weight[i] = (double)trial_below(100);
	for (size_t i = 0; i < count; i++) {
		cost_of[i] = 0;
		for (int loop = 0; loop < trial->loops; loop++)
			cost_of[i] += weight[loop] * seen.shared[i].of[loop];
	}
	if (work_weigh(work, 0, weight, &series) != MODEL_OK)
		return "no series";
	wrong = check_series(&series, count);
	if (!wrong)
		wrong = check_schedules(&series, count);
	series_free(&series);
	return wrong;
}

/* ---- trials ----------------------------------------------------------------
 */

static check *const checks[] = {check_counts, check_spans, check_regions,
				check_shares};

struct tally {
	long trials, sampled, wrong;
};

static void try_one(struct trial *trial, struct tally *tally)
{
	struct nest *nest = trial_nest(trial);
	double values[TRIAL_SYMBOLS];
	struct work work;
	const char *wrong = NULL;

	assert_non_null(nest);
	trial_values(trial, values);
	assert_int_equal(work_evaluate(nest, values, NULL, &work), MODEL_OK);
	tally->trials++;
	tally->sampled += work.sampled;
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		if (!work.sampled && !wrong)
			wrong = checks[i](trial, &work);
	if (wrong && tally->wrong++ < 5) {
		printf("# trial %ld: %s\n", tally->trials, wrong);
		trial_print(trial);
	}
	work_free(&work);
	nest_free(nest);
}

static long rounds(void)
{
	const char *given = getenv("NEST_ROUNDS");

	return given ? atol(given) : 10000;
}

/* At most one in a hundred is too irregular to be exact, and says so. */
static void try_family(void **state)
{
	static const char *const names[] = {"rectangular", "triangular",
					    "tiled",	   "strided",
					    "irregular",   "mixed"};
	int family = *(const int *)*state;
	long wanted = rounds() / TRIAL_FAMILIES + 1;
	struct tally tally = {0};
	static struct trial trial;

	trial_seed(SEED + (uint64_t)family);
	while (tally.trials < wanted) {
		trial_random(&trial, (enum trial_family)family);
		if (look(&trial))
			try_one(&trial, &tally);
	}
	printf("# %s: %ld nests, %ld not exact by their own word, %ld wrong\n",
	       names[family], tally.trials, tally.sampled, tally.wrong);
	assert_int_equal(tally.wrong, 0);
	assert_true(tally.sampled * 100 <= tally.trials);
}

int main(void)
{
	static int family[TRIAL_FAMILIES];
	struct CMUnitTest tests[TRIAL_FAMILIES];
	static const char *const names[] = {
		"rectangular nests are exact", "triangular nests are exact",
		"tiled nests are exact",       "strided nests are exact",
		"irregular nests are exact",   "mixed nests are exact"};

	for (int i = 0; i < TRIAL_FAMILIES; i++) {
		family[i] = i;
		tests[i] = (struct CMUnitTest){.name = names[i],
					       .test_func = try_family,
					       .initial_state = &family[i]};
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
