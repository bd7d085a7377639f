/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why nothing at all may be done to a loop, with the names of what forbids it:
 * that is what a reader looks for in the source.
 */
#include "permit.h"

#include "base/list.h"
#include "base/text.h"
#include "record/loop.h"

static bool is_filled(const json_t *record, const char *key)
{
	return json_array_size(json_object_get(record, key)) > 0;
}

/* The first of a list whose word under the key is none of these, or NULL. */
static const json_t *find_other(const json_t *record, const char *list,
				const char *key, const char *const *words)
{
	const json_t *all = json_object_get(record, list);

	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *one = json_array_get(all, i);

		if (!list_has(words,
			      json_string_value(json_object_get(one, key))))
			return one;
	}
	return NULL;
}

static bool permits_construct(const json_t *record, struct text *reason)
{
	static const char *const constructs[] = {"parallel for", "for", NULL};

	if (list_has(constructs,
		     json_string_value(json_object_get(record, "construct"))))
		return true;
	text_add(reason, "only 'for' and 'parallel for' are changed, and it is "
			 "'");
	loop_string(reason, record, "construct");
	text_add(reason, "'");
	return false;
}

static bool is_understood(const json_t *record, struct text *reason)
{
	const json_t *why = json_object_get(record, "why");

	if (json_array_size(why) == 0)
		return true;
	text_add(reason, "not all of it was understood: ");
	text_add_safe(reason, json_string_value(json_array_get(why, 0)));
	return false;
}

static void print_line(struct text *out, const json_t *thing)
{
	if (json_is_integer(json_object_get(thing, "line")))
		text_print(out, " in line %lld",
			   (long long)loop_integer(thing, "line"));
}

/* Something that one of the references is protected by, or NULL. */
static const json_t *find_protected(const json_t *record)
{
	const json_t *references = json_object_get(record, "refs");

	for (size_t i = 0; i < json_array_size(references); i++)
		if (json_is_string(json_object_get(
			    json_array_get(references, i), "protected")))
			return json_array_get(references, i);
	return NULL;
}

static bool waits_for_nobody(const json_t *record, struct text *reason)
{
	const json_t *protected = find_protected(record);

	if (json_is_integer(json_object_get(record, "ordered"))) {
		text_add(reason, "its iterations wait for their turn");
		return false;
	}
	if (!is_filled(record, "sync") && !protected)
		return true;
	text_add(reason, "its iterations synchronise: '");
	if (is_filled(record, "sync")) {
		const json_t *sync =
			json_array_get(json_object_get(record, "sync"), 0);

		loop_string(reason, sync, "kind");
		text_add(reason, "'");
		print_line(reason, sync);
	} else {
		loop_string(reason, protected, "protected");
		text_add(reason, "'");
		print_line(reason, protected);
	}
	return false;
}

/* Mathematical functions compute a number out of numbers, and nothing else. */
static bool calls_nothing(const json_t *record, struct text *reason)
{
	static const char *const calls[] = {"math", NULL};
	const json_t *call = find_other(record, "calls", "kind", calls);

	if (!call)
		return true;
	if (!json_is_string(json_object_get(call, "name"))) {
		text_add(reason, "it calls a function by a pointer, which may "
				 "do anything");
		return false;
	}
	text_add(reason, "it calls '");
	loop_string(reason, call, "name");
	text_add(reason, "', which may do anything");
	return false;
}

static bool permits_clauses(const json_t *record, struct text *reason)
{
	static const char *const clauses[] = {"shared",	      "private",
					      "firstprivate", "reduction",
					      "default",      NULL};
	const json_t *clause = find_other(record, "clauses", "name", clauses);

	if (!clause)
		return true;
	text_add(reason, "the clause '");
	loop_string(reason, clause, "name");
	text_add(reason, "' tells which iteration is the last, or how "
			 "variables go on");
	return false;
}

/* A shared variable is no reference of a place in memory. */
static bool shares_no_variable(const json_t *record, struct text *reason)
{
	const json_t *list = json_object_get(record, "deps");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		if (json_is_integer(json_object_get(one, "from")))
			continue;
		text_add(reason, "'");
		loop_string(reason, one, "name");
		text_add(reason, "' is shared and goes on from one iteration "
				 "to the next");
		return false;
	}
	return true;
}

bool permit_record(const json_t *record, struct text *reason)
{
	const json_t *nest = json_object_get(record, "nest");

	if (!loop_true(record, "analysed") || json_array_size(nest) == 0) {
		text_add(reason, "it was not analysed");
		return false;
	}
	if (!json_object_get(json_array_get(nest, 0), "perfect") ||
	    !json_object_get(record, "overlaps")) {
		text_add(reason, "its record was made by an older plugin");
		return false;
	}
	return is_understood(record, reason) &&
	       permits_construct(record, reason) &&
	       waits_for_nobody(record, reason) &&
	       calls_nothing(record, reason) &&
	       permits_clauses(record, reason) &&
	       shares_no_variable(record, reason);
}
