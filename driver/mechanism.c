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

static const char *const names[] = {
	[METRIC_BARRIER] = "barrier", [METRIC_WAIT] = "wait",
	[METRIC_AWAIT] = "condition", [METRIC_EXCHANGE] = "ordered",
	[METRIC_SYNC] = "critical",   [METRIC_LOCK] = "lock",
	[METRIC_ATOMIC] = "atomic",
};

/* What stands within a body, and calls of POSIX threads. */
static const struct meaning {
	const char *word;
	enum metric_mechanism mechanism;
} kinds[] =
	{
		{"barrier", METRIC_BARRIER},  {"single", METRIC_BARRIER},
		{"critical", METRIC_SYNC},    {"atomic", METRIC_ATOMIC},
		{"ordered", METRIC_EXCHANGE}, {"lock", METRIC_LOCK},
		{"taskwait", METRIC_WAIT},    {"flush", METRIC_WAIT},
		{NULL, METRIC_COUNT},
},
  calls[] = {
	  {"pthread_barrier_wait", METRIC_BARRIER},
	  {"pthread_mutex_lock", METRIC_LOCK},
	  {"pthread_spin_lock", METRIC_LOCK},
	  {"pthread_rwlock_rdlock", METRIC_LOCK},
	  {"pthread_rwlock_wrlock", METRIC_LOCK},
	  {"pthread_cond_wait", METRIC_AWAIT},
	  {"pthread_cond_timedwait", METRIC_AWAIT},
	  {"pthread_join", METRIC_WAIT},
	  {NULL, METRIC_COUNT},
};

const char *mechanism_name(enum metric_mechanism mechanism)
{
	return names[mechanism];
}

static enum metric_mechanism find(const struct meaning *list, const char *word)
{
	while (list->word && strcmp(list->word, word) != 0)
		list++;
	return list->mechanism;
}

static const char *string_of(const json_t *thing, const char *key)
{
	const char *string = json_string_value(json_object_get(thing, key));

	return string ? string : "";
}

/*
 * Does the section follow the one before it, of the same kind and name, with
 * nothing in between? Records know lines only.
 */
static bool is_adjacent(const json_t *before, const json_t *section)
{
	json_int_t lines = loop_integer(before, "statements") + SECTION_LINES;
	json_int_t way =
		loop_integer(section, "line") - loop_integer(before, "line");

	return before && way >= 0 && way <= lines &&
	       strcmp(string_of(before, "kind"), string_of(section, "kind")) ==
		       0 &&
	       strcmp(string_of(before, "name"), string_of(section, "name")) ==
		       0;
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
	enum metric_mechanism mechanism =
		find(kinds, string_of(section, "kind"));
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

/* Of a mutex records do not hold the section: its entry is counted. */
static void count_call(const json_t *call, struct metric_program *program)
{
	enum metric_mechanism mechanism = find(calls, string_of(call, "name"));
	json_int_t count = loop_integer(call, "count");

	if (mechanism != METRIC_COUNT)
		program->amount[mechanism] += count > 0 ? (double)count : 1;
}

/* Threads wait for each other at the end of these, unless nowait. */
static bool ends_in_barrier(const json_t *record)
{
	const char *construct = string_of(record, "construct");

	return !loop_true(record, "nowait") &&
	       (strstr(construct, "parallel") ||
		strstr(construct, "sections") ||
		strncmp(construct, "for", 3) == 0);
}

void mechanism_count(const json_t *record, struct metric_program *program)
{
	const json_t *sync = json_object_get(record, "sync");
	const json_t *list = json_object_get(record, "calls");

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
	for (size_t i = 0; i < json_array_size(list); i++)
		count_call(json_array_get(list, i), program);
}
