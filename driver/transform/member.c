/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of a record that a source can write.
 */
#include "member.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "record/loop.h"

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* NULL where none begins there. */
static const char *behind_name(const char *at)
{
	if (!is_letter(*at) || isdigit((unsigned char)*at))
		return NULL;
	while (is_letter(*at))
		at++;
	return at;
}

/* Behind ".name", "->name" or "[1]"; NULL where none begins there. */
static const char *behind_step(const char *at)
{
	if (*at == '.')
		return behind_name(at + 1);
	if (strncmp(at, "->", 2) == 0)
		return behind_name(at + 2);
	if (*at != '[' || !isdigit((unsigned char)at[1]))
		return NULL;
	at += 1 + strspn(at + 1, "0123456789");
	return *at == ']' ? at + 1 : NULL;
}

size_t member_length(const char *name)
{
	const char *elements = strstr(name, "[]");

	return elements && !elements[2] ? (size_t)(elements - name)
					: strlen(name);
}

bool member_is(const char *name)
{
	const char *at = behind_name(name), *end = name + member_length(name);

	while (at && at < end)
		at = behind_step(at);
	return at;
}

void member_print(struct text *out, const char *name)
{
	text_print(out, "%.*s", (int)member_length(name), name);
}

void member_print_data(struct text *out, const char *name)
{
	member_print(out, name);
	text_add(out, name[member_length(name)] ? ".data()" : "");
}

/* Where it begins to follow its last address; NULL where it follows none. */
static const char *find_address(const char *name)
{
	const char *found = NULL;

	for (size_t i = 0; i < member_length(name); i++)
		if (name[i] == '[' || strncmp(name + i, "->", 2) == 0)
			found = name + i;
	return found;
}

/* Do both follow the same address? */
static bool is_beside(const char *name, const char *other)
{
	size_t length = (size_t)(find_address(name) - name) + 1;
	const char *address = find_address(other);

	return address && (size_t)(address - other) + 1 == length &&
	       strncmp(name, other, length) == 0;
}

static const char own[] = "this->";

const char *member_short(const char *name)
{
	return name + (strncmp(name, own, strlen(own)) == 0 ? strlen(own) : 0);
}

/* In C a pointer may have that name, too, and lead nowhere. */
static bool is_own_member(const json_t *record, const char *name)
{
	const char *rest = member_short(name);

	return strcmp(loop_word(record, "language"), "C++") == 0 &&
	       rest > name && !find_address(rest);
}

/* A part of a variable, as "planes[0]" is where that is no pointer. */
static bool is_part(const json_t *record, const char *name)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	char *variable = member_variable(name);
	bool object = false;
	size_t index;

	json_array_foreach(list, index, one) object |=
		strcmp(loop_word(one, "base"), variable) == 0 &&
		!json_is_null(json_object_get(one, "extent"));
	free(variable);
	return object && !strstr(name, "->");
}

bool member_is_there(const json_t *record, const char *name)
{
	const json_t *list = json_object_get(record, "params"), *one;
	size_t index;

	if (!find_address(name) || is_own_member(record, name) ||
	    is_part(record, name))
		return true;
	json_array_foreach(list, index, one)
	{
		if (loop_true(one, "sure") &&
		    is_beside(name, loop_word(one, "name")))
			return true;
	}
	return false;
}

char *member_variable(const char *name)
{
	return memory_print("%.*s", (int)(behind_name(name) - name), name);
}

bool member_is_variable(const char *name)
{
	const char *end = behind_name(name);

	return end && !*end;
}
