/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clauses and transformations that an entry of the tuned file asks for.
 */
#include "wanted.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "record/loop.h"

#define OLDEST_WITH_TILES 15 /* major version of GCC */

static bool fail(struct text *reason, const char *why)
{
	text_add(reason, why);
	return false;
}

/* The length of the next word of the entry, with blanks in parentheses. */
static size_t word_length(const char *at)
{
	int depth = 0;
	size_t length = 0;

	for (; at[length] && (depth > 0 || at[length] != ' '); length++) {
		depth += at[length] == '(';
		depth -= at[length] == ')';
	}
	return length;
}

static bool is_clause(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 && word[length] == '(';
}

/* Schedule and num_threads; transformations are added to *transformation. */
static bool take_word(struct wanted *wanted, const char *word,
		      struct text *transformation, struct text *reason)
{
	if (strcmp(word, "|") == 0)
		return fail(reason, "it has several candidates");
	if (is_clause(word, "jam") || is_clause(word, "distribute"))
		return fail(reason, "statements come to stand in other loops");
	if (is_clause(word, "num_threads")) {
		wanted->threads = memory_string(word);
		return word[strspn(word, "num_threads(0123456789)")] == '\0' ||
		       fail(reason, "num_threads is computed at each entry");
	}
	if (is_clause(word, "if"))
		return fail(reason, "a condition is computed at each entry");
	if (is_clause(word, "schedule"))
		wanted->schedule = memory_string(word);
	else if (strcmp(word, "as-written") != 0)
		text_print(transformation, "%s%s",
			   transformation->length ? " " : "", word);
	return true;
}

/* Two adjacent loops that change places, or none. */
static bool take_order(struct wanted *wanted, struct text *reason)
{
	const struct reshape *reshape = &wanted->reshape;
	int moved = 0;

	for (int i = reshape->count - 1; i >= 0; i--) {
		if (reshape->order[i] == i)
			continue;
		wanted->exchange = reshape->first + i;
		moved++;
	}
	return moved == 0 ||
	       (moved == 2 &&
		reshape->order[wanted->exchange - reshape->first] ==
			wanted->exchange - reshape->first + 1) ||
	       fail(reason, "other loops than two adjacent ones change places");
}

/* "omp tile" makes tiles of the outermost loops as they are in the source. */
static bool take_tiles(struct wanted *wanted, const char *gcc,
		       struct text *reason)
{
	const struct reshape *reshape = &wanted->reshape;

	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0 && wanted->tiles++ != i)
			return fail(reason, "omp tile starts at the outermost "
					    "loop");
	if (wanted->tiles == 0)
		return true;
	if (reshape->first > 0 || wanted->exchange >= 0)
		return fail(reason, "omp tile keeps the order of the loops");
	if (atoi(gcc) >= OLDEST_WITH_TILES)
		return true;
	text_print(reason, "omp tile needs GCC %d, this is %s",
		   OLDEST_WITH_TILES, gcc);
	return false;
}

static bool take_transformation(struct wanted *wanted, const json_t *record,
				const char *words, struct text *reason)
{
	const char *construct = loop_word(record, "construct");

	if (!reshape_parse(&wanted->reshape, words, record, reason) ||
	    !take_order(wanted, reason) ||
	    !take_tiles(wanted, loop_word(record, "gcc"), reason))
		return false;
	if (loop_integer(record, "collapse") > 1)
		return fail(reason, "its loops are shared together already");
	if (strcmp(construct, "for") == 0 ||
	    strcmp(construct, "parallel for") == 0)
		return true;
	text_print(reason, "the construct is '%s'", construct);
	return false;
}

bool wanted_read(struct wanted *wanted, const json_t *record,
		 struct text *reason)
{
	const json_t *entry = json_object_get(record, "entry");
	const char *at = loop_word(entry, "clauses");
	const char *state = loop_word(entry, "state");
	struct text transformation = {0};
	bool good = true;

	*wanted = (struct wanted){.exchange = -1};
	while (*at && good) {
		size_t length = word_length(at);
		char *word = memory_print("%.*s", (int)length, at);

		good = take_word(wanted, word, &transformation, reason);
		free(word);
		at += length + (at[length] == ' ');
	}
	if (good && transformation.length)
		good = take_transformation(
			wanted, record, text_string(&transformation), reason);
	if (good && strcmp(state, "applied") != 0) {
		text_print(reason, "%s: %s", state, loop_word(entry, "why"));
		good = false;
	}
	text_free(&transformation);
	return good;
}

void wanted_free(struct wanted *wanted)
{
	free(wanted->schedule);
	free(wanted->threads);
}

int wanted_depth(const struct wanted *wanted)
{
	int depth = wanted->exchange >= 0 ? wanted->exchange + 2 : 0;

	depth = depth > wanted->tiles ? depth : wanted->tiles;
	return depth > wanted->reshape.collapse ? depth
						: wanted->reshape.collapse;
}

/* ---- what the compiler makes of it ---- */

/* Is it that of the clause, "schedule(nonmonotonic:dynamic,4)"? */
static bool has_schedule(const json_t *record, const char *clause)
{
	const json_t *schedule = json_object_get(record, "schedule");
	struct text end = {0};
	bool same;

	text_add(&end, loop_word(schedule, "kind"));
	if (json_is_integer(json_object_get(schedule, "chunk")))
		text_print(&end, ",%lld",
			   (long long)loop_integer(schedule, "chunk"));
	text_add(&end, ")");
	same = strlen(clause) > end.length &&
	       strcmp(clause + strlen(clause) - end.length,
		      text_string(&end)) == 0 &&
	       strstr(clause, loop_word(schedule, "modifier"));
	text_free(&end);
	return same;
}

bool wanted_is_there(const struct wanted *wanted, const json_t *record,
		     struct text *problem)
{
	if (wanted->schedule && !has_schedule(record, wanted->schedule))
		return fail(problem, "the schedule is another one");
	if (wanted->threads && loop_integer(record, "num_threads") !=
				       atoi(strchr(wanted->threads, '(') + 1))
		return fail(problem, "num_threads is another one");
	return true;
}
