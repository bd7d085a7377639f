/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants of one loop, in order.
 */
#include "lineup.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "models/ranking.h"
#include "record/loop.h"
#include "variants.h"

/* A term below this share of the whole is not worth a word. */
#define WORTH_SAYING .1

/* Estimates within this factor of the best are not told apart. */
#define INDISTINGUISHABLE 1.03

static bool first_object; /* of --json */

bool lineup_add(struct lineup *ranked, struct prediction *prediction,
		const struct schedule *schedule, struct text *problem)
{
	struct lineup_variant variant = {
		.schedule = *schedule,
		.likeness = prediction_likeness(prediction)};

	if (!prediction_estimate(prediction, schedule, &variant.estimate,
				 problem))
		return false;
	/* growing by halves: there may be many */
	if ((ranked->count & (ranked->count - 1)) == 0)
		ranked->variants = memory_grow(
			ranked->variants, ranked->count ? 2 * ranked->count : 1,
			sizeof(*ranked->variants));
	ranked->variants[ranked->count++] = variant;
	return true;
}

void lineup_free(struct lineup *ranked)
{
	free(ranked->variants);
	*ranked = (struct lineup){0};
}

/* ---- reasons ---------------------------------------------------------------
 */

/* The largest term that is not in "said"; -1 if none is worth a word. */
static int largest_term(const struct estimate *estimate, unsigned said)
{
	int best = -1;

	for (int i = 0; i < ESTIMATE_TERMS; i++) {
		if (said & 1u << i)
			continue;
		if (estimate->term[i] < WORTH_SAYING * estimate->cycles)
			continue;
		if (best < 0 || estimate->term[i] > estimate->term[best])
			best = i;
	}
	return best;
}

/* "computes 70 %, waits for memory 20 %; 41 % imbalance" */
static void add_reasons(struct text *out, const struct estimate *estimate)
{
	unsigned said = 0;
	int term;

	while ((term = largest_term(estimate, said)) >= 0) {
		text_print(out, "%s%s %.0f %%", said ? ", " : "",
			   estimate_reason(term),
			   100 * estimate->term[term] / estimate->cycles);
		said |= 1u << term;
	}
	if (estimate->imbalance >= .05)
		text_print(out, "; %.0f %% imbalance",
			   100 * estimate->imbalance);
}

/* ---- the table --------------------------------------------------------------
 */

static void add_row(struct table *table, const struct lineup_variant *variant,
		    const char *place, double original)
{
	double relative = variant->estimate.cycles / original;
	struct text text = {0};

	table_add(table, place);
	variants_print(&text, &variant->schedule);
	table_add(table, text_string(&text));
	table_cell(table, "%d", variant->schedule.threads);
	table_cell(table, "%.3g", relative);
	table_cell(table, "%.2g to %.2g", relative / ranking_reach(),
		   relative * ranking_reach());
	text_cut(&text, 0);
	add_reasons(&text, &variant->estimate);
	table_add(table, text_string(&text));
	text_free(&text);
}

static void add_terms(struct table *table, const struct lineup_variant *variant,
		      const struct machine *machine)
{
	const struct estimate *estimate = &variant->estimate;
	struct text text = {0};

	text_print(&text, "%.3g us = ", estimate->cycles / machine->ghz / 1e3);
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		if (estimate->term[i] >= 5e-4 * estimate->cycles)
			text_print(&text, "%s%s %.3g us (%.1f %%)",
				   text.bytes[text.length - 2] == '=' ? ""
								      : " + ",
				   estimate_name(i),
				   estimate->term[i] / machine->ghz / 1e3,
				   100 * estimate->term[i] / estimate->cycles);
	text_print(&text,
		   "; busiest thread %.1f %% of the work, %.0f chunks a "
		   "region (largest %.0f iterations), %.0f region%s, touches "
		   "%.3g KiB, misses %.3g lines in L1, %.3g in L2, %.3g in L3",
		   100 * estimate->share, estimate->chunks,
		   estimate->largest_chunk, estimate->regions,
		   estimate->regions == 1 ? "" : "s", estimate->bytes / 1024,
		   estimate->misses[LEVEL_L2], estimate->misses[LEVEL_L3],
		   estimate->misses[LEVEL_MEMORY]);
	if (estimate->elsewhere > 0)
		text_print(&text,
			   "; %.0f %% of it another thread touches first in "
			   "static blocks",
			   100 * estimate->elsewhere);
	table_note(table, STYLE_PLAIN, text_string(&text));
	text_free(&text);
}

static const char *const heads[] = {
	"#", "variant", "threads", "predicted", "90 % within", "why", NULL};

/* Estimates so near to the best that no order among them is meant. */
static void add_ties(struct text *out, const struct lineup *ranked,
		     const size_t *order)
{
	size_t ties = 0;

	while (ties < ranked->count &&
	       ranked->variants[order[ties]].estimate.cycles <=
		       INDISTINGUISHABLE *
			       ranked->variants[order[0]].estimate.cycles)
		ties++;
	if (ties > 1)
		text_print(out, "The first %zu of %zu are indistinguishable.\n",
			   ties, ranked->count);
}

/* Why innermost loops run one element at a time. */
static void add_vectors(struct text *out, const json_t *record)
{
	const json_t *codes = json_object_get(record, "code");

	for (size_t i = 0; i < json_array_size(codes); i++) {
		const json_t *code = json_array_get(codes, i);

		if (json_is_true(json_object_get(code, "vectorised")) ||
		    loop_integer(code, "unrolled") == 0 ||
		    !json_is_string(json_object_get(code, "reason")))
			continue;
		text_add(out, "Not vectorised: ");
		text_add_safe(out,
			      loop_counter(record, loop_integer(code, "loop")));
		text_add(out, ", ");
		loop_string(out, code, "reason");
		text_add(out, "\n");
	}
}

/* What holds for all variants, and what to do about it. */
static void add_remarks(struct text *out, const struct lineup *ranked,
			const size_t *order, const json_t *record)
{
	const json_t *races = json_object_get(record, "races");

	add_ties(out, ranked, order);
	add_vectors(out, record);
	if (ranked->count && ranked->variants[0].estimate.assumed)
		text_add(out, "Some trips are not known before the program "
			      "runs; they were assumed.\n");
	if (json_array_size(races) > 0)
		text_add(out, "Its iterations may race: see podium features "
			      "--loop.\n");
}

static void print_head(struct text *out, const json_t *record)
{
	struct text place = {0};

	loop_place(&place, record);
	text_print(&place, " ");
	loop_short_name(&place, record);
	text_add(&place, ", ");
	loop_string(&place, record, "construct");
	terminal_paint(out, STYLE_HEAD, text_string(&place), place.length);
	text_add(out, "\n");
	text_free(&place);
}

static void print_text(const struct lineup *ranked, const size_t *order,
		       const struct lineup_variant *original,
		       const json_t *record, const struct machine *machine,
		       const struct lineup_style *style)
{
	struct table_layout layout = {.width = terminal_width(), .head = true};
	struct table table = {0};
	struct text out = {0};

	print_head(&out, record);
	table_heads(&table, heads);
	for (size_t i = 0; i < ranked->count && i < (size_t)style->top; i++) {
		char place[32];

		snprintf(place, sizeof(place), "%zu", i + 1);
		add_row(&table, &ranked->variants[order[i]], place,
			original->estimate.cycles);
		if (style->explain)
			add_terms(&table, &ranked->variants[order[i]], machine);
	}
	add_row(&table, original, "now", original->estimate.cycles);
	if (style->explain)
		add_terms(&table, original, machine);
	table_print(&table, &layout, &out);
	add_remarks(&out, ranked, order, record);
	text_add(&out, "\n");
	fputs(text_string(&out), stdout);
	text_free(&out);
	table_free(&table);
}

/* ---- JSON
 * --------------------------------------------------------------------- */

static json_t *json_variant(const struct lineup_variant *variant, size_t rank,
			    double original)
{
	const struct estimate *estimate = &variant->estimate;
	double relative = estimate->cycles / original;
	json_t *terms = json_object();
	json_t *misses =
		json_pack("{s:f, s:f, s:f}", "L1", estimate->misses[LEVEL_L2],
			  "L2", estimate->misses[LEVEL_L3], "L3",
			  estimate->misses[LEVEL_MEMORY]);
	struct text text = {0};
	json_t *object;

	for (int i = 0; i < ESTIMATE_TERMS; i++)
		json_object_set_new(terms, estimate_name(i),
				    json_real(estimate->term[i]));
	variants_print(&text, &variant->schedule);
	object = json_pack(
		"{s:I, s:s, s:i, s:f, s:f, s:f, s:f, s:o, s:o, s:f, s:f, s:f}",
		"rank", (json_int_t)rank, "variant", text_string(&text),
		"threads", variant->schedule.threads, "cycles",
		estimate->cycles, "predicted", relative, "lo",
		relative / ranking_reach(), "hi", relative * ranking_reach(),
		"terms", terms, "misses", misses, "imbalance",
		estimate->imbalance, "bytes", estimate->bytes, "elsewhere",
		estimate->elsewhere);
	text_cut(&text, 0);
	add_reasons(&text, estimate);
	json_object_set_new(object, "why", json_string(text_string(&text)));
	text_free(&text);
	return object;
}

static void print_json(const struct lineup *ranked, const size_t *order,
		       const struct lineup_variant *original,
		       const json_t *record, const struct lineup_style *style)
{
	json_t *array = json_array();
	json_t *object = json_object();
	double cycles = original->estimate.cycles;

	for (size_t i = 0; i < ranked->count && i < (size_t)style->top; i++)
		json_array_append_new(array,
				      json_variant(&ranked->variants[order[i]],
						   i + 1, cycles));
	json_object_set(object, "id", json_object_get(record, "id"));
	json_object_set(object, "file", json_object_get(record, "file"));
	json_object_set(object, "line", json_object_get(record, "line"));
	json_object_set_new(object, "count",
			    json_integer((json_int_t)ranked->count));
	json_object_set_new(object, "original",
			    json_variant(original, 0, cycles));
	json_object_set_new(object, "variants", array);
	fputs(first_object ? "" : ",\n", stdout);
	json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	first_object = false;
	json_decref(object);
}

void lineup_begin(const struct lineup_style *style)
{
	first_object = true;
	if (style->json)
		puts("[");
}

void lineup_end(const struct lineup_style *style, size_t loops)
{
	if (style->json)
		puts("]");
	else if (loops > 0)
		puts("predicted: time relative to what the source says now. "
		     "What it is made of: --explain");
}

/* ---- the order
 * --------------------------------------------------------------- */

static bool find_order(const struct lineup *ranked, size_t *order)
{
	struct ranking_item *items =
		memory_grow(NULL, ranked->count + 1, sizeof(*items));
	bool good;

	for (size_t i = 0; i < ranked->count; i++)
		items[i] = (struct ranking_item){
			.cycles = ranked->variants[i].estimate.cycles,
			.nest = ranked->variants[i].likeness.nest,
			.inner = ranked->variants[i].likeness.inner};
	good = ranking_order(items, ranked->count, order) == MODEL_OK;
	free(items);
	return good;
}

void lineup_print(struct lineup *ranked, struct prediction *prediction,
		  const struct machine *machine,
		  const struct lineup_style *style)
{
	size_t *order = memory_grow(NULL, ranked->count + 1, sizeof(*order));
	struct lineup original = {0};
	struct schedule schedule =
		prediction_schedule(prediction, machine->cores);
	struct text problem = {0};

	if (!find_order(ranked, order) ||
	    !lineup_add(&original, prediction, &schedule, &problem))
		message_error("%s", text_string(&problem));
	else if (style->json)
		print_json(ranked, order, original.variants,
			   prediction_record(prediction), style);
	else
		print_text(ranked, order, original.variants,
			   prediction_record(prediction), machine, style);
	text_free(&problem);
	lineup_free(&original);
	free(order);
}
