/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of the source, and lists of them.
 */
#include "gcc.h"
#include "names.h"

/* They are short. */
void names_add(vec<char *> *names, const char *name)
{
	for (unsigned i = 0; i < names->length(); i++)
		if (strcmp((*names)[i], name) == 0)
			return;
	names->safe_push(xstrdup(name));
}

char *names_join(const vec<char *> *names, const char *last)
{
	unsigned count = names->length();
	char *list = xstrdup("");

	for (unsigned i = 0; i < count; i++) {
		char *longer = i == 0 ? concat((*names)[i], NULL)
			       : i + 1 < count
				       ? concat(list, ", ", (*names)[i], NULL)
				       : concat(list, " ", last, " ",
						(*names)[i], NULL);

		free(list);
		list = longer;
	}
	return list;
}

void names_write(const vec<char *> *names, struct json_writer *json,
		 const char *key)
{
	if (names->length() == 0)
		return;
	json_key(json, key);
	json_array(json);
	for (unsigned i = 0; i < names->length(); i++)
		json_string(json, (*names)[i]);
	json_end_array(json);
}

void names_free(vec<char *> *names)
{
	for (unsigned i = 0; i < names->length(); i++)
		free((*names)[i]);
	names->release();
}

const char *names_made(tree ssa_name)
{
	tree name = SSA_NAME_IDENTIFIER(ssa_name);
	const char *whole = name ? IDENTIFIER_POINTER(name) : "memory";

	return IDENTIFIER_POINTER(
		get_identifier_with_length(whole, strcspn(whole, ".")));
}

const char *names_decl(tree decl)
{
	return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "tmp";
}

bool names_is_given(tree variable)
{
	return variable && DECL_NAME(variable) &&
	       (TREE_CODE(variable) == PARM_DECL ||
		(TREE_CODE(variable) == RESULT_DECL &&
		 DECL_BY_REFERENCE(variable)));
}

static const char first[] = ".begin()", last[] = ".end()";

bool names_is_begin(const char *name)
{
	size_t length = strlen(name);

	return length > strlen(first) &&
	       strcmp(name + length - strlen(first), first) == 0;
}

bool names_are_ends(const char *begin, const char *end)
{
	size_t begins = begin ? strlen(begin) : 0;
	size_t ends = end ? strlen(end) : 0;

	return begins > strlen(first) && ends > strlen(last) &&
	       begins - strlen(first) == ends - strlen(last) &&
	       strncmp(begin, end, ends - strlen(last)) == 0 &&
	       strcmp(begin + begins - strlen(first), first) == 0 &&
	       strcmp(end + ends - strlen(last), last) == 0;
}
