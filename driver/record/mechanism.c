/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From a record to the mechanisms of synchronisation that stand in it: the
 * table of podium-metric(1).
 */
#include "mechanism.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "loop.h"

/* Lines that a section may take beside its statements: pragma and braces. */
#define SECTION_LINES 3

/* What stands within a body, of OpenMP and of POSIX threads. */
static const struct {
	const char *word;
	enum metric_mechanism mechanism;
} kinds[] = {
	{"barrier", METRIC_BARRIER},  {"single", METRIC_BARRIER},
	{"parallel", METRIC_BARRIER}, {"critical", METRIC_SYNC},
	{"atomic", METRIC_ATOMIC},    {"ordered", METRIC_EXCHANGE},
	{"lock", METRIC_LOCK},	      {"taskwait", METRIC_WAIT},
	{"flush", METRIC_WAIT},	      {"join", METRIC_WAIT},
	{"condition", METRIC_AWAIT},  {NULL, METRIC_COUNT},
};

static enum metric_mechanism find(const char *word)
{
	int i = 0;

	while (kinds[i].word && strcmp(kinds[i].word, word) != 0)
		i++;
	return kinds[i].mechanism;
}

/* Locks without a name may be several, critical sections are one. */
static bool is_same(const json_t *before, const json_t *section)
{
	const char *kind = loop_word(section, "kind");
	const char *name = loop_word(section, "name");

	return strcmp(loop_word(before, "kind"), kind) == 0 &&
	       strcmp(loop_word(before, "name"), name) == 0 &&
	       (*name || strcmp(kind, "critical") == 0);
}

/*
 * Does the section follow the same one, with nothing in between? Records know
 * lines only.
 */
static bool is_adjacent(const json_t *before, const json_t *section)
{
	json_int_t lines = loop_integer(before, "statements") + SECTION_LINES;
	json_int_t way =
		loop_integer(section, "line") - loop_integer(before, "line");

	return before && way >= 0 && way <= lines && is_same(before, section);
}

/* A section that is not merged with the one before is entered. */
static double size_of(const json_t *before, const json_t *section)
{
	double statements = loop_integer(section, "statements");

	return statements + (is_adjacent(before, section) ? 0 : 1);
}

static void count_section(const json_t *before, const json_t *section,
			  struct metric_program *program)
{
	enum metric_mechanism mechanism = find(loop_word(section, "kind"));
	double amount = 1;

	if (mechanism == METRIC_COUNT)
		return;
	if (mechanism == METRIC_SYNC || mechanism == METRIC_LOCK)
		amount = size_of(before, section);
	/* ordered depend(sink) and (source): two for one hand-over */
	if (mechanism == METRIC_EXCHANGE &&
	    loop_integer(section, "statements") == 0)
		amount = .5;
	program->amount[mechanism] += amount;
}

/* Threads wait for each other at the end of these, unless nowait. */
static bool ends_in_barrier(const json_t *record)
{
	const char *construct = loop_word(record, "construct");

	return !loop_true(record, "nowait") &&
	       (strstr(construct, "parallel") ||
		strstr(construct, "sections") ||
		strncmp(construct, "for", 3) == 0);
}

void mechanism_count(const json_t *record, struct metric_program *program)
{
	const json_t *sync = json_object_get(record, "sync");

	*program = (struct metric_program){
		.statements = loop_integer(record, "statements"),
		.conditional = loop_integer(record, "conditional_statements"),
	};
	if (program->conditional > program->statements)
		program->conditional = program->statements;
	program->amount[METRIC_BARRIER] = ends_in_barrier(record);
	for (size_t i = 0; i < json_array_size(sync); i++)
		count_section(i > 0 ? json_array_get(sync, i - 1) : NULL,
			      json_array_get(sync, i), program);
}
