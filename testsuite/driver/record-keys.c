/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints every key, operation and type that the reader of records knows, a
 * line each, for comparison with doc/records.md.
 */
#include <stdio.h>

#include "record/schema.h"

static void print_words(const char *title, const char *const *words)
{
	for (; *words; words++)
		printf("%s: %s\n", title, *words);
}

/* Objects without a heading of their own stand in the cell of their key. */
static int has_heading(const struct schema_key *keys)
{
	for (const struct schema_table *t = schema_tables; t->title; t++)
		if (t->keys == keys)
			return 1;
	return 0;
}

static void print_inner(const char *title, const struct schema_key *key)
{
	if (!key->keys || has_heading(key->keys))
		return;
	for (const struct schema_key *k = key->keys; k->name; k++)
		printf("%s: %s.%s\n", title, key->name, k->name);
}

int main(void)
{
	for (const struct schema_table *t = schema_tables; t->title; t++)
		for (const struct schema_key *k = t->keys; k->name; k++) {
			printf("%s: %s\n", t->title, k->name);
			print_inner(t->title, k);
		}
	print_words("class", schema_operations);
	print_words("type", schema_types);
	return 0;
}
