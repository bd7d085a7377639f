/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Transformations, read and written.
 */
#include "reshape.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "record/loop.h"

bool reshape_has_tiles(const struct reshape *reshape)
{
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i])
			return true;
	return false;
}

bool reshape_is_inside(const struct reshape *reshape, int loop)
{
	return reshape->split > 0 && loop >= reshape->split;
}

int reshape_tiles(const struct reshape *reshape, bool inside)
{
	int count = 0;

	for (int i = 0; i < reshape->count; i++)
		count += reshape->tile[i] > 0 &&
			 reshape_is_inside(reshape, i) == inside;
	return count;
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
	int around = reshape_around(reshape), count = 0;

	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0 && !reshape_is_inside(reshape, i))
			loops[count++] = (struct reshape_loop){i, true};
	for (int i = 0; i < around; i++)
		loops[count++] =
			(struct reshape_loop){reshape->order[i], false};
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0 && reshape_is_inside(reshape, i))
			loops[count++] = (struct reshape_loop){i, true};
	for (int i = around; i < reshape->count; i++)
		loops[count++] =
			(struct reshape_loop){reshape->order[i], false};
	return count;
}

int reshape_place(const struct reshape *reshape, int loop, bool tile)
{
	struct reshape_loop loops[2 * RESHAPE_MOST];
	int count = reshape_loops(reshape, loops), place = 0;

	while (place < count &&
	       (loops[place].loop != loop || loops[place].tile != tile))
		place++;
	return place;
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
	int count = 0;

	for (int i = reshape_around(reshape); i < reshape->count; i++)
		if (reshape->order[i] < reshape->split)
			loops[count++] = reshape->order[i];
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
}

/* Loops of the order up to the last one that moves, has tiles or is collapsed,
   two at least: those inside come along, also where the compiler cannot read
   them. */
static int count_named(const struct reshape *reshape)
{
	int count = reshape->count;
	int least = reshape->collapse > 2 ? reshape->collapse : 2;

	while (!reshape->split && count > least && !reshape->tile[count - 1] &&
	       reshape->order[count - 1] == count - 1)
		count--;
	return count;
}

bool reshape_is_pointer(const char *base)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_";

	return base[strspn(base, letters)] == '\0';
}

/* The base of a reference that the entry of "overlaps" names. */
static const char *base_of(const json_t *record, const json_t *overlap,
			   const char *key)
{
	const json_t *reference =
		json_array_get(json_object_get(record, "refs"),
			       (size_t)loop_integer(overlap, key));

	return json_string_value(json_object_get(reference, "base"));
}

void reshape_print_check(struct text *out, const struct reshape *reshape,
			 const json_t *record)
{
	const json_t *list = json_object_get(record, "overlaps"), *one;
	const char *name, *before = " apart(";
	json_t *names, *value;
	size_t index;

	if (!reshape->apart)
		return;
	names = json_object();
	json_array_foreach(list, index, one)
	{
		const char *from = base_of(record, one, "from");
		const char *to = base_of(record, one, "to");

		if (!from || !to || strcmp(from, to) == 0)
			continue;
		json_object_set_new(names, from, json_true());
		json_object_set_new(names, to, json_true());
	}
	json_object_foreach(names, name, value)
	{
		text_print(out, "%s%s", before, name);
		before = ",";
	}
	text_add(out, *before == ',' ? ")" : "");
	json_decref(names);
}

static void print_loops(struct text *out, const struct reshape *reshape,
			const json_t *record)
{
	if (reshape->jam) {
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
	for (int i = 0; i < count_named(reshape); i++) {
		text_add(out, i ? "," : "");
		add_counter(out, reshape, record, reshape->order[i]);
	}
	text_add(out, ")");
	print_tiles(out, reshape, record);
	if (reshape->collapse)
		text_print(out, " collapse(%d)", reshape->collapse);
}

void reshape_print(struct text *out, const struct reshape *reshape,
		   const json_t *record)
{
	print_loops(out, reshape, record);
	reshape_print_check(out, reshape, record);
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

/* ---- words read ---- */

/* Loops of the record's nest that the primitives name. */
struct words {
	const json_t *record;
	struct text *problem;
	int order[RESHAPE_MOST], order_count;
	int tiled[RESHAPE_MOST], tile_count;
	long size[RESHAPE_MOST];
	int distributed; /* -1: none */
	int jammed;	 /* -1: none */
	long collapse;
	bool apart;
};

/* "i" is the name of the counters "i" and "i.2". */
static bool is_called(const json_t *record, int loop, const char *word)
{
	const char *counter = loop_counter(record, loop);
	size_t length = counter ? strcspn(counter, ".") : 0;

	return length > 0 && strlen(word) == length &&
	       strncmp(counter, word, length) == 0;
}

/* The loop of that name or number, -1 with a problem if there is none. */
static int find_loop(const struct words *words, const char *word)
{
	int loops = loop_count(words->record), found = -1;

	for (int i = 0; i < loops; i++) {
		if (!is_called(words->record, i, word))
			continue;
		if (found >= 0) {
			text_print(words->problem,
				   "several loops are called %s: give their "
				   "numbers",
				   word);
			return -1;
		}
		found = i;
	}
	if (found < 0 && isdigit((unsigned char)*word) && strlen(word) < 5 &&
	    !word[strspn(word, "0123456789")] && atoi(word) < loops)
		found = atoi(word);
	if (found < 0)
		text_print(words->problem,
			   strchr(word, '@') ? "tile loops stand outermost: "
					       "leave %s out of the order"
					     : "it has no loop %s",
			   word);
	return found;
}

/* A whole number from "least" on. */
static bool read_size(const struct words *words, const char *word, long least,
		      long *size)
{
	char *end;

	*size = strtol(word, &end, 10);
	if (isdigit((unsigned char)*word) && !*end && *size >= least &&
	    *size <= INT_MAX)
		return true;
	text_print(words->problem, "'%s' is no number from %ld on", word,
		   least);
	return false;
}

static bool has_loop(const int *loops, int count, int loop)
{
	for (int i = 0; i < count; i++)
		if (loops[i] == loop)
			return true;
	return false;
}

/* One more loop of a list, each named once. */
static bool add_loop(const struct words *words, const char *word, int *loops,
		     int *count)
{
	int loop = find_loop(words, word);

	if (loop < 0)
		return false;
	if (has_loop(loops, *count, loop) || *count == RESHAPE_MOST) {
		text_print(words->problem,
			   *count == RESHAPE_MOST
				   ? "more loops than %s are changed at a time"
				   : "loop %s is named twice",
			   word);
		return false;
	}
	loops[(*count)++] = loop;
	return true;
}

/* "j:64" into loop and size. */
static bool add_tile(struct words *words, char *word, int *loops, int *count,
		     long *sizes)
{
	char *colon = strchr(word, ':');

	if (!colon) {
		text_print(words->problem, "loop %s has no size, as in %s:64",
			   word, word);
		return false;
	}
	*colon = '\0';
	return read_size(words, colon + 1, 2, &sizes[*count % RESHAPE_MOST]) &&
	       add_loop(words, word, loops, count);
}

static bool read_primitive(struct words *words, const char *name, char *list)
{
	int one[1], count = 0;
	char *word;

	if (strcmp(name, "collapse") == 0)
		return read_size(words, list, 2, &words->collapse);
	if (strcmp(name, "apart") == 0)
		return words->apart = true;
	if (strcmp(name, "distribute") == 0) {
		words->distributed = find_loop(words, list);
		return words->distributed >= 0;
	}
	if (strcmp(name, "jam") == 0) {
		if (!add_tile(words, list, one, &count, words->size))
			return false;
		words->jammed = one[0];
		return true;
	}
	while ((word = strtok_r(list, ",", &list)))
		if (strcmp(name, "order") == 0
			    ? !add_loop(words, word, words->order,
					&words->order_count)
			    : !add_tile(words, word, words->tiled,
					&words->tile_count, words->size))
			return false;
	return true;
}

static bool read_primitives(struct words *words, char *text)
{
	char *name;

	while ((name = strtok_r(text, " (", &text))) {
		char *list = strtok_r(text, ")", &text);

		if (!list) {
			text_print(words->problem, "%s names nothing", name);
			return false;
		}
		if (!read_primitive(words, name, list))
			return false;
	}
	return true;
}

static int compare_loops(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Without an order the loops of the tiles stand as written, or the outermost
   ones that are shared together. */
static void set_order(struct words *words)
{
	if (words->order_count > 0)
		return;
	words->order_count = words->tile_count;
	memcpy(words->order, words->tiled, sizeof(words->order));
	for (int i = 0; i < words->collapse && !words->tile_count &&
			i < RESHAPE_MOST && i < loop_count(words->record);
	     i++)
		words->order[words->order_count++] = i;
	qsort(words->order, (size_t)words->order_count, sizeof(*words->order),
	      compare_loops);
}

/* Each loop of the band stands in the one before. */
static bool set_band(const struct words *words, struct reshape *reshape)
{
	const json_t *record = words->record;
	int first = INT_MAX, count = words->order_count;

	for (int i = 0; i < count; i++)
		first = words->order[i] < first ? words->order[i] : first;
	for (int i = first + 1; i < first + count; i++)
		if (!has_loop(words->order, count, i) ||
		    loop_parent(loop_nested(record, i)) != i - 1) {
			text_add(words->problem,
				 "the loops do not stand right in each other");
			return false;
		}
	reshape->first = first;
	reshape->count = count;
	for (int i = 0; i < count; i++)
		reshape->order[i] = words->order[i] - first;
	return true;
}

static bool set_rest(const struct words *words, struct reshape *reshape)
{
	const char *problem = NULL;

	for (int i = 0; i < words->tile_count; i++) {
		int loop = words->tiled[i];

		if (!has_loop(words->order, words->order_count, loop))
			problem = "a loop in tiles is not named by the order";
		else
			reshape->tile[loop - reshape->first] = words->size[i];
	}
	reshape->collapse = (int)words->collapse;
	if (words->distributed >= 0)
		reshape->split = words->distributed - reshape->first + 1;
	if (words->collapse > words->order_count)
		problem = "it has not so many loops to share together";
	else if (words->collapse && reshape->first > 0)
		problem = "collapse(...) counts from the outermost loop, which "
			  "the order does not name";
	else if (reshape->split < 0 || reshape->split >= reshape->count)
		problem = "what is distributed has none of these loops in it";
	if (problem)
		text_add(words->problem, problem);
	return !problem;
}

bool reshape_parse(struct reshape *reshape, const char *words,
		   const json_t *record, struct text *problem)
{
	struct words read = {.record = record,
			     .problem = problem,
			     .distributed = -1,
			     .jammed = -1};
	char *text = memory_string(words);
	bool good = read_primitives(&read, text);

	*reshape = (struct reshape){.apart = read.apart};
	free(text);
	if (!good)
		return false;
	if (read.jammed >= 0 && (read.order_count || read.tile_count ||
				 read.collapse || read.distributed >= 0)) {
		text_add(problem, "jam(...) stands alone");
		return false;
	}
	if (read.jammed >= 0) {
		reshape->first = read.jammed;
		reshape->count = 1;
		reshape->jam = true;
		reshape->tile[0] = read.size[0];
		return true;
	}
	set_order(&read);
	return set_band(&read, reshape) && set_rest(&read, reshape);
}
