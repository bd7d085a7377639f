/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orders of the variants of a recorded table.
 */
#include "contest.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "models/search.h"
#include "rank/batch.h"

const char *const contest_names[CONTEST_ORDERS] = {
	[CONTEST_PODIUM] = "podium",
	[CONTEST_ESTIMATE] = "estimate",
	[CONTEST_POWER] = "power model",
	[CONTEST_THREADS] = "most threads first",
	[CONTEST_RANDOM] = "random",
	[CONTEST_REFINED] = "podium, refined"};

/* ---- the rows of a space ---- */

/* Columns of the rows in the space, "keys" by the order at hand. */
struct field {
	size_t count;
	size_t *row;
	double *keys, *places, *ratio, *low, *high, *seconds;
	uint64_t *dice;
	size_t *order;
	bool intervals, times;
};

static bool is_in(const struct dataset *table, size_t row,
		  enum dataset_space space)
{
	return space == DATASET_ALL || table->space[row] == space;
}

static double *column(size_t count)
{
	return memory_grow(NULL, count + 1, sizeof(double));
}

static void take(struct field *field, const struct dataset *table,
		 enum dataset_space space)
{
	size_t most = table->count;

	*field = (struct field){.intervals = table->low && table->high,
				.times = table->seconds};
	field->row = memory_grow(NULL, most + 1, sizeof(*field->row));
	field->order = memory_grow(NULL, most + 1, sizeof(*field->order));
	field->dice = memory_grow(NULL, most + 1, sizeof(*field->dice));
	field->keys = column(most);
	field->places = column(most);
	field->ratio = column(most);
	field->low = column(most);
	field->high = column(most);
	field->seconds = column(most);
	for (size_t i = 0; i < most; i++) {
		size_t n = field->count;

		if (!is_in(table, i, space))
			continue;
		field->row[n] = i;
		field->ratio[n] = table->ratio[i];
		field->low[n] = field->intervals ? table->low[i] : 0;
		field->high[n] = field->intervals ? table->high[i] : 0;
		field->seconds[n] = field->times ? table->seconds[i] : 0;
		field->count++;
	}
}

static void drop(struct field *field)
{
	free(field->row);
	free(field->order);
	free(field->dice);
	free(field->keys);
	free(field->places);
	free(field->ratio);
	free(field->low);
	free(field->high);
	free(field->seconds);
}

/* ---- an order ---- */

static double key_of(const struct dataset *table, size_t at,
		     enum contest_order order, const struct leftout *law,
		     const struct machine *machine)
{
	const struct batch_row *row = &table->predicted[at];

	switch (order) {
	case CONTEST_PODIUM:
		return row->rank;
	case CONTEST_ESTIMATE:
		return row->cycles;
	case CONTEST_POWER: /* of all threads, so that of one is the time */
		return leftout_cycles(law, &table->timed[at], machine) /
		       fmax(row->threads, 1);
	default:
		return -row->threads;
	}
}

/* Numbers that are the same everywhere: xorshift64*. */
static uint64_t roll(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(2685821657736338717);
}

static int by_key(const void *a, const void *b, void *context)
{
	const struct field *field = context;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;

	if (field->keys[i] != field->keys[j])
		return field->keys[i] < field->keys[j] ? -1 : 1;
	return (field->dice[i] > field->dice[j]) -
	       (field->dice[i] < field->dice[j]);
}

/* Break ties by dice: each row gets the place at which it is tried. */
static void place(struct field *field, uint64_t *state)
{
	for (size_t i = 0; i < field->count; i++) {
		field->dice[i] = roll(state);
		field->order[i] = i;
	}
	qsort_r(field->order, field->count, sizeof(*field->order), by_key,
		field);
	for (size_t i = 0; i < field->count; i++)
		field->places[field->order[i]] = i;
}

static enum model_status judge(const struct field *field, double within,
			       struct judge_result *result)
{
	struct judge_input input = {.count = field->count,
				    .predicted = field->places,
				    .measured = field->ratio};

	if (field->intervals) {
		input.low = field->low;
		input.high = field->high;
	}
	if (field->times)
		input.seconds = field->seconds;
	return judge_order(&input, within, result);
}

static void add(struct judge_figures *sum, const struct judge_figures *of)
{
	sum->kmin += of->kmin;
	for (int i = 0; i < JUDGE_PLACES; i++)
		sum->regret[i] += of->regret[i];
	sum->gain += 1 / of->gain;
	sum->gain_near += 1 / of->gain_near;
	/* a tie of the best is as good */
	sum->within += fmin(of->within, of->kmin);
}

/* From sums over the draws to means. */
static void divide(struct judge_figures *sum, size_t variants)
{
	sum->kmin /= CONTEST_DRAWS;
	for (int i = 0; i < JUDGE_PLACES; i++)
		sum->regret[i] /= CONTEST_DRAWS;
	sum->t_kmin = variants / sum->kmin;
	sum->gain = CONTEST_DRAWS / sum->gain;
	sum->gain_near = CONTEST_DRAWS / sum->gain_near;
	sum->within /= CONTEST_DRAWS;
}

static enum model_status draw(struct field *field, double within,
			      struct judge_result *result,
			      struct judge_figures *figures)
{
	struct judge_figures sum = {0};
	uint64_t state = 20261121;

	for (int i = 0; i < CONTEST_DRAWS; i++) {
		enum model_status status;

		place(field, &state);
		status = judge(field, within, result);
		if (status != MODEL_OK)
			return status;
		add(&sum, &result->ranked);
	}
	divide(&sum, field->count);
	*figures = sum;
	return MODEL_OK;
}

/* Of a random order, until there is one within that of the best, or a tie. */
static double expected_runs(const struct field *field, double within)
{
	struct search_problem problem = {field->count, NULL, field->ratio,
					 field->intervals ? field->low : NULL,
					 field->intervals ? field->high : NULL};

	return (field->count + 1.0) / (search_good(&problem, within / 100) + 1);
}

/* The search that goes on from podium's order with what each run took. */
static enum model_status refine(const struct dataset *table, double within,
				struct contest_figures *figures)
{
	struct refine_item *items = dataset_items(table);
	struct search_problem problem = {table->count, items, table->ratio,
					 table->low, table->high};
	struct search_figures near, exact;
	struct search_end end;
	enum model_status status = search_replay(&problem, SEARCH_REFINED,
						 within / 100, &near, &end);

	if (status == MODEL_OK)
		status = search_replay(&problem, SEARCH_REFINED, 0, &exact,
				       &end);
	free(items);
	if (status != MODEL_OK)
		return status;
	*figures = (struct contest_figures){
		.known = true,
		.of = {.kmin = exact.runs,
		       .t_kmin = table->count / exact.runs,
		       .within = near.runs,
		       .gain = NAN,
		       .gain_near = NAN}};
	memcpy(figures->of.regret, near.regret, sizeof(near.regret));
	return MODEL_OK;
}

enum model_status contest_judge(const struct dataset *table,
				enum dataset_space space,
				const struct leftout *law,
				const struct machine *machine, double within,
				struct contest *contest)
{
	enum model_status status = MODEL_OK;
	struct judge_result result = {0};
	struct field field;

	*contest = (struct contest){0};
	take(&field, table, space);
	for (int order = 0;
	     order < CONTEST_RANDOM && field.count > 0 && status == MODEL_OK;
	     order++) {
		if (order == CONTEST_POWER && !law)
			continue;
		for (size_t i = 0; i < field.count; i++)
			field.keys[i] = key_of(table, field.row[i], order, law,
					       machine);
		status = draw(&field, within, &result,
			      &contest->orders[order].of);
		contest->orders[order].known = status == MODEL_OK;
	}
	if (field.count > 0 && status == MODEL_OK) {
		contest->orders[CONTEST_RANDOM].known = true;
		contest->orders[CONTEST_RANDOM].of = result.random;
		contest->orders[CONTEST_RANDOM].of.within =
			expected_runs(&field, within);
		contest->variants = field.count;
		contest->ties = result.ties;
	}
	if (space == DATASET_ALL && status == MODEL_OK)
		status = refine(table, within,
				&contest->orders[CONTEST_REFINED]);
	drop(&field);
	return status;
}

/* ---- errors ---- */

static void check(const struct batch_row *row, double cycles,
		  const struct leftout *law, const struct machine *machine,
		  unsigned *violations)
{
	struct power_domain domain = law->domain;
	struct power_loop loop = {.bytes = row->bytes,
				  .mean_chunks = row->mean_chunks,
				  .most_chunks = row->most_chunks,
				  .time = cycles};
	unsigned found = 0;

	domain.l2_bytes = machine->cache[1].bytes;
	if (power_check(&domain, &loop, &found) == MODEL_OK)
		*violations |= found;
}

/* Take all by the factor between the two, as an order does not see it. */
static void take_factor(double *predicted, const double *measured, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += log(measured[i] / predicted[i]);
	for (size_t i = 0; i < count; i++)
		predicted[i] *= exp(sum / (double)count);
}

enum model_status contest_errors(const struct dataset *table,
				 enum dataset_space space,
				 const struct leftout *law,
				 const struct machine *machine,
				 struct contest_errors *errors)
{
	double *predicted = column(table->count);
	double *measured = column(table->count);
	struct judge_errors result, trend;
	enum model_status status = MODEL_TOO_FEW;
	unsigned violations = 0;
	size_t count = 0;

	for (size_t i = 0; table->seconds && i < table->count; i++) {
		const struct batch_row *row = &table->timed[i];
		double cycles = table->seconds[i] * 1e9 * machine->ghz;

		if (!is_in(table, i, space))
			continue;
		predicted[count] = leftout_cycles(law, row, machine);
		measured[count++] = cycles * row->threads;
		check(row, cycles, law, machine, &violations);
	}
	if (count > 0)
		status = judge_errors(predicted, measured, count, &result);
	if (status == MODEL_OK) {
		take_factor(predicted, measured, count);
		status = judge_errors(predicted, measured, count, &trend);
	}
	if (status == MODEL_OK)
		*errors = (struct contest_errors){result.mean, result.largest,
						  trend.mean, violations};
	free(measured);
	free(predicted);
	return status;
}
