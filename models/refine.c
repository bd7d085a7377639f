/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A Gaussian process on ln(measured) - ln(estimated).
 *
 * The kernel is a sum: a common factor, which says nothing of the order, and
 * for each thing that variants share its own variance. Rasmussen and
 * Williams, Gaussian Processes for Machine Learning (2006), algorithm 2.1;
 * the expected improvement is that of Jones, Schonlau and Welch (1998).
 */
#include "refine.h"

#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_randist.h>

/* Standard deviations of what the estimate gets wrong, by what is shared. */
static const double sd_common = 2;
static const double sd_nest = .17;
static const double sd_inner = .21;
static const double sd_inner_level = .21;
static const double sd_threads = .08;
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

static double covariance(const struct refine_item *a,
			 const struct refine_item *b, bool same)
{
	bool nest = a->nest == b->nest;
	bool inner = a->inner == b->inner;
	bool threads = a->threads == b->threads;
	double chunks = a->kind != b->kind
				? 0
				: exp(-.5 * square(log(a->chunk / b->chunk) /
						   chunk_reach));

	return square(sd_common) + nest * square(sd_nest) +
	       inner * square(sd_inner) +
	       (inner && a->level == b->level) * square(sd_inner_level) +
	       threads * square(sd_threads) +
	       (a->kind == b->kind) * square(sd_kind) +
	       chunks * square(sd_chunk) +
	       nest * chunks * square(sd_nest_chunk) +
	       (nest && threads) * square(sd_nest_threads) +
	       same * square(sd_own);
}

/* What is computed once for all items. */
struct process {
	const struct refine_item *items;
	const struct refine_run *runs;
	size_t count;
	gsl_matrix *factor;  /* Cholesky's, of the covariance of the runs */
	gsl_vector *weights; /* its inverse times the residuals */
	gsl_vector *spare;
	double offset; /* mean of the residuals */
};

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

/* Residuals, their mean taken out: times may be of any unit. */
static void center(struct process *process)
{
	for (size_t i = 0; i < process->count; i++) {
		const struct refine_run *run = &process->runs[i];
		double residual =
			run->log_time - log(process->items[run->item].cycles);

		gsl_vector_set(process->weights, i, residual);
		process->offset += residual / (double)process->count;
	}
	gsl_vector_add_constant(process->weights, -process->offset);
}

static double noise_of(const struct refine_run *run)
{
	return run->noise > 0 ? run->noise : REFINE_NOISE;
}

static void fill(struct process *process)
{
	for (size_t i = 0; i < process->count; i++)
		for (size_t j = 0; j < process->count; j++) {
			size_t a = process->runs[i].item;
			size_t b = process->runs[j].item;
			double value = covariance(&process->items[a],
						  &process->items[b], a == b);
			double noise = noise_of(&process->runs[i]);

			gsl_matrix_set(process->factor, i, j,
				       value + (i == j) * square(noise));
		}
	center(process);
}

static void process_free(struct process *process)
{
	gsl_matrix_free(process->factor);
	gsl_vector_free(process->weights);
	gsl_vector_free(process->spare);
}

static enum model_status process_new(struct process *process,
				     const struct refine_item *items,
				     const struct refine_run *runs,
				     size_t run_count)
{
	*process = (struct process){
		.items = items, .runs = runs, .count = run_count};
	process->factor = gsl_matrix_alloc(run_count, run_count);
	process->weights = gsl_vector_alloc(run_count);
	process->spare = gsl_vector_alloc(run_count);
	if (!process->factor || !process->weights || !process->spare) {
		process_free(process);
		return MODEL_NO_MEMORY;
	}
	fill(process);
	if (gsl_linalg_cholesky_decomp1(process->factor) != GSL_SUCCESS ||
	    gsl_linalg_cholesky_svx(process->factor, process->weights) !=
		    GSL_SUCCESS) {
		process_free(process);
		return MODEL_SINGULAR;
	}
	return MODEL_OK;
}

static struct refine_belief believe(struct process *process, size_t item)
{
	const struct refine_item *one = &process->items[item];
	double mean = log(one->cycles) + process->offset;
	double variance = covariance(one, one, true);

	for (size_t i = 0; i < process->count; i++) {
		size_t other = process->runs[i].item;
		double shared =
			covariance(one, &process->items[other], item == other);

		mean += shared * gsl_vector_get(process->weights, i);
		gsl_vector_set(process->spare, i, shared);
	}
	gsl_linalg_cholesky_svx(process->factor, process->spare);
	for (size_t i = 0; i < process->count; i++) {
		size_t other = process->runs[i].item;

		variance -=
			covariance(one, &process->items[other], item == other) *
			gsl_vector_get(process->spare, i);
	}
	return (struct refine_belief){mean, sqrt(fmax(variance, 0))};
}

enum model_status refine_beliefs(const struct refine_item *items, size_t count,
				 const struct refine_run *runs,
				 size_t run_count,
				 struct refine_belief *beliefs)
{
	struct process process;
	enum model_status status;
	gsl_error_handler_t *handler;

	if (run_count == 0 || count == 0)
		return MODEL_TOO_FEW;
	if (!is_sound(items, count, runs, run_count))
		return MODEL_BAD_ARGUMENT;
	handler = gsl_set_error_handler_off();
	status = process_new(&process, items, runs, run_count);
	if (status == MODEL_OK) {
		for (size_t i = 0; i < count; i++)
			beliefs[i] = believe(&process, i);
		process_free(&process);
	}
	gsl_set_error_handler(handler);
	return status;
}

/* ---- what to run next ---- */

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

double refine_stop(size_t runs)
{
	return REFINE_STOP / 12 * (double)runs;
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

static void fill_gains(const struct refine_item *items, size_t count,
		       const struct refine_run *runs, size_t run_count,
		       const struct refine_belief *beliefs, double *gain)
{
	double best = INFINITY;

	for (size_t i = 0; i < run_count; i++)
		if (!items[runs[i].item].barred)
			best = fmin(best, beliefs[runs[i].item].mean);
	for (size_t i = 0; i < count; i++)
		gain[i] = items[i].barred || was_run(runs, run_count, i)
				  ? -1
				  : expected(&beliefs[i], best);
}

enum model_status refine_gains(const struct refine_item *items, size_t count,
			       const struct refine_run *runs, size_t run_count,
			       double *gain)
{
	struct refine_belief *beliefs = calloc(count + 1, sizeof(*beliefs));
	enum model_status status = MODEL_NO_MEMORY;

	if (beliefs)
		status = refine_beliefs(items, count, runs, run_count, beliefs);
	if (status == MODEL_OK)
		fill_gains(items, count, runs, run_count, beliefs, gain);
	free(beliefs);
	return status;
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
