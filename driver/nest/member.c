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

void member_print(struct text *out, const char *name)
{
	char *path = size_path(name);

	if (path)
		text_print(out, "%s.size()", path);
	else
		text_print(out, "%.*s", (int)member_length(name), name);
	free(path);
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
