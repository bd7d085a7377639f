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
#include "record/container.h"
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

/* Of a member; those of what a lambda captures are GCC's own, "__b", and those
   of smart pointers the library's, "_M_ptr". */
static const char *behind_member_name(const char *at)
{
	bool reserved =
		at[0] == '_' && (at[1] == '_' || isupper((unsigned char)at[1]));

	return reserved ? NULL : behind_name(at);
}

/* Behind ".name", "->name" or "[1]"; NULL where none begins there. */
static const char *behind_step(const char *at)
{
	if (*at == '.')
		return behind_member_name(at + 1);
	if (strncmp(at, "->", 2) == 0)
		return behind_member_name(at + 2);
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

/* What the record calls a value that the source has no name for. */
static const char unnamed[] = "unnamed";

/* What stands before what a pointer leads to, "(*p)". */
static const char led_to[] = "(*";

static bool leads_to(const char *at)
{
	return strncmp(at, led_to, strlen(led_to)) == 0;
}

/* Behind "p->x[1].y" or "(*p)[1]"; NULL where none begins there. */
static const char *behind_path(const char *at)
{
	const char *next;

	if (leads_to(at)) {
		at = behind_path(at + strlen(led_to));
		at = at && *at == ')' ? at + 1 : NULL;
	} else {
		at = behind_name(at);
	}
	while (at && (next = behind_step(at)))
		at = next;
	return at;
}

static bool is_path(const char *name)
{
	return strcmp(name, unnamed) != 0 &&
	       behind_path(name) == name + member_length(name);
}

/* ---- how many elements a container holds ---- */

/* "x" of how many elements it holds, to be freed; NULL where the name is none
   of that. */
static char *container_of(const char *name)
{
	json_t *whole = *name == '[' ? json_loads(name, 0, NULL) : NULL;
	char *container = container_of_size(whole);

	json_decref(whole);
	return container;
}

/* "x", or "x[0]"; to be freed */
static char *told_path(const char *name)
{
	char *container = container_of(name);
	char *path = container ? container_path(container) : NULL;

	free(container);
	return path;
}

/* If the source can write it, else NULL. */
static char *size_path(const char *name)
{
	char *path = told_path(name);

	if (path && !is_path(path)) {
		free(path);
		path = NULL;
	}
	return path;
}

bool member_is_size(const char *name)
{
	char *path = size_path(name);

	free(path);
	return path != NULL;
}

/* ---- names ---- */

bool member_is(const char *name)
{
	return is_path(name) || member_is_size(name);
}

void member_print(struct text *out, const char *name)
{
	char *path = size_path(name);

	if (path)
		text_print(out, "%s.size()", path);
	else
		text_print(out, "%.*s", (int)member_length(name), name);
	free(path);
}

void member_tell(struct text *out, const char *name)
{
	char *path = told_path(name);

	text_add_safe(out, path ? path : name);
	text_add(out, path ? ".size()" : "");
	free(path);
}

void member_print_data(struct text *out, const char *name)
{
	member_print(out, name);
	text_add(out, name[member_length(name)] ? ".data()" : "");
}

/* Behind what a pointer leads to, and not behind a call, as in "x.begin()"? */
static bool closes_pointed(const char *name, size_t at)
{
	return name[at] == ')' && at > 0 && name[at - 1] != '(';
}

/* Where it begins to follow its last address; NULL where it follows none. */
static const char *find_address(const char *name)
{
	const char *found = NULL;

	for (size_t i = 0; i < member_length(name); i++)
		if (name[i] == '[' || closes_pointed(name, i) ||
		    strncmp(name + i, "->", 2) == 0)
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

/* Are the ends of the container there? */
static bool is_size_there(const json_t *record, const char *container)
{
	const json_t *list = json_object_get(record, "params"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (loop_true(one, "sure") &&
		    container_has_end(container, loop_word(one, "name")))
			return true;
	}
	return false;
}

bool member_is_there(const json_t *record, const char *name)
{
	const json_t *list = json_object_get(record, "params"), *one;
	char *container = container_of(name);
	size_t index;

	if (container) {
		bool there = is_size_there(record, container);

		free(container);
		return there;
	}
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
	char *container = container_of(name);
	const char *path = container ? container : name;
	const char *behind;
	char *variable;

	while (leads_to(path))
		path += strlen(led_to);
	behind = behind_name(path);
	variable = behind ? memory_print("%.*s", (int)(behind - path), path)
			  : memory_string(path);

	free(container);
	return variable;
}

bool member_is_variable(const char *name)
{
	const char *end = behind_name(name);

	return end && !*end;
}
