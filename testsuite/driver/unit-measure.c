/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the programs of calibration/ say: which lines are taken, and what
 * machine they make.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "calibrate/outcome.h"
#include "calibrate/measure.h"
#include "machine/topology.h"

#define CHECKS "clock .5 0\ncheck.a .5 0\ncheck.b .5 0\ncheck.load 1 0\n"

static const int threads[] = {1, 2, 4};

static struct topology topology = {
	.cpu = "A CPU",
	.cores = 4,
	.usable = 4,
	.cache = {{49152, 12, 1}, {2097152, 16, 1}, {31457280, 15, 4}},
	.line = 64,
	.page = 4096,
};

static struct measure empty(void)
{
	struct measure measure = {.topology = &topology,
				  .threads = threads,
				  .thread_count = 3,
				  .vector_bytes = 64};

	return measure;
}

static void lines_are_checked(void **state)
{
	static const char *const bad[] = {
		"",
		"load 1 0\n",  /* no clock before */
		"clock 0 0\n", /* it must go */
		"clock -1 0\nload 1 0\n",
		"clock 1 0\nload 1\n",
		"clock 1 0\nload 1 0", /* no end of line */
		"clock 1 0\nload 1 0 0\n",
		"clock 1 0\nload x 0\n",
		"clock 1 0\nload nan 0\n",
		"clock 1 0\nload 1 inf\n",
		"clock 1 0\n\n",
		"clock 1 0\nload 1e999 0\n",
		"clock 1 0\nA-name-that-is-longer-than-any-that-the-programs-"
		"have 1 0\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct measure measure = empty();

		assert_false(measure_take(&measure, MEASURE_MEMORY, bad[i]));
		measure_free(&measure);
	}
}

static void passes_are_kept(void **state)
{
	struct measure measure = empty();
	const struct measured *load;

	(void)state;
	assert_true(measure_take(&measure, MEASURE_OPERATIONS,
				 "clock 1 0\nload 3 .1\n"));
	assert_true(measure_take(&measure, MEASURE_OPERATIONS,
				 "clock .5 0\nload 2 .1\n"));
	assert_true(measure_take(&measure, MEASURE_OPERATIONS,
				 "clock 2 0\nload 10 .1\n"));
	load = measure_find(&measure, "load");
	assert_non_null(load);
	assert_int_equal(load->count, 3);
	/* 3, 4 and 5 cycles */
	assert_float_equal(measured_cycles(load), 4, 1e-12);
	assert_float_equal(measured_nanoseconds(load), 3, 1e-12);
	assert_float_equal(measured_noise(load), .5, 1e-12);
	assert_null(measure_find(&measure, "clock"));
	assert_non_null(measure_find(&measure, "operations clock"));
	measure_free(&measure);
}

/* The least and the greatest of four count for nothing. */
static void outliers_are_left_out(void **state)
{
	static const char *const lines[] = {
		"clock 1 0\nsend 4 0\n", "clock 1 0\nsend 100 0\n",
		"clock 1 0\nsend 1 0\n", "clock 1 0\nsend 8 0\n"};
	struct measure measure = empty();

	(void)state;
	for (int i = 0; i < 4; i++)
		assert_true(measure_take(&measure, MEASURE_THREADS, lines[i]));
	assert_float_equal(measured_cycles(measure_find(&measure, "send")), 6,
			   1e-12);
	measure_free(&measure);
}

static void too_many_passes(void **state)
{
	struct measure measure = empty();

	(void)state;
	for (int i = 0; i < MEASURE_PASSES; i++)
		assert_true(
			measure_take(&measure, MEASURE_THREADS, "clock 1 0\n"));
	assert_false(measure_take(&measure, MEASURE_THREADS, "clock 1 0\n"));
	measure_free(&measure);
}

static bool is_weak(const struct outcome *calibrated, const char *field)
{
	for (size_t i = 0; i < json_array_size(calibrated->weak); i++) {
		const json_t *entry = json_array_get(calibrated->weak, i);

		if (strcmp(json_string_value(json_object_get(entry, "field")),
			   field) == 0)
			return true;
	}
	return false;
}

/* Two passes of the same; a cycle is half a nanosecond. */
static void a_machine_is_made(void **state)
{
	static const char lines[] =
		CHECKS "operation.mul.f64.latency 2.385 0\nin_flight 222 0\n"
		       "operation.sqrt.f64.vector 7 0\n"
		       "transfer.one.L3.far 4 0\ntransfer.all.L3.far -4 0\n"
		       "time_stamp -1 0\nstore 0 0\nsend 1e300 0\n"
		       "barrier@1 5 0\nbarrier@2 -3 0\nbarrier@4 20 0\n"
		       "c_w@4 3 0\nr.L1 1.5 0\n";
	struct measure measure = empty();
	struct outcome calibrated;
	struct machine generic, *machine = &calibrated.machine;
	struct text why = {0};

	(void)state;
	machine_generic(&generic);
	for (int pass = 0; pass < 2; pass++)
		assert_true(measure_take(&measure, MEASURE_OPERATIONS, lines));
	outcome_take(&calibrated, &measure);
	assert_true(machine_is_sound(machine));
	assert_float_equal(machine->ghz, 2, 1e-12);
	assert_int_equal(machine->cores, 4);
	assert_int_equal(machine->vector_bytes, 64);
	assert_float_equal(machine->cache[2].ways, 15, 0);
	assert_float_equal(machine->operation[OPERATION_MUL][TYPE_F64].latency,
			   4.77, 1e-12);
	assert_float_equal(machine->in_flight, 222, 0);
	/* integers take the roots of doubles */
	assert_float_equal(machine->operation[OPERATION_SQRT][TYPE_I32].vector,
			   14, 1e-12);
	/* what came out as nothing, or beyond reason */
	assert_float_equal(machine->time_stamp, generic.time_stamp, 0);
	assert_float_equal(machine->store, generic.store, 0);
	assert_float_equal(machine->send, generic.send, 0);
	assert_true(is_weak(&calibrated, "time_stamp"));
	assert_true(is_weak(&calibrated, "store"));
	assert_true(is_weak(&calibrated, "send"));
	assert_false(is_weak(&calibrated, "in_flight"));
	assert_false(is_weak(&calibrated, "cores"));
	/* what one core takes stands in for all */
	assert_float_equal(machine->transfer[1][LEVEL_L3][STRIDE_FAR], 8, 0);
	assert_true(is_weak(&calibrated, "transfer.all.L3.far"));
	/* the point below zero is left out */
	assert_int_equal(machine->barrier.count, 2);
	assert_float_equal(machine_at(&machine->barrier, 4), 40, 1e-12);
	assert_float_equal(machine_at(&machine->barrier, 2), 20, 1e-12);
	assert_float_equal(machine_at(&machine->region, 2),
			   machine_at(&generic.region, 2), 0);
	assert_true(is_weak(&calibrated, "region"));
	assert_false(outcome_is_doubtful(&calibrated, &why));
	outcome_free(&calibrated);
	measure_free(&measure);
	text_free(&why);
}

static void noise_is_told(void **state)
{
	struct measure measure = empty();
	struct outcome calibrated;

	(void)state;
	assert_true(measure_take(&measure, MEASURE_OPERATIONS,
				 CHECKS "migration 5 0\nload .1 0\n"));
	assert_true(measure_take(&measure, MEASURE_OPERATIONS,
				 CHECKS "migration 20 0\nload .3 0\n"));
	outcome_take(&calibrated, &measure);
	assert_true(is_weak(&calibrated, "migration"));
	assert_false(is_weak(&calibrated, "cores"));
	/* of less than half a cycle */
	assert_false(is_weak(&calibrated, "load"));
	outcome_free(&calibrated);
	measure_free(&measure);
}

static bool cores_are_weak(const char *lines)
{
	struct measure measure = empty();
	struct outcome calibrated;
	bool weak;

	assert_true(measure_take(&measure, MEASURE_THREADS, lines));
	outcome_take(&calibrated, &measure);
	weak = is_weak(&calibrated, "cores");
	outcome_free(&calibrated);
	measure_free(&measure);
	return weak;
}

/* Lines that move in a cycle are no proof: some caches are that near. */
static void halves_are_told(void **state)
{
	(void)state;
	assert_true(cores_are_weak(CHECKS "busy@1 4 0\nbusy@2 7.5 0\n"));
	assert_false(cores_are_weak(CHECKS
				    "busy@1 4 0\nbusy@2 4.4 0\nmigration 1 "
				    "0\n"));
	assert_false(cores_are_weak(CHECKS "busy@1 4 0\n"));
}

static void doubt_has_reasons(void **state)
{
	static const struct {
		const char *lines, *why;
	} rows[] = {
		{"clock 1 0\ncheck.a 1 0\ncheck.b 1.06 0\ncheck.load 1 0\n"
		 "load 1 0\n",
		 "differs by 6 %"},
		{"clock 1 0\ncheck.a 1 0\ncheck.b 1 0\ncheck.load 1.6 0\n"
		 "load 1 0\n",
		 "take 60 % longer"},
		{CHECKS, "100 % of the results"}, /* there are none */
	};
	struct measure measure;
	struct outcome calibrated;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text why = {0};

		measure = empty();
		assert_true(
			measure_take(&measure, MEASURE_MEMORY, rows[i].lines));
		outcome_take(&calibrated, &measure);
		assert_true(outcome_is_doubtful(&calibrated, &why));
		assert_non_null(strstr(text_string(&why), rows[i].why));
		outcome_free(&calibrated);
		measure_free(&measure);
		text_free(&why);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_checked),
		cmocka_unit_test(passes_are_kept),
		cmocka_unit_test(outliers_are_left_out),
		cmocka_unit_test(too_many_passes),
		cmocka_unit_test(a_machine_is_made),
		cmocka_unit_test(noise_is_told),
		cmocka_unit_test(halves_are_told),
		cmocka_unit_test(doubt_has_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
