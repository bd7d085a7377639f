/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many elements a container of C++ holds.
 */
#include "container.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

static const char first_end[] = ".begin()", last_end[] = ".end()";

static bool is_operation(const json_t *expression, const char *word)
{
	const char *own = json_string_value(json_array_get(expression, 0));

	return json_array_size(expression) == 3 && own &&
	       strcmp(own, word) == 0;
}

/* How long the name is before this end of a container; 0 where it is none. */
static size_t length_before(const char *name, const char *end)
{
	size_t length = strlen(name), own = strlen(end);

	return length > own && strcmp(name + length - own, end) == 0
		       ? length - own
		       : 0;
}

bool container_is_end(const char *name)
{
	return length_before(name, last_end) > 0;
}

static bool has_end(const char *container, const char *name)
{
	size_t length = length_before(name, last_end);

	return length == strlen(container) &&
	       strncmp(name, container, length) == 0;
}

char *container_of_size(const json_t *expression)
{
	const json_t *sum = json_array_get(expression, 1);
	const json_t *less = json_array_get(sum, 1);
	const char *from = json_string_value(json_array_get(less, 2));
	const char *to = json_string_value(json_array_get(sum, 2));
	size_t length = from ? length_before(from, first_end) : 0;
	char *container;

	if (!is_operation(expression, "div") || !is_operation(sum, "+") ||
	    !is_operation(less, "*") || length == 0 || !to ||
	    json_integer_value(json_array_get(less, 1)) != -1 ||
	    json_integer_value(json_array_get(expression, 2)) <= 0)
		return NULL;
	container = memory_print("%.*s", (int)length, from);
	if (has_end(container, to))
		return container;
	free(container);
	return NULL;
}

char *container_path(const char *container)
{
	struct text path = {0};
	char *copy;

	for (const char *at = container, *found; *at; at = found) {
		found = strstr(at, first_end);
		text_print(&path, "%.*s",
			   (int)(found ? found - at : (long)strlen(at)), at);
		if (!found)
			break;
		text_add(&path, "[0]");
		found += strlen(first_end);
	}
	copy = memory_string(text_string(&path));
	text_free(&path);
	return copy;
}

char *container_size(const json_t *expression)
{
	char *container = container_of_size(expression);
	char *path = container ? container_path(container) : NULL;
	char *size = path ? memory_print("%s.size()", path) : NULL;

	free(container);
	free(path);
	return size;
}
