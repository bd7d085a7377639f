/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another order, tiles and loops shared out together, in words.
 */
#include "reshape.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "record/loop.h"

bool reshape_has_tiles(const struct reshape *reshape)
{
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i])
			return true;
	return false;
}

bool reshape_cuts_inside(const struct reshape *reshape)
{
	for (int i = reshape->split; i < reshape->count; i++)
		if (reshape->split > 0 && reshape->tile[i])
			return true;
	return false;
}

bool reshape_is_none(const struct reshape *reshape)
{
	for (int i = 0; i < reshape->count; i++)
		if (reshape->order[i] != i)
			return false;
	return !reshape_has_tiles(reshape) && reshape->collapse == 0;
}

int reshape_loops(const struct reshape *reshape,
		  struct reshape_loop loops[2 * RESHAPE_MOST])
{
	int count = 0;

	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0)
			loops[count++] = (struct reshape_loop){i, true};
	for (int i = 0; i < reshape->count; i++)
		loops[count++] =
			(struct reshape_loop){reshape->order[i], false};
	return count;
}

int reshape_around(const struct reshape *reshape)
{
	int count = 0;

	while (count < reshape->split && reshape->order[count] < reshape->split)
		count++;
	return count;
}

int reshape_apart(const struct reshape *reshape, int loops[RESHAPE_MOST])
{
	int around = reshape_around(reshape), count = 0;

	for (int loop = 0; loop < reshape->split; loop++) {
		bool apart = true;

		for (int i = 0; i < around; i++)
			apart = apart && reshape->order[i] != loop;
		if (apart)
			loops[count++] = loop;
	}
	return count;
}

/* Is it a name that no other loop of the nest has, and no number? */
static bool is_name(const json_t *record, int loop)
{
	const char *name = loop_counter(record, loop);
	size_t length = strcspn(name, ".");

	if (strncmp(name, "loop", 4) == 0 &&
	    strspn(name + 4, "0123456789") == length - 4)
		return false; /* of a counter without one */
	for (size_t i = 0; i < length; i++)
		if (!isalpha((unsigned char)name[i]) && name[i] != '_' &&
		    (i == 0 || !isdigit((unsigned char)name[i])))
			return false;
	for (int i = 0; i < loop_count(record); i++)
		if (i != loop &&
		    loop_same_counter(loop_counter(record, i), name))
			return false;
	return length > 0;
}

static void add_counter(struct text *out, const struct reshape *reshape,
			const json_t *record, int loop)
{
	const char *name = loop_counter(record, reshape->first + loop);

	if (is_name(record, reshape->first + loop))
		text_print(out, "%.*s", (int)strcspn(name, "."), name);
	else
		text_print(out, "%d", reshape->first + loop);
}

static void print_tiles(struct text *out, const struct reshape *reshape,
			const json_t *record)
{
	const char *before = " tile(";

	for (int i = 0; i < reshape->count; i++) {
		if (reshape->tile[i] == 0)
			continue;
		text_add(out, before);
		add_counter(out, reshape, record, i);
		text_print(out, ":%lld", (long long)reshape->tile[i]);
		before = ",";
	}
	if (*before == ',')
		text_add(out, ")");
}

static void print_jam(struct text *out, const struct reshape *reshape,
		      const json_t *record)
{
	text_add(out, "jam(");
	add_counter(out, reshape, record, 0);
	text_print(out, ":%lld)", (long long)reshape->tile[0]);
	if (reshape->whole)
		text_print(out, " whole(%d)", reshape->whole);
}

void reshape_print(struct text *out, const struct reshape *reshape,
		   const json_t *record)
{
	if (reshape->abreast) {
		print_jam(out, reshape, record);
		return;
	}
	if (reshape_is_none(reshape)) {
		text_add(out, "as written");
		return;
	}
	if (reshape->split) {
		text_add(out, "distribute(");
		add_counter(out, reshape, record, reshape->split - 1);
		text_add(out, ") ");
	}
	text_add(out, "order(");
	for (int i = 0; i < reshape->count; i++) {
		text_add(out, i ? "," : "");
		add_counter(out, reshape, record, reshape->order[i]);
	}
	text_add(out, ")");
	print_tiles(out, reshape, record);
	if (reshape->collapse)
		text_print(out, " collapse(%d)", reshape->collapse);
}

bool reshape_skip(struct reshape *reshape)
{
	if (reshape->order[0] != 0 || reshape->count <= 2 ||
	    reshape->split == 1)
		return false;
	reshape->first++;
	reshape->count--;
	reshape->split -= reshape->split > 0;
	for (int i = 0; i < reshape->count; i++)
		reshape->order[i] = reshape->order[i + 1] - 1;
	reshape->order[reshape->count] = 0;
	return true;
}
