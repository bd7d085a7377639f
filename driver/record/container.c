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

/* "x" of "x.begin()" and "x.end()"; NULL where they are of several. */
static char *common_container(const char *from, const char *to)
{
	size_t length = from ? strlen(from) : 0;

	if (!to || length <= strlen(first_end) ||
	    strcmp(from + (length -= strlen(first_end)), first_end) != 0 ||
	    strncmp(from, to, length) != 0 ||
	    strcmp(to + length, last_end) != 0)
		return NULL;
	return memory_print("%.*s", (int)length, from);
}

char *container_of_size(const json_t *expression)
{
	const json_t *sum = json_array_get(expression, 1);
	const json_t *less = json_array_get(sum, 1);

	if (!is_operation(expression, "div") || !is_operation(sum, "+") ||
	    !is_operation(less, "*") ||
	    json_integer_value(json_array_get(less, 1)) != -1 ||
	    json_integer_value(json_array_get(expression, 2)) <= 0)
		return NULL;
	return common_container(json_string_value(json_array_get(less, 2)),
				json_string_value(json_array_get(sum, 2)));
}

bool container_has_end(const char *container, const char *name)
{
	size_t length = strlen(container);

	return strncmp(name, container, length) == 0 &&
	       strcmp(name + length, last_end) == 0;
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
