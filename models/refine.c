/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of variants while they are measured, and which is to be run
 * next. The expected improvement is that of Jones, Schonlau and Welch (1998).
 */
#include "refine.h"

#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "gaussian.h"

/* How much is believed of the estimate. */
struct view {
	double prior;	 /* how likely that is before anything was run */
	double estimate; /* ln of it counts so many times, */
	double error;	 /* and so many times what it usually gets wrong */
};

/*
 * What may be true of a loop: the estimate tells its variants apart, or they
 * do not differ whatever it says. What is measured decides.
 */
static const struct view views[] = {
	{.prior = .98, .estimate = 1, .error = 1},
	{.prior = .02, .estimate = 0, .error = 0},
};

#define VIEWS (sizeof(views) / sizeof(*views))

/* What is asked: "gain" may be NULL. */
struct question {
	const struct refine_item *items;
	size_t count;
	const struct refine_run *runs;
	size_t run_count;
	struct refine_belief *beliefs;
	double *gain;
};

/* ---- what variants share ---- */

/* Standard deviations of what the estimate gets wrong, by what is shared. */
static const double sd_common = 2;
static const double sd_nest = .17;
static const double sd_inner = .21;
static const double sd_inner_level = .21;
static const double sd_threads = .2;
static const double sd_kind = .17;
static const double sd_chunk = .11; /* same kind, chunks alike */
static const double sd_nest_chunk = .12;
static const double sd_nest_threads = .04;
static const double sd_own = .06;

/* Chunks whose logarithms are so far apart are alike by exp(-1/2). */
static const double chunk_reach = 1.5;

static double square(double value)
{
	return value * value;
}

/* Of what the estimate gets wrong of both, but for the common factor. */
static double shared_variance(const struct refine_item *a,
			      const struct refine_item *b, bool same)
{
	bool nest = a->nest == b->nest;
	bool inner = a->inner == b->inner;
	bool threads = a->threads == b->threads;
	double chunks = a->kind != b->kind
				? 0
				: exp(-.5 * square(log(a->chunk / b->chunk) /
						   chunk_reach));

	return nest * square(sd_nest) + inner * square(sd_inner) +
	       (inner && a->level == b->level) * square(sd_inner_level) +
	       threads * square(sd_threads) +
	       (a->kind == b->kind) * square(sd_kind) +
	       chunks * square(sd_chunk) +
	       nest * chunks * square(sd_nest_chunk) +
	       (nest && threads) * square(sd_nest_threads) +
	       same * square(sd_own);
}

/* ---- what is asked ---- */

static bool is_sound(const struct refine_item *items, size_t count,
		     const struct refine_run *runs, size_t run_count)
{
	for (size_t i = 0; i < count; i++)
		if (!(items[i].cycles > 0) || !isfinite(items[i].cycles) ||
		    !(items[i].chunk >= 1) || !isfinite(items[i].chunk))
			return false;
	for (size_t i = 0; i < run_count; i++)
		if (runs[i].item >= count || !isfinite(runs[i].log_time) ||
		    !isfinite(runs[i].noise))
			return false;
	return true;
}

static bool was_run(const struct refine_run *runs, size_t count, size_t item)
{
	for (size_t i = 0; i < count; i++)
		if (runs[i].item == item)
			return true;
	return false;
}

/* In ln of time, which for small gains is their share. */
static double expected(const struct refine_belief *belief, double best)
{
	double gain = best - belief->mean;
	double z;

	if (belief->deviation <= 0)
		return fmax(gain, 0);
	z = gain / belief->deviation;
	return gain * gsl_cdf_ugaussian_P(z) +
	       belief->deviation * gsl_ran_ugaussian_pdf(z);
}

/* ---- one view ---- */

static double covariance(const struct question *question,
			 const struct view *view, size_t a, size_t b)
{
	return square(sd_common) +
	       square(view->error) * shared_variance(&question->items[a],
						     &question->items[b],
						     a == b);
}

static double estimate_of(const struct question *question,
			  const struct view *view, size_t item)
{
	return view->estimate * log(question->items[item].cycles);
}

static double noise_of(const struct refine_run *run)
{
	return run->noise > 0 ? run->noise : REFINE_NOISE;
}

/* Times may be of any unit: only what they differ by counts. */
static enum model_status take_view(const struct question *question,
				   const struct view *view,
				   struct gaussian *gaussian)
{
	size_t count = question->run_count;
	enum model_status status = gaussian_new(gaussian, count);

	for (size_t i = 0; i < count && status == MODEL_OK; i++) {
		const struct refine_run *one = &question->runs[i];

		for (size_t j = 0; j < count; j++)
			gsl_matrix_set(gaussian->factor, i, j,
				       covariance(question, view, one->item,
						  question->runs[j].item) +
					       (i == j) *
						       square(noise_of(one)));
		gsl_vector_set(gaussian->weights, i,
			       one->log_time -
				       estimate_of(question, view, one->item));
	}
	if (status != MODEL_OK)
		return status;
	status = gaussian_solve(gaussian);
	if (status != MODEL_OK)
		gaussian_free(gaussian);
	return status;
}

static struct refine_belief believe(const struct question *question,
				    const struct view *view,
				    struct gaussian *gaussian, size_t item)
{
	struct refine_belief belief;

	for (size_t i = 0; i < question->run_count; i++)
		gsl_vector_set(gaussian->shared, i,
			       covariance(question, view, item,
					  question->runs[i].item));
	gaussian_at(gaussian, covariance(question, view, item, item),
		    &belief.mean, &belief.deviation);
	belief.mean += estimate_of(question, view, item);
	return belief;
}

/* Of those that were run. */
static double best_of(const struct question *question,
		      const struct refine_belief *beliefs)
{
	double best = INFINITY;

	for (size_t i = 0; i < question->run_count; i++) {
		size_t item = question->runs[i].item;

		if (!question->items[item].barred)
			best = fmin(best, beliefs[item].mean);
	}
	return best;
}

/*
 * What it says is added by its weight; deviations are sums of squares yet.
 * Where no variant differs none promises a gain.
 */
static void add_view(const struct question *question, const struct view *view,
		     struct gaussian *gaussian, double weight,
		     struct refine_belief *own)
{
	double best;

	for (size_t i = 0; i < question->count; i++) {
		struct refine_belief *all = &question->beliefs[i];

		own[i] = believe(question, view, gaussian, i);
		all->mean += weight * own[i].mean;
		all->deviation += weight * (square(own[i].mean) +
					    square(own[i].deviation));
	}
	if (!question->gain || view->error == 0)
		return;
	best = best_of(question, own);
	for (size_t i = 0; i < question->count; i++)
		question->gain[i] += weight * expected(&own[i], best);
}

/* ---- all views ---- */

static void begin(const struct question *question)
{
	for (size_t i = 0; i < question->count; i++) {
		question->beliefs[i] = (struct refine_belief){0, 0};
		if (question->gain)
			question->gain[i] = 0;
	}
}

static void end(const struct question *question)
{
	for (size_t i = 0; i < question->count; i++) {
		struct refine_belief *one = &question->beliefs[i];

		one->deviation =
			sqrt(fmax(one->deviation - square(one->mean), 0));
		if (question->gain &&
		    (question->items[i].barred ||
		     was_run(question->runs, question->run_count, i)))
			question->gain[i] = -1;
	}
}

/* How likely each is after the runs. */
static void weigh(const struct gaussian *gaussians, double *weights)
{
	double most = -INFINITY, sum = 0;

	for (size_t i = 0; i < VIEWS; i++)
		most = fmax(most, gaussians[i].evidence);
	for (size_t i = 0; i < VIEWS; i++) {
		weights[i] = views[i].prior * exp(gaussians[i].evidence - most);
		sum += weights[i];
	}
	for (size_t i = 0; i < VIEWS; i++)
		weights[i] /= sum;
}

static enum model_status look(const struct question *question,
			      struct refine_belief *own)
{
	struct gaussian gaussians[VIEWS];
	enum model_status status = MODEL_OK;
	double weights[VIEWS];
	size_t made = 0;

	while (made < VIEWS && status == MODEL_OK) {
		status = take_view(question, &views[made], &gaussians[made]);
		made += status == MODEL_OK;
	}
	if (status == MODEL_OK) {
		weigh(gaussians, weights);
		begin(question);
		for (size_t i = 0; i < VIEWS; i++)
			add_view(question, &views[i], &gaussians[i], weights[i],
				 own);
		end(question);
	}
	while (made > 0)
		gaussian_free(&gaussians[--made]);
	return status;
}

static enum model_status ask(const struct question *question)
{
	struct refine_belief *own;
	enum model_status status;
	gsl_error_handler_t *handler;

	if (question->run_count == 0 || question->count == 0)
		return MODEL_TOO_FEW;
	if (!is_sound(question->items, question->count, question->runs,
		      question->run_count))
		return MODEL_BAD_ARGUMENT;
	own = calloc(question->count, sizeof(*own));
	if (!own)
		return MODEL_NO_MEMORY;
	handler = gsl_set_error_handler_off();
	status = look(question, own);
	gsl_set_error_handler(handler);
	free(own);
	return status;
}

enum model_status refine_beliefs(const struct refine_item *items, size_t count,
				 const struct refine_run *runs,
				 size_t run_count,
				 struct refine_belief *beliefs)
{
	return ask(&(struct question){items, count, runs, run_count, beliefs,
				      NULL});
}

enum model_status refine_gains(const struct refine_item *items, size_t count,
			       const struct refine_run *runs, size_t run_count,
			       double *gain)
{
	struct refine_belief *beliefs = calloc(count + 1, sizeof(*beliefs));
	enum model_status status = MODEL_NO_MEMORY;

	if (beliefs)
		status = ask(&(struct question){items, count, runs, run_count,
						beliefs, gain});
	free(beliefs);
	return status;
}

/* ---- what to run next ---- */

double refine_stop(size_t runs)
{
	return REFINE_STOP * (double)runs;
}

/* Before anything is known the estimate alone says where to begin. */
static enum model_status cheapest(const struct refine_item *items, size_t count,
				  size_t *next, double *improvement)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++)
		if (!items[i].barred && items[i].cycles > 0 &&
		    (best == count || items[i].cycles < items[best].cycles))
			best = i;
	if (best == count)
		return MODEL_TOO_FEW;
	*next = best;
	*improvement = 1;
	return MODEL_OK;
}

enum model_status refine_next(const struct refine_item *items, size_t count,
			      const struct refine_run *runs, size_t run_count,
			      size_t *next, double *improvement)
{
	enum model_status status;
	size_t best = 0;
	double *gain;

	if (run_count == 0)
		return cheapest(items, count, next, improvement);
	gain = calloc(count + 1, sizeof(*gain));
	if (!gain)
		return MODEL_NO_MEMORY;
	status = refine_gains(items, count, runs, run_count, gain);
	for (size_t i = 0; status == MODEL_OK && i < count; i++)
		if (gain[i] > gain[best])
			best = i;
	if (status == MODEL_OK && gain[best] < 0)
		status = MODEL_TOO_FEW;
	if (status == MODEL_OK) {
		*next = best;
		*improvement = gain[best];
	}
	free(gain);
	return status;
}
