/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bands of loops.
 */
#include "perfect.h"

#include <string.h>

#include "base/text.h"
#include "domain.h"
#include "permit.h"
#include "record/loop.h"
#include "region.h"

/* ---- one loop ---- */

/* The second loop of a name is "i.2", which no source says: it has a line. */
static void print_loop(struct text *out, const json_t *loop)
{
	const char *name = json_string_value(json_object_get(loop, "var"));

	text_add(out, "'");
	loop_string(out, loop, "var");
	text_add(out, "'");
	if (name && strchr(name, '.') &&
	    json_is_integer(json_object_get(loop, "line")))
		text_print(out, " in line %lld",
			   (long long)loop_integer(loop, "line"));
}

/* What could be written instead, where that is not told by the reason. */
static const char *remedy(const char *why)
{
	if (strcmp(why, "a subscript or a bound may wrap around") == 0)
		return "; it cannot where all of them are of one signed type";
	return "";
}

static void add_reason(const json_t *record, int index, const char *why,
		       json_t *reasons)
{
	struct text text = {0};

	print_loop(&text, loop_nested(record, index));
	text_print(&text, ": %s%s", why, remedy(why));
	region_print_own(&text, record, why);
	json_array_append_new(reasons, json_string(text_string(&text)));
	text_free(&text);
}

/* Why it must be this loop that is shared out, or NULL. */
static const char *bound(const json_t *record, const json_t *loop)
{
	return json_is_integer(json_object_get(loop, "omp"))
		       ? region_binds(record)
		       : NULL;
}

/* Why the loop stays where it is, or NULL. */
static const char *held(const json_t *record, const struct domain *domain,
			int index)
{
	const json_t *loop = loop_nested(record, index);
	const json_t *holds = json_object_get(loop, "holds");

	if (domain_sign(domain, index) == 0 ||
	    json_is_null(json_object_get(loop, "trip")))
		return "it is not known how it counts";
	if (domain_needs(domain, index, index))
		return "its step depends on its counter";
	if (loop_true(loop, "early_exit"))
		return "it may be left early";
	if (loop_true(loop, "data_dependent"))
		return "data that are read decide how often it runs";
	if (bound(record, loop))
		return bound(record, loop);
	if (json_array_size(holds) > 0)
		return json_string_value(json_array_get(holds, 0));
	return NULL;
}

static int count_children(const json_t *nest, int parent)
{
	int children = 0;

	for (size_t i = 0; i < json_array_size(nest); i++)
		children += loop_parent(json_array_get(nest, i)) == parent;
	return children;
}

/* Why the next loop is not all that this one contains, or NULL. */
static const char *apart(const json_t *record, int index)
{
	const json_t *nest = json_object_get(record, "nest");
	const json_t *next = json_array_get(nest, index + 1);

	if (count_children(nest, index) > 1)
		return "several loops stand side by side in it";
	if (!loop_true(json_array_get(nest, index), "perfect"))
		return "statements stand beside the loop inside it";
	if (!next || loop_integer(next, "parent") != index)
		return "the loop inside it is not known";
	if (loop_true(next, "conditional"))
		return "the loop inside it stands behind a condition";
	return NULL;
}

static bool is_only_child(const json_t *nest, int index)
{
	return count_children(nest, loop_parent(json_array_get(nest, index))) ==
	       1;
}

/* May the statements of this loop come apart from the loop beside them? */
static bool comes_apart(const json_t *record, const struct domain *domain,
			int index)
{
	const json_t *nest = json_object_get(record, "nest");
	const json_t *loop = json_array_get(nest, index);
	const json_t *next = json_array_get(nest, index + 1);

	return next && !loop_true(loop, "perfect") &&
	       loop_integer(next, "parent") == index &&
	       is_only_child(nest, index + 1) &&
	       !loop_true(next, "conditional") &&
	       !held(record, domain, index) && !held(record, domain, index + 1);
}

/* Loops from this one on that belong together. */
static int count_band(const json_t *record, const struct domain *domain,
		      int first, json_t *reasons)
{
	int count = 0;

	while (count < RESHAPE_MOST) {
		int loop = first + count;
		const char *why = held(record, domain, loop);

		if (why) {
			add_reason(record, loop, why, reasons);
			return count;
		}
		count++;
		if (loop_is_innermost(record, loop))
			return count;
		why = apart(record, loop);
		if (why) {
			if (!comes_apart(record, domain, loop))
				add_reason(record, loop, why, reasons);
			return count;
		}
	}
	add_reason(record, first + count,
		   "it stands in as many loops as are exchanged at a time",
		   reasons);
	return count;
}

/* Loops outside of this one that contain nothing else. */
static int outermost(const json_t *record, const struct domain *domain,
		     int loop)
{
	while (loop > 0 && !apart(record, loop - 1) &&
	       !held(record, domain, loop - 1))
		loop--;
	return loop;
}

/* Around statements that come apart, loops that contain nothing else. */
static int find_split(const json_t *record, const struct domain *domain,
		      struct perfect *bands, int found)
{
	int loops = (int)json_array_size(json_object_get(record, "nest"));
	json_t *ignored = json_array();

	for (int i = 0; i + 1 < loops && found < PERFECT_MOST; i++) {
		int first = outermost(record, domain, i), split = i + 1 - first;
		int count = split;

		if (!comes_apart(record, domain, i))
			continue;
		count += count_band(record, domain, i + 1, ignored);
		if (count <= RESHAPE_MOST)
			bands[found++] = (struct perfect){first, count, split};
	}
	json_decref(ignored);
	return found;
}

/* ---- jam ---- */

/*
 * Why the loop cannot stand around iterations of the other one, or NULL. What
 * numbers go on in it is no reason: each iteration gets its own.
 */
static const char *stays_inside(const json_t *record,
				const struct domain *domain, int loop,
				int other)
{
	const json_t *inner = loop_nested(record, loop);
	const json_t *holds = json_object_get(inner, "holds");

	if (domain_sign(domain, loop) == 0 ||
	    json_is_null(json_object_get(inner, "trip")))
		return "it is not known how it counts";
	if (domain_needs(domain, loop, other))
		return "it begins or ends by the loop around it";
	if (loop_true(inner, "early_exit"))
		return "it may be left early";
	if (loop_true(inner, "data_dependent"))
		return "data that are read decide how often it runs";
	if (loop_true(inner, "conditional"))
		return "it stands behind a condition";
	if (json_array_size(holds) > 0 && !loop_hands_on(inner))
		return json_string_value(json_array_get(holds, 0));
	return NULL;
}

/* Why the loop itself cannot be jammed, or NULL. */
static const char *unjammed(const json_t *record, const struct domain *domain,
			    int loop)
{
	const json_t *one = loop_nested(record, loop);

	if (loop_integer(one, "step") != 1)
		return "its step is not 1";
	if (loop_true(one, "conditional"))
		return "it stands behind a condition";
	if (json_array_size(json_object_get(one, "sums")) > 0)
		return "whole numbers are added up in it";
	if (json_is_integer(json_object_get(one, "omp")) &&
	    (loop > 0 || loop_integer(record, "collapse") != 1))
		return "it is shared out with other loops";
	return held(record, domain, loop);
}

bool perfect_may_jam(const json_t *record, int loop, struct text *reason)
{
	struct domain *domain = domain_new(record);
	const char *why = unjammed(record, domain, loop);
	int of = loop;

	for (int i = loop + 1; i < loop_count(record) && !why; i++)
		if (loop_is_within(record, i, loop)) {
			why = stays_inside(record, domain, i, loop);
			of = i;
		}
	domain_free(domain);
	if (why) {
		print_loop(reason, loop_nested(record, of));
		text_print(reason, ": %s", why);
	}
	return !why;
}

int perfect_find(const json_t *record, struct perfect *bands, json_t *reasons)
{
	int loops = (int)json_array_size(json_object_get(record, "nest"));
	struct text why = {0};
	struct domain *domain;
	int found = 0;

	if (!permit_record(record, &why)) {
		json_array_append_new(reasons, json_string(text_string(&why)));
		text_free(&why);
		return 0;
	}
	domain = domain_new(record);
	for (int first = 0; first < loops && found < PERFECT_MOST;) {
		int count = count_band(record, domain, first, reasons);

		if (count >= 2)
			bands[found++] = (struct perfect){first, count, 0};
		first += count > 0 ? count : 1;
	}
	found = find_split(record, domain, bands, found);
	domain_free(domain);
	if (loops == 1 && json_array_size(reasons) == 0)
		add_reason(record, 0, "there is no loop inside it", reasons);
	return found;
}
