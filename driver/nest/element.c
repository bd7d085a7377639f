/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums in variables, and their elements, in the record.
 */
#include "element.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "domain.h"
#include "record/loop.h"

static json_t *reference_of(const json_t *record, size_t index)
{
	return json_array_get(json_object_get(record, "refs"), index);
}

static int children_of(const json_t *record, int index)
{
	int loops = (int)json_array_size(json_object_get(record, "nest"));
	int children = 0;

	for (int i = 0; i < loops; i++)
		children += loop_parent(loop_nested(record, i)) == index;
	return children;
}

/* Does the loop hold statements and one other loop with such variables? */
static bool find_loops(const json_t *record, int index,
		       struct elements *elements)
{
	const json_t *first = loop_nested(record, index + 1);
	const json_t *carried = json_object_get(first, "carries");
	int last = index + 1;

	if (!first || loop_parent(loop_nested(record, index + 1)) != index ||
	    children_of(record, index) != 1 ||
	    loop_true(loop_nested(record, index), "perfect") ||
	    json_array_size(carried) == 0 ||
	    json_array_size(carried) > ELEMENT_MOST)
		return false;
	while (loop_parent(loop_nested(record, last + 1)) == last &&
	       loop_true(loop_nested(record, last), "perfect") &&
	       json_equal(carried,
			  json_object_get(loop_nested(record, last + 1),
					  "carries")))
		last++;
	*elements = (struct elements){
		.around = index, .last = last, .variables = carried};
	return true;
}

static bool has_type_of_one(const struct elements *elements,
			    const json_t *reference)
{
	const json_t *type = json_object_get(reference, "type"), *one;
	size_t index;

	json_array_foreach(elements->variables, index, one)
	{
		if (json_equal(json_object_get(one, "type"), type))
			return true;
	}
	return false;
}

/* In C++ an object may take a number by an operator of its own, and add it by
   another one. */
static bool is_of_object(const json_t *record, const json_t *reference)
{
	return strcmp(loop_word(record, "language"), "C++") == 0 &&
	       loop_true(reference, "member");
}

/* Is it written once in each iteration of the loop around the statements? */
static bool is_element(const struct elements *elements, const json_t *reference)
{
	return loop_integer(reference, "loop") == elements->around &&
	       loop_true(reference, "write") &&
	       has_type_of_one(elements, reference) &&
	       loop_integer(reference, "count") == 1 &&
	       !loop_true(reference, "conditional") &&
	       !loop_true(reference, "private") &&
	       json_is_string(json_object_get(reference, "base")) &&
	       !json_is_string(json_object_get(reference, "protected")) &&
	       json_is_null(json_object_get(reference, "indirect"));
}

/* As many variables as elements have each type. */
static bool agree(const json_t *record, const struct elements *elements,
		  const json_t *type)
{
	size_t left = 0;

	for (size_t i = 0; i < elements->count; i++)
		left += json_equal(
			json_object_get(reference_of(record, elements->to[i]),
					"type"),
			type);
	for (size_t i = 0; i < json_array_size(elements->variables); i++)
		left -= json_equal(
			json_object_get(json_array_get(elements->variables, i),
					"type"),
			type);
	return left == 0;
}

static bool find_elements(const json_t *record, struct elements *elements)
{
	size_t references = json_array_size(json_object_get(record, "refs"));

	for (size_t i = 0; i < references; i++) {
		const json_t *reference = reference_of(record, i);

		if (!is_element(elements, reference) ||
		    is_of_object(record, reference))
			continue;
		if (elements->count == json_array_size(elements->variables))
			return false;
		elements->to[elements->count++] = i;
	}
	for (size_t i = 0; i < elements->count; i++)
		if (!agree(record, elements,
			   json_object_get(
				   reference_of(record, elements->to[i]),
				   "type")))
			return false;
	return elements->count == json_array_size(elements->variables);
}

static bool is_zero(const signed char *signs, int count)
{
	for (int i = 0; i < count; i++)
		if (signs[i] != 0)
			return false;
	return true;
}

/* May both meet in one iteration of the loop around the statements? */
static bool meet(struct domain *domain, const struct elements *elements,
		 size_t a, size_t b)
{
	struct text ignored = {0};
	struct sets_signs signs;
	int count = elements->around + 1;
	bool known = domain_meetings(domain, (int)a, (int)b, 0, count, &signs,
				     &ignored);
	bool same = false;

	text_free(&ignored);
	if (!known)
		return true;
	for (size_t i = 0; i < signs.count; i++)
		same = same || is_zero(signs.list[i], count);
	sets_signs_free(&signs);
	return same;
}

/*
 * What is touched of the same data is another element. Only what is read
 * beside the loop may be the same, as the value that a sum begins with is; but
 * also what GCC takes out of the loop, as it is always the same there.
 */
static bool is_apart(const json_t *record, struct domain *domain,
		     struct elements *elements, size_t element, size_t other)
{
	const json_t *one = reference_of(record, other);
	int loop = (int)loop_integer(one, "loop");

	if (element == other ||
	    !loop_same(reference_of(record, element), one, "base") ||
	    !domain_is_inside(domain, loop, elements->around) ||
	    !meet(domain, elements, element, other))
		return true;
	elements->read = true;
	return loop == elements->around && !loop_true(one, "write");
}

static bool are_apart(const json_t *record, struct elements *elements)
{
	size_t references = json_array_size(json_object_get(record, "refs"));
	struct domain *domain = domain_new(record);
	bool apart = true;

	for (size_t i = 0; i < elements->count; i++)
		for (size_t j = 0; apart && j < references; j++)
			apart = is_apart(record, domain, elements,
					 elements->to[i], j);
	domain_free(domain);
	return apart;
}

bool elements_find(const json_t *record, struct elements *elements)
{
	int loops = (int)json_array_size(json_object_get(record, "nest"));

	for (int i = 0; i + 1 < loops; i++)
		if (find_loops(record, i, elements))
			return find_elements(record, elements) &&
			       are_apart(record, elements);
	return false;
}

/* ---- the record ---- */

static void free_loops(json_t *record, const struct elements *elements)
{
	for (int i = elements->around + 1; i <= elements->last; i++) {
		json_object_set_new(loop_nested(record, i), "holds",
				    json_array());
		json_object_set_new(loop_nested(record, i), "carries",
				    json_array());
	}
}

static void count_one(json_t *operations, const char *what, const char *type)
{
	char *name = memory_print("%s.%s", what, type);
	json_t *certain = json_object_get(operations, "certain");

	json_object_set_new(certain, name,
			    json_integer(json_integer_value(json_object_get(
						 certain, name)) +
					 1));
	free(name);
}

/* In the innermost loop, each time. */
static void add_reference(json_t *record, const struct elements *elements,
			  size_t index, bool write)
{
	json_t *fresh = json_deep_copy(reference_of(record, index));
	json_t *loop = loop_nested(record, elements->last);
	const char *type = json_string_value(json_object_get(fresh, "type"));
	const char *what = write ? "store" : "load";

	json_object_set_new(fresh, "loop", json_integer(elements->last));
	json_object_set_new(fresh, "write", json_boolean(write));
	for (int i = elements->around; i < elements->last; i++)
		json_array_append_new(json_object_get(fresh, "strides"),
				      json_integer(0));
	count_one(json_object_get(loop, "ops"), what, type);
	count_one(json_object_get(record, "ops"), what, type);
	json_array_append_new(json_object_get(record, "refs"), fresh);
}

json_t *elements_record(const json_t *record)
{
	struct elements elements;
	json_t *fresh;

	if (!elements_find(record, &elements))
		return NULL;
	fresh = json_deep_copy(record);
	for (size_t i = 0; i < elements.count; i++) {
		add_reference(fresh, &elements, elements.to[i], false);
		add_reference(fresh, &elements, elements.to[i], true);
	}
	free_loops(fresh, &elements);
	return fresh;
}

/* Strides of the loops that only one of them has are 0. */
static bool same_strides(const json_t *a, const json_t *b)
{
	const json_t *one = json_object_get(a, "strides");
	const json_t *other = json_object_get(b, "strides");

	for (size_t i = 0;
	     i < json_array_size(one) || i < json_array_size(other); i++) {
		const json_t *x = json_array_get(one, i);
		const json_t *y = json_array_get(other, i);

		if (x && y ? !json_equal(x, y)
			   : json_integer_value(x ? x : y) != 0 ||
				     !json_is_integer(x ? x : y))
			return false;
	}
	return true;
}

bool elements_have(const struct elements *elements, const json_t *record,
		   const json_t *reference)
{
	for (size_t i = 0; i < elements->count; i++) {
		const json_t *one = reference_of(record, elements->to[i]);

		if (loop_same(one, reference, "base") &&
		    loop_same(one, reference, "offset") &&
		    same_strides(one, reference))
			return true;
	}
	return false;
}
