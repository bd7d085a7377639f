/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "calls.h"
#include "classify.h"
#include "dependence.h"
#include "deps.h"
#include "operation.h"
#include "pair.h"
#include "race.h"
#include "scalar.h"

#define CHANGES " may change the data of other iterations"

/* ---- calls ---- */

static void assume_call(struct analysis *analysis, gimple *statement)
{
	const char *name = calls_name(statement);

	dependence_assume(&analysis->assumptions,
			  name ? name : "a function called through a pointer",
			  "", CHANGES);
	analysis->calls = true;
}

static void find_calls(struct analysis *analysis)
{
	const struct nest *nest = analysis->nest;
	class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body_in_dom_order(root);

	for (unsigned i = 0; i < root->num_nodes; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			if (operation_is_call(gsi_stmt(gsi)))
				assume_call(analysis, gsi_stmt(gsi));
	free(blocks);
}

/* ---- writing ---- */

static void write_index(struct json_writer *json, const char *key, int index)
{
	if (index < 0)
		json_key_null(json, key);
	else
		json_key_int(json, key, index);
}

static void write_vectors(struct json_writer *json, const struct nest *nest,
			  const struct dependence *dependence)
{
	json_key(json, "loops");
	json_array(json);
	for (int i = 0; i < dependence->loop_count; i++)
		json_int(json, dependence->loops[i] - nest->around);
	json_end_array(json);
	json_key(json, "distance");
	json_array(json);
	for (int i = 0; i < dependence->loop_count; i++)
		if (dependence->distance[i] == RANGE_ANY)
			json_null(json);
		else
			json_int(json, dependence->distance[i]);
	json_end_array(json);
	json_key(json, "direction");
	json_array(json);
	for (int i = 0; i < dependence->loop_count; i++)
		json_string(json, dependence->distance[i] == RANGE_ANY ? "*"
				  : dependence->distance[i] > 0	       ? "<"
				  : dependence->distance[i] == 0       ? "="
								       : ">");
	json_end_array(json);
}

static void write_dependence(struct json_writer *json, const struct nest *nest,
			     const struct dependence *dependence)
{
	json_object(json);
	json_key_string(json, "kind", dependence->kind);
	write_index(json, "from", dependence->from);
	write_index(json, "to", dependence->to);
	json_key_string(json, "name", dependence->name);
	write_vectors(json, nest, dependence);
	write_index(json, "level",
		    dependence->level < 0 ? -1
					  : dependence->level - nest->around);
	json_key_bool(json, "known", dependence->known);
	json_key_string(json, "why", dependence->why);
	json_end_object(json);
}

static void write_sentences(struct json_writer *json, const char *key,
			    vec<char *> *sentences)
{
	char *sentence;
	unsigned i;

	json_key(json, key);
	json_array(json);
	FOR_EACH_VEC_ELT (*sentences, i, sentence) {
		json_string(json, sentence);
		free(sentence);
	}
	json_end_array(json);
	sentences->release();
}

/* 'a', 'b' and 'c' */
static void append_names(struct obstack *text, const vec<const char *> *names)
{
	const char *name;
	unsigned i;

	FOR_EACH_VEC_ELT (*names, i, name) {
		const char *before = i == 0			? "'"
				     : i + 1 == names->length() ? "' and '"
								: "', '";

		obstack_grow(text, before, strlen(before));
		obstack_grow(text, name, strlen(name));
	}
	obstack_1grow(text, '\'');
}

static void write_assumptions(struct json_writer *json,
			      vec<struct assumption> *assumptions)
{
	struct assumption *assumption;
	struct obstack text;
	unsigned i;

	gcc_obstack_init(&text);
	json_key(json, "class_why");
	json_array(json);
	FOR_EACH_VEC_ELT (*assumptions, i, assumption) {
		const char *before = assumption->before;
		const char *after = assumption->after;

		obstack_grow(&text, before, strlen(before));
		append_names(&text, &assumption->names);
		if (*after != ' ')
			obstack_grow(&text, ": ", 2);
		obstack_grow0(&text, after, strlen(after));
		json_string(json, (const char *)obstack_finish(&text));
		assumption->names.release();
	}
	json_end_array(json);
	assumptions->release();
	obstack_free(&text, NULL);
}

static void write_overlaps(struct json_writer *json, vec<int> *overlaps)
{
	json_key(json, "overlaps");
	json_array(json);
	for (unsigned i = 0; i < overlaps->length(); i += 2) {
		json_object(json);
		json_key_int(json, "from", (*overlaps)[i]);
		json_key_int(json, "to", (*overlaps)[i + 1]);
		json_end_object(json);
	}
	json_end_array(json);
	overlaps->release();
}

static void write_found(struct json_writer *json, struct analysis *analysis)
{
	struct dependence *dependence;
	unsigned i;

	json_key(json, "deps");
	json_array(json);
	FOR_EACH_VEC_ELT (analysis->found, i, dependence)
		write_dependence(json, analysis->nest, dependence);
	json_end_array(json);
}

void deps_write(struct json_writer *json, struct nest *nest,
		const struct references *references,
		const vec<struct protection> *protections)
{
	struct analysis analysis = {};
	const char *class_name;

	analysis.nest = nest;
	analysis.references = references;
	analysis.protections = protections;
	analysis.data = XCNEWVEC(data_reference_p, references->count + 1);
	for (int i = nest->around; i < nest->count; i++)
		if (nest->loops[i].dim >= 0)
			scalar_find(&analysis, i);
	pair_compare_all(&analysis);
	find_calls(&analysis);
	analysis.order = race_order(nest, protections);
	class_name = classify(&analysis);
	write_found(json, &analysis);
	json_key_string(json, "class", class_name);
	write_assumptions(json, &analysis.assumptions);
	write_sentences(json, "races", &analysis.races);
	write_sentences(json, "possible_races", &analysis.possible);
	write_overlaps(json, &analysis.overlaps);
	for (unsigned i = 0; i < references->count; i++)
		if (analysis.data[i])
			free_data_ref(analysis.data[i]);
	free(analysis.data);
	analysis.found.release();
}
