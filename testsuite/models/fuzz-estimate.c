/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds changed records to the models, the way that a command goes: check,
 * convert, evaluate, estimate.
 *
 *	fuzz-estimate ROUNDS SEED FILE...
 *
 * A file has a record in each line; no rounds: they are tried as they are. A
 * change puts another expression or
 * number in some place, or drops or doubles an element; what the check of
 * records still lets pass goes on. Run under the sanitizers it shows what a
 * hostile record can do. With LIBFUZZER defined it is a target of libFuzzer,
 * which finds its own way: make fuzz-models.
 */
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "../../models/estimate.h"
#include "../../models/work.h"
#include "../random.h"
#include "base/text.h"
#include "record/convert.h"
#include "record/schema.h"

/* A record that keeps the processor longer than this has found something. */
#define MOST_SECONDS 10

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- changes --------------------------------------------------------------
 */

static json_t *random_number(void)
{
	static const json_int_t numbers[] = {
		0,	   1,	      -1,	2,	    3,
		7,	   8,	      -8,	32,	    64,
		1000,	   4096,      1000000,	1000000007, 1000000000000,
		INT32_MAX, INT64_MAX, INT64_MIN};

	return json_integer(random_below(3)
				    ? numbers[random_below(COUNT(numbers))]
				    : (json_int_t)random_below(100) - 20);
}

/* The name of a parameter or a counter. */
static json_t *random_name(json_t *record)
{
	static const char *const lists[] = {"params", "around", "nest"};
	json_t *list =
		json_object_get(record, lists[random_below(COUNT(lists))]);
	json_t *one = json_array_get(list, random_below(json_array_size(list)));
	json_t *name = json_object_get(one, "name");

	if (!name)
		name = json_object_get(one, "var");
	return json_is_string(name) ? json_deep_copy(name) : random_number();
}

static json_t *random_expression(json_t *record, int depth);

static json_t *random_operation(json_t *record, int depth)
{
	static const char *const names[] = {
		"+",   "+",  "*", "*",	"div",	"cdiv", "mod", "min",
		"max", "if", "&", "|",	"^",	">>",	"<",   "<=",
		"==",  "!=", ">", ">=", "iter", "at",	"clog"};
	const char *name = names[random_below(COUNT(names))];
	size_t operands = strcmp(name, "if") == 0 ? 3
			  : name[0] == '+'	  ? 2 + random_below(6)
						  : 2;
	json_t *list = json_array();

	json_array_append_new(list, json_string(name));
	if (strcmp(name, "iter") == 0) {
		json_array_append_new(list, random_name(record));
		return list;
	}
	if (strcmp(name, "at") == 0) {
		json_array_append_new(list, json_string("rp"));
		operands = 1;
	}
	while (operands-- > 0)
		json_array_append_new(list,
				      random_expression(record, depth - 1));
	return list;
}

static json_t *random_expression(json_t *record, int depth)
{
	switch (random_below(depth > 0 ? 5 : 3)) {
	case 0:
		return random_number();
	case 1:
	case 2:
		return random_below(20) ? random_name(record) : json_null();
	default:
		return random_operation(record, depth);
	}
}

static json_t *replacement(json_t *record, json_t *value)
{
	if (json_is_boolean(value))
		return json_boolean(random_below(2));
	if (json_is_integer(value) && random_below(2))
		return random_number();
	return random_expression(record, 4);
}

static void change_list(json_t *record, json_t *list)
{
	size_t index = random_below(json_array_size(list));
	json_t *value = json_array_get(list, index);

	switch (random_below(4)) {
	case 0:
		json_array_remove(list, index);
		break;
	case 1:
		json_array_insert_new(list, index, json_deep_copy(value));
		break;
	default:
		json_array_set_new(list, index, replacement(record, value));
	}
}

static void change_member(json_t *record, json_t *object)
{
	size_t left = random_below(json_object_size(object));
	void *at = json_object_iter(object);

	while (left-- > 0)
		at = json_object_iter_next(object, at);
	if (at && !json_is_string(json_object_iter_value(at)))
		json_object_iter_set_new(
			object, at,
			replacement(record, json_object_iter_value(at)));
}

/* Go down to some place; containers are less often changed themselves. */
static void change(json_t *record)
{
	json_t *here = record;

	for (;;) {
		json_t *next = NULL;

		if (json_is_array(here) && json_array_size(here) > 0)
			next = json_array_get(
				here, random_below(json_array_size(here)));
		if (json_is_object(here) && json_object_size(here) > 0) {
			size_t left = random_below(json_object_size(here));
			void *at = json_object_iter(here);

			while (left-- > 0)
				at = json_object_iter_next(here, at);
			next = json_object_iter_value(at);
		}
		if (!next)
			return;
		if (!json_is_object(next) && !json_is_array(next))
			break;
		if (json_is_array(next) && random_below(3) == 0) {
			here = next;
			break;
		}
		here = next;
	}
	if (json_is_array(here) && json_array_size(here) > 0)
		change_list(record, here);
	else if (json_is_object(here) && json_object_size(here) > 0)
		change_member(record, here);
}

/* What the loops and references are made of is changed most. */
static void mutate(json_t *record)
{
	static const char *const bounds[] = {"from", "step", "trip"};
	json_t *nest = json_object_get(record, "nest");
	size_t changes = 1 + random_below(4);

	while (changes-- > 0) {
		json_t *loop = json_array_get(
			nest, random_below(json_array_size(nest)));

		if (loop && random_below(2))
			json_object_set_new(loop, bounds[random_below(3)],
					    random_expression(record, 5));
		else
			change(record);
	}
}

/* ---- the way of a record --------------------------------------------------
 */

static void demand(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

static void check_work(const struct work *work)
{
	for (int i = 0; i < work->loop_count; i++) {
		demand(work->executions[i] >= 0, "executions");
		demand(work->trip[i] >= 0, "trip");
	}
	for (int i = 0; i < work->region_count; i++) {
		double length = 0;

		for (size_t j = 0; j < work->region[i].count; j++)
			length += work->region[i].pieces[j].length;
		demand(fabs(length - work->region[i].iterations) <=
			       1e-9 * length,
		       "pieces that are not all of a region");
	}
}

static void estimate_all(const struct nest *nest, const double *values)
{
	static const int threads[] = {1, 2, 9, 1024};
	static const double chunks[] = {1, 17, 1e6};
	struct machine machine;
	struct estimator *estimator;
	struct estimate estimate;

	machine_generic(&machine);
	if (estimator_new(nest, values, &machine, &estimator) != MODEL_OK)
		return;
	check_work(estimator_work(estimator));
	for (int kind = 0; kind < SCHEDULE_COUNT; kind++)
		for (size_t i = 0; i < COUNT(threads); i++) {
			struct schedule schedule = {(enum machine_schedule)kind,
						    chunks[i % 3], threads[i]};

			estimator_estimate(estimator, &schedule, &estimate);
		}
	estimator_free(estimator);
}

static void try_record(const json_t *record)
{
	static const double many[] = {0, 1, 100, -7, 1000, 7, 1e6, 33, 3, 1e12};
	struct text problem = {0};
	struct converted converted;
	const char *why;

	if (schema_check(record, &problem) &&
	    convert_record(record, &converted, &why)) {
		int count = converted.nest->symbol_count;
		double *values = calloc((size_t)count + 1, sizeof(*values));

		for (int round = 0; values && round < 3; round++) {
			for (int i = 0; i < count; i++)
				values[i] = round == 2 ? NAN
						       : many[random_below(10)];
			estimate_all(converted.nest, values);
		}
		for (int i = 0; i < converted.parameters; i++)
			convert_needs(&converted, i);
		free(values);
		convert_free(&converted);
	}
	text_free(&problem);
}

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
			       unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *record = json_loadb((const char *)data, size,
				    JSON_REJECT_DUPLICATES, NULL);

	random_state = 2385;
	if (json_is_object(record))
		try_record(record);
	json_decref(record);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
			       unsigned seed)
{
	json_t *record = json_loadb((const char *)data, size, 0, NULL);
	size_t length;

	random_state = seed * 2ull + 1;
	if (record) {
		mutate(record);
		length = json_dumpb(record, (char *)data, most, JSON_COMPACT);
		size = length <= most ? length : size;
	}
	json_decref(record);
	return size;
}

#else

static json_t *load(char **files, int count)
{
	json_t *records = json_array();
	char *line = NULL;
	size_t room = 0;

	for (int i = 0; i < count; i++) {
		FILE *file = fopen(files[i], "r");

		if (!file) {
			perror(files[i]);
			exit(1);
		}
		while (getline(&line, &room, file) > 0) {
			json_t *record = json_loads(line, 0, NULL);

			if (json_is_object(record))
				json_array_append(records, record);
			json_decref(record);
		}
		fclose(file);
	}
	free(line);
	return records;
}

/* The record that was tried last; printed when it brings the program down. */
static json_t *under_way;

static void tell(int signal)
{
	json_dumpf(under_way, stderr, JSON_COMPACT);
	fprintf(stderr, "\nsignal %d\n", signal);
	_exit(1);
}

int main(int argc, char **argv)
{
	static const struct itimerval limit = {.it_value = {MOST_SECONDS, 0}};
	static const struct itimerval none;
	json_t *records = load(argv + 3, argc - 3);
	size_t count = json_array_size(records);

	if (argc < 4 || count == 0)
		return 2;
	signal(SIGPROF, tell);
	signal(SIGABRT, tell);
	random_state = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (size_t i = 0; i < count && atol(argv[1]) == 0; i++)
		try_record(json_array_get(records, i));
	for (long i = 0; i < atol(argv[1]); i++) {
		under_way = json_deep_copy(
			json_array_get(records, random_below(count)));
		mutate(under_way);
		setitimer(ITIMER_PROF, &limit, NULL);
		try_record(under_way);
		setitimer(ITIMER_PROF, &none, NULL);
		json_decref(under_way);
	}
	json_decref(records);
	printf("%s records tried\n", argv[1]);
	return 0;
}

#endif
