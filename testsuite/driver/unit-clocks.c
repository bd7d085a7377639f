/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the clocks saw, in a prediction: a loop whose bound is no parameter
 * runs as often as it did.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "models/machine.h"
#include "rank/prediction.h"
#include "run/clocks.h"

#define OPS "{'certain':{'store.f64':1},'conditional':{}}"

/* for (i = 0; i < TRIP; i++) x[i] = 1 */
static const char record_text[] =
	"{'id':'f#1','file':'f.c','function':'f','schedule':{'kind':null,"
	"'chunk':null,'modifier':null},'num_threads':null,'analysed':true,"
	"'around':[],'nest':[{'var':'i','parent':null,'depth':0,'omp':0,"
	"'from':0,'while':'<','to':%s,'step':1,'trip':%s,"
	"'early_exit':false,'conditional':false,'ops':" OPS ",'chain':{}}],"
	"'ops':" OPS ",'refs':[{'base':'x','type':'f64','size':8,"
	"'write':true,'count':1,'loop':0,'strides':[8],'strides_around':[],"
	"'offset':0,'extent':null,'indirect':null,'conditional':false,"
	"'protected':null,'private':false}],'code':[],"
	"'params':[{'name':'n','kind':'call','type':'i32','is':null}]}";

static const char clocks_text[] =
	"[{'id':'f#1','file':'f.c','calls':2,'wall':9,'why':null,'values':["
	"{'name':'0','kind':'begin','sum':2,'count':2},"
	"{'name':'0','kind':'end','sum':18,'count':2},"
	"{'name':'0','kind':'step','sum':4,'count':2}]}]";

/* JSON with the other quotation marks. */
static json_t *read_json(const char *text)
{
	char copy[2000];
	size_t i = 0;

	for (; text[i]; i++)
		copy[i] = (char)(text[i] == '\'' ? '"' : text[i]);
	copy[i] = '\0';
	return json_loads(copy, 0, NULL);
}

static json_t *record_with(const char *trip)
{
	char text[2000];

	snprintf(text, sizeof(text), record_text, trip, trip);
	return read_json(text);
}

static void iterations_are_counted(void **state)
{
	json_t *clocks = read_json(clocks_text), *record = record_with("null");
	double iterations = 0;

	(void)state;
	/* from 1 to 9 by 2 */
	assert_true(clocks_iterations(clocks, record, 0, &iterations));
	assert_true(iterations == 4);
	assert_false(clocks_iterations(clocks, record, 1, &iterations));
	json_decref(clocks);
	json_decref(record);
}

/* The iterations of the loop, if it ran 4 times as far as anyone knows. */
static double counted(const char *trip, double n, bool *misses)
{
	json_t *record = record_with(trip);
	const char *why = NULL;
	struct prediction *prediction;
	struct machine machine;
	double iterations;

	machine_generic(&machine);
	prediction = prediction_new(record, &machine, &why);
	assert_non_null(prediction);
	if (n > 0)
		assert_true(prediction_set(prediction, "n", n));
	prediction_count(prediction, 0, 4);
	*misses = prediction_misses(prediction, 0);
	iterations = prediction_iterations(prediction);
	prediction_free(prediction);
	json_decref(record);
	return iterations;
}

static void unknown_bounds_are_those_seen(void **state)
{
	bool misses;

	(void)state;
	assert_true(counted("'n'", 0, &misses) == 4);
	assert_false(misses);
	assert_true(counted("null", 0, &misses) == 4);
	assert_true(counted("['at','n',8]", 0, &misses) == 4);
	assert_true(counted("['+','n',1]", 0, &misses) == 4);
	assert_false(misses);
}

static void known_bounds_stay(void **state)
{
	bool misses;

	(void)state;
	assert_true(counted("'n'", 7, &misses) == 7);
	assert_true(counted("['+','n',1]", 7, &misses) == 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iterations_are_counted),
		cmocka_unit_test(unknown_bounds_are_those_seen),
		cmocka_unit_test(known_bounds_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
