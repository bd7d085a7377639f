/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that entries need beside them.
 */
#include "shield.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "build/plan.h"
#include "build/tuned.h"
#include "record/proof.h"
#include "record/thread.h"

/* The loop that a line is for. */
static char *loop_of(const char *line)
{
	size_t length = 0;

	while (line[length] && !strchr(" \n", line[length]))
		length += line[length] == '\\' && line[length + 1] ? 2 : 1;
	return memory_print("%.*s", (int)length, line);
}

/* Of "sub/k.c:f#1", as "k.c:f#1" is one. */
static bool is_end(const char *whole, const char *end)
{
	size_t length = strlen(whole), part = strlen(end);

	return length > part && strcmp(whole + length - part, end) == 0 &&
	       whole[length - part - 1] == '/';
}

static bool has_line(const char *lines, const char *loop)
{
	bool found = false;

	while (*lines && !found) {
		char *one = loop_of(lines);

		found = strcmp(one, loop) == 0;
		lines += strcspn(lines, "\n");
		lines += *lines == '\n';
		free(one);
	}
	return found;
}

static void leave(const char *lines, const char *loop, struct text *out)
{
	if (!has_line(lines, loop) && !has_line(text_string(out), loop))
		text_print(out, "%s as-written\n", loop);
}

/* ---- loops of the program ---- */

static void add_loops(const struct plan *plan, const char *lines,
		      const char *loop, struct text *out)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct records *records = &plan->units[i].records;

		for (size_t j = 0; j < records->count; j++) {
			char *other = tuned_entry(records->list[j]);

			if (is_end(other, loop))
				leave(lines, other, out);
			free(other);
		}
	}
}

/* ---- what else the build compiles ---- */

static bool is_unit(const struct plan *plan, const struct step *step)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		if (plan->units[i].step == step)
			return true;
	return false;
}

/* The function and number of the loop, if its file is an end of the path. */
static const char *name_within(const char *path, const char *loop)
{
	for (const char *at = strchr(path, '/'); at; at = strchr(at, '/')) {
		size_t length = strlen(++at);

		if (strncmp(loop, at, length) == 0 && loop[length] == ':' &&
		    loop[length + 1] != ':')
			return loop + length;
	}
	return NULL;
}

static void add_source(const struct step *step, const char *lines,
		       const char *loop, struct text *out)
{
	char *path = step_path(step->folder, step->source);
	struct text file = {0};
	const char *name;

	tuned_add_word(&file, path_apart(path));
	name = name_within(text_string(&file), loop);
	if (name) {
		text_add(&file, name);
		leave(lines, text_string(&file), out);
	}
	text_free(&file);
	free(path);
}

static void add_sources(const struct plan *plan, const char *lines,
			const char *loop, struct text *out)
{
	for (size_t i = 0; i < plan->steps.count; i++) {
		const struct step *step = &plan->steps.list[i];

		if (step->kind == STEP_COMPILE && step->openmp &&
		    !is_unit(plan, step))
			add_source(step, lines, loop, out);
	}
}

static void add_shields(const struct plan *plan, const char *lines,
			struct text *out)
{
	struct text left = {0};

	for (const char *at = lines; *at; at += *at == '\n') {
		char *loop = loop_of(at);

		if (strchr(loop, '#') && loop[0] != '#') {
			add_loops(plan, lines, loop, &left);
			add_sources(plan, lines, loop, &left);
		}
		at += strcspn(at, "\n");
		free(loop);
	}
	text_add(out, text_string(&left));
	text_free(&left);
}

/* ---- proofs ---- */

static void add_proofs(const struct records *records, const char *loop,
		       const char *transformation, json_t *proofs)
{
	for (size_t i = 0; i < records->count; i++) {
		char *entry = tuned_entry(records->list[i]);

		if (strcmp(entry, loop) == 0)
			proof_add(proofs, records->list[i], transformation);
		free(entry);
	}
}

static void add_all(const struct plan *plan, const struct records *records,
		    const char *loop, const char *transformation,
		    json_t *proofs)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		add_proofs(&plan->units[i].records, loop, transformation,
			   proofs);
		if (records && plan->units[i].wanted)
			add_proofs(&records[i], loop, transformation, proofs);
	}
}

void shield_add_proof(const struct plan *plan, const struct records *records,
		      const char *entry, const char *transformation,
		      struct text *out)
{
	json_t *proofs = json_object();
	char *loop = loop_of(entry);
	const char *at = transformation;

	if (!at || strchr(at, '|'))
		add_all(plan, records, loop, NULL, proofs);
	while (at && *at) {
		size_t length = strcspn(at, "|");
		char *one = memory_print("%.*s", (int)length, at);

		while (length > 0 && one[length - 1] == ' ')
			one[--length] = '\0';
		if (length > 0)
			add_all(plan, records, loop, one, proofs);
		at += strcspn(at, "|");
		at += strspn(at, "| ");
		free(one);
	}
	proof_print(out, proofs);
	json_decref(proofs);
	free(loop);
}

/* ---- needs ---- */

/* Into the set go those of all loops of the entry. */
static void add_needs(const struct records *records, const char *loop,
		      json_t *needs)
{
	for (size_t i = 0; i < records->count; i++) {
		const json_t *safe = json_object_get(records->list[i], "safe");
		char *entry = tuned_entry(records->list[i]);

		for (size_t j = 0; j < json_array_size(safe); j++)
			if (strcmp(entry, loop) == 0)
				json_object_set_new(
					needs,
					json_string_value(
						json_array_get(safe, j)),
					json_true());
		free(entry);
	}
}

static void add_safe(const struct plan *plan, const struct records *records,
		     const char *lines, struct text *out)
{
	json_t *needs = json_object(), *value;
	const char *need;

	for (const char *at = lines; *at; at += *at == '\n') {
		char *loop = loop_of(at);

		for (size_t i = 0; i < plan->unit_count; i++)
			add_needs(records && plan->units[i].wanted
					  ? &records[i]
					  : &plan->units[i].records,
				  loop, needs);
		at += strcspn(at, "\n");
		free(loop);
	}
	json_object_foreach(needs, need, value)
	{
		json_t *proofs = json_object();

		for (size_t i = 0; i < plan->unit_count; i++)
			thread_digests(records && plan->units[i].wanted
					       ? &records[i]
					       : &plan->units[i].records,
				       need, proofs);
		tuned_add_safe(out, need);
		proof_print(out, proofs);
		text_add(out, "    # known not to depend on the thread\n");
		json_decref(proofs);
	}
	json_decref(needs);
}

/* ---- all of it ---- */

void shield_finish(const struct plan *plan, const struct records *records,
		   const char *lines, struct text *out)
{
	add_shields(plan, lines, out);
	add_safe(plan, records, lines, out);
}

char *shield_tuned(const struct plan *plan, const struct records *records,
		   const char *lines)
{
	struct text content = {0};
	size_t count, at = 0;
	struct tuned_line *list = tuned_lines(lines, &count);

	text_add(&content, TUNED_LINE "\n");
	for (size_t i = 0; i < count; i++) {
		if (!list[i].transformation)
			continue;
		text_add_bytes(&content, lines + at, list[i].end - at);
		at = list[i].end;
		shield_add_proof(plan, records, list[i].name,
				 list[i].transformation, &content);
	}
	text_add(&content, lines + at);
	shield_finish(plan, records, lines, &content);
	tuned_free(list, count);
	return content.bytes;
}
