/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which loops the user asked for.
 */
#include "selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/text.h"
#include "loop.h"

static bool is_string(const json_t *record, const char *key, const char *other)
{
	const char *string = json_string_value(json_object_get(record, key));

	return string && strcmp(string, other) == 0;
}

static bool has_name(const json_t *record, const char *selector)
{
	struct text name = {0};
	bool same;

	loop_name(&name, record);
	same = strcmp(text_string(&name), selector) == 0;
	text_cut(&name, 0);
	loop_short_name(&name, record);
	same = same || strcmp(text_string(&name), selector) == 0;
	text_free(&name);
	return same;
}

/* "src/a.c" is meant by "src/a.c" and by "a.c", not by "c". */
static bool is_file(const char *path, const char *wanted, size_t length)
{
	size_t whole = path ? strlen(path) : 0;

	if (length == 0)
		return true;
	if (length > whole ||
	    strncmp(path + whole - length, wanted, length) != 0)
		return false;
	return length == whole || path[whole - length - 1] == '/';
}

static bool stands_at(const json_t *thing, const char *file, size_t length,
		      long line)
{
	return json_integer_value(json_object_get(thing, "line")) == line &&
	       is_file(json_string_value(json_object_get(thing, "file")), file,
		       length);
}

/* The place of a Fortran construct is a line of its body: look at all. */
static bool matches_place(const json_t *record, const char *file, size_t length,
			  long line)
{
	const json_t *nest = json_object_get(record, "nest");

	if (stands_at(record, file, length, line))
		return true;
	for (size_t i = 0; i < json_array_size(nest); i++)
		if (stands_at(json_array_get(nest, i), file, length, line))
			return true;
	return false;
}

static bool matches(const char *selector, const json_t *record)
{
	const char *colon = strrchr(selector, ':');
	const char *digits = colon ? colon + 1 : selector;
	size_t file = colon ? (size_t)(colon - selector) : 0;

	if (*digits && digits[strspn(digits, "0123456789")] == '\0')
		return matches_place(record, selector, file, atol(digits));
	return is_string(record, "id", selector) ||
	       is_string(record, "function", selector) ||
	       is_string(record, "name", selector) ||
	       has_name(record, selector);
}

bool selection_matches(const char *selector, const json_t *record)
{
	char *letters = letters_of(selector);
	bool good = matches(letters, record);

	free(letters);
	return good;
}
