/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The power-model paper's study on recorded tables.
 */
#include "powerstudy.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "machine/profile.h"

const char *const powerstudy_group_names[POWERSTUDY_GROUPS] = {
	[POWERSTUDY_PAPER] = "paper", [POWERSTUDY_FURTHER] = "further"};

/* ---- a folder ---- */

/* What the tables of a folder have in common. */
struct place {
	const char *folder;
	struct profile ranked, timed; /* machines for ranks and for times */
	struct patterns patterns;
};

static bool open_place(struct place *place,
		       const struct powerstudy_request *request,
		       struct text *problem)
{
	return dataset_machine(place->folder, request->profile, &place->ranked,
			       problem) &&
	       dataset_clock(place->folder, request->profile, &place->timed,
			     problem) &&
	       leftout_read(&place->patterns, place->folder, place->timed.whole,
			    request->gcc, &place->timed.machine, problem);
}

static char *describe(const struct profile *profile)
{
	const json_t *measured = json_object_get(profile->whole, "measured");
	const char *date = json_string_value(json_object_get(measured, "date"));

	if (!profile->key.cpu)
		return memory_string("a generic machine");
	return memory_print("%s, calibrated %s", profile->key.cpu,
			    date ? date : "at a time that is not told");
}

static void note_machines(struct powerstudy *study, const struct place *place)
{
	if (study->ranked)
		return;
	study->ranked = describe(&place->ranked);
	study->timed = describe(&place->timed);
}

/* ---- a case ---- */

/*
 * The paper names the pattern of its loops; for others all are taken, and no
 * loop is judged by a model that was fitted to it.
 */
static void fit(struct powerstudy_case *of, const struct patterns *patterns)
{
	const char *only = of->published ? of->published->pattern : NULL;

	of->fitted = leftout_fit(patterns, only, of->table.loop, &of->law) ==
		     MODEL_OK;
}

/* The errors are those of the paper's space where the table tells it. */
static enum model_status judge_case(struct powerstudy_case *of, double within)
{
	const struct leftout *law = of->fitted ? &of->law : NULL;
	enum dataset_space space = DATASET_ALL;

	for (int i = 0; i < DATASET_SPACES; i++) {
		enum model_status status =
			contest_judge(&of->table, i, law, &of->machine, within,
				      &of->contest[i]);

		if (status != MODEL_OK)
			return status;
	}
	if (of->contest[DATASET_PUBLISHED].variants > 0)
		space = DATASET_PUBLISHED;
	of->erred = law && contest_errors(&of->table, space, law, &of->machine,
					  &of->errors) == MODEL_OK;
	return MODEL_OK;
}

static bool make_case(struct powerstudy_case *of, const struct place *place,
		      const char *name,
		      const struct powerstudy_request *request,
		      struct text *problem)
{
	enum model_status status;

	*of = (struct powerstudy_case){.machine = place->timed.machine};
	if (!dataset_read(&of->table, place->folder, name, request->gcc,
			  &place->ranked.machine, &of->machine, problem))
		return false;
	of->published = published_find(of->table.loop, of->table.size);
	fit(of, &place->patterns);
	status = judge_case(of, request->within);
	if (status == MODEL_OK)
		return true;
	text_print(problem, "cannot be judged: %s", model_status_text(status));
	dataset_free(&of->table);
	return false;
}

static void add_case(struct powerstudy *study, const struct place *place,
		     const char *name, const struct powerstudy_request *request,
		     size_t *failed)
{
	struct text problem = {0};
	struct powerstudy_case of;

	if (make_case(&of, place, name, request, &problem)) {
		study->list = memory_grow(study->list, study->count + 1,
					  sizeof(*study->list));
		study->list[study->count++] = of;
	} else if (!process_interrupted()) {
		message_error("%s/%s: %s", place->folder, name,
			      problem.length ? text_string(&problem)
					     : "its source does not compile");
		++*failed;
	}
	text_free(&problem);
}

static void add_folder(struct powerstudy *study, const char *folder,
		       const struct powerstudy_request *request, size_t *failed)
{
	struct place place = {.folder = folder};
	struct text problem = {0};
	char **names = dataset_names(folder, &problem);
	size_t count = 0;

	if (names && open_place(&place, request, &problem)) {
		note_machines(study, &place);
		while (names[count])
			count++;
		for (size_t i = 0; i < count && !process_interrupted(); i++) {
			message_progress("judging %s, %zu of %zu", names[i],
					 i + 1, count);
			add_case(study, &place, names[i], request, failed);
		}
	} else {
		message_error("%s", problem.length
					    ? text_string(&problem)
					    : "the patterns do not compile");
		++*failed;
	}
	if (study->patterns.count == 0)
		study->patterns = place.patterns;
	else
		pattern_free(&place.patterns);
	profile_free(&place.ranked);
	profile_free(&place.timed);
	list_free(names);
	text_free(&problem);
}

bool powerstudy_make(struct powerstudy *study,
		     const struct powerstudy_request *request, size_t *failed)
{
	*study = (struct powerstudy){0};
	*failed = 0;
	process_watch_signals();
	for (size_t i = 0; request->folders[i]; i++)
		add_folder(study, request->folders[i], request, failed);
	message_progress(NULL);
	process_unwatch_signals();
	return study->count > 0 && !process_interrupted();
}

void powerstudy_free(struct powerstudy *study)
{
	for (size_t i = 0; i < study->count; i++)
		dataset_free(&study->list[i].table);
	free(study->list);
	pattern_free(&study->patterns);
	free(study->ranked);
	free(study->timed);
	*study = (struct powerstudy){0};
}

/* ---- all cases together ---- */

static bool is_in(const struct powerstudy_case *of, enum powerstudy_group group)
{
	return (of->published != NULL) == (group == POWERSTUDY_PAPER);
}

const struct powerstudy_figure powerstudy_figures[POWERSTUDY_FIGURES] = {
	{"kmin", offsetof(struct judge_figures, kmin)},
	{"regret@1", offsetof(struct judge_figures, regret[0])},
	{"regret@3", offsetof(struct judge_figures, regret[1])},
	{"regret@5", offsetof(struct judge_figures, regret[2])},
	{"t/kmin", offsetof(struct judge_figures, t_kmin)},
	{"Tt/Tkmin", offsetof(struct judge_figures, gain)},
	{"Tt/Tkmin near", offsetof(struct judge_figures, gain_near)},
	{"within", offsetof(struct judge_figures, within)},
};

double powerstudy_value(const void *figures, size_t offset)
{
	double value;

	memcpy(&value, (const char *)figures + offset, sizeof(value));
	return value;
}

/* Add the logarithms of what is multiplied; medians need all the values. */
static void add_figures(struct powerstudy_summary *sum,
			const struct judge_figures *of)
{
	for (int i = 0; i < JUDGE_PLACES; i++)
		sum->regret[i] += log1p(of->regret[i]);
	sum->gain += log(of->gain);
	sum->gain_near += log(of->gain_near);
	sum->first += of->kmin == 1;
	sum->cases++;
}

static double median_of(const struct judge_figures *list, size_t count,
			size_t offset)
{
	double *values = memory_grow(NULL, count, sizeof(double));
	double result;

	for (size_t i = 0; i < count; i++)
		values[i] = powerstudy_value(&list[i], offset);
	result = gsl_stats_median(values, 1, count);
	free(values);
	return result;
}

static void summarise(const struct judge_figures *list, size_t count,
		      struct powerstudy_summary *summary)
{
	struct powerstudy_summary sum = {0};

	for (size_t i = 0; i < count; i++)
		add_figures(&sum, &list[i]);
	for (int i = 0; count > 0 && i < JUDGE_PLACES; i++)
		sum.regret[i] = expm1(sum.regret[i] / count);
	if (count > 0) {
		sum.gain = exp(sum.gain / count);
		sum.gain_near = exp(sum.gain_near / count);
		sum.kmin = median_of(list, count,
				     offsetof(struct judge_figures, kmin));
		sum.t_kmin = median_of(list, count,
				       offsetof(struct judge_figures, t_kmin));
		sum.within = median_of(list, count,
				       offsetof(struct judge_figures, within));
	}
	*summary = sum;
}

void powerstudy_summary(const struct powerstudy *study,
			enum powerstudy_group group, enum dataset_space space,
			enum contest_order order,
			struct powerstudy_summary *summary)
{
	struct judge_figures *list =
		memory_grow(NULL, study->count + 1, sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < study->count; i++) {
		const struct powerstudy_case *of = &study->list[i];
		const struct contest_figures *figures =
			&of->contest[space].orders[order];

		if (is_in(of, group) && figures->known)
			list[count++] = figures->of;
	}
	summarise(list, count, summary);
	free(list);
}
