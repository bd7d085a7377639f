/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the clocks saw, in a prediction: a loop whose bound is no parameter
 * runs as often as it did.
 */
#include <math.h>
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
#include "run/samples.h"

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
	char copy[4000];
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

/*
 * Two processes: of .1, .2, .3 and of .4 the mean is .25, and the variance
 * .05 / 3; the one that was forked tried nothing.
 */
static const char samples_text[] =
	"[{'id':'f#1','file':'f.c','calls':9,'wall':9,'trial':{'state':'racing'"
	","
	"'why':null,'under_way':null,'candidates':[{'clauses':'as-written'},"
	"{'clauses':'schedule(dynamic,4)','why':null,'calls':9,'counted':6,"
	"'difference':{'count':3,'mean':0.2,'variance':0.01,'half':0.1},"
	"'next':null,'dropped':0}]}},"
	"{'id':'f#1','file':'f.c','calls':9,'wall':9,'trial':{'state':'settled'"
	","
	"'why':null,'under_way':1,'candidates':[{'clauses':'as-written'},"
	"{'clauses':'schedule(dynamic,4)','why':null,'calls':2,'counted':1,"
	"'difference':{'count':1,'mean':0.4,'variance':-1,'half':null},"
	"'next':null,'dropped':7}]}},"
	"{'id':'f#1','file':'f.c','calls':9,'wall':9,'trial':{'state':'off',"
	"'why':'the process is a child of a fork','candidates':["
	"{'clauses':'as-written'},{'clauses':'schedule(static,8)',"
	"'why':'the loop is ordered'}]}},"
	"{'id':'f#2','file':'f.c','calls':9,'wall':9,'trial':{'state':'none',"
	"'why':'it has nowait','candidates':[]}},"
	"{'id':'f#3','file':'f.c','calls':9,'wall':9}]";

static void samples_are_put_together(void **state)
{
	json_t *loops = read_json(samples_text);
	json_t *records[] = {read_json("{'id':'f#1','file':'f.c'}"),
			     read_json("{'id':'f#2','file':'f.c'}"),
			     read_json("{'id':'f#3','file':'f.c'}")};
	struct samples samples;
	const char *why;

	(void)state;
	assert_non_null(loops);
	assert_true(samples_tried(loops, records[0], &why));
	assert_false(samples_tried(loops, records[1], &why));
	assert_string_equal(why, "it has nowait");
	assert_false(samples_tried(loops, records[2], &why));
	assert_string_equal(why, "its clock says nothing of them");
	assert_true(samples_read(loops, records[0], "schedule(dynamic,4)",
				 &samples));
	assert_true(samples.calls == 11 && samples.counted == 7);
	assert_true(samples.difference.count == 4);
	assert_true(fabs(samples.difference.mean - .25) < 1e-12);
	assert_true(fabs(samples.difference.error - sqrt(.05 / 3 / 4)) < 1e-12);
	assert_true(samples.next.count == 0 && samples.dropped);
	assert_false(samples_read(loops, records[0], "schedule(static,8)",
				  &samples));
	assert_false(
		samples_read(loops, records[0], "schedule(auto)", &samples));
	assert_string_equal(samples_under_way(loops, records[0]),
			    "schedule(dynamic,4)");
	assert_null(samples_under_way(loops, records[1]));
	for (int i = 0; i < 3; i++)
		json_decref(records[i]);
	json_decref(loops);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iterations_are_counted),
		cmocka_unit_test(unknown_bounds_are_those_seen),
		cmocka_unit_test(known_bounds_stay),
		cmocka_unit_test(samples_are_put_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
