# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs of the driver's tests, each with the modules that it needs.

driver_test_flags = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(LIBELF_CFLAGS)
driver_test_libraries = $(JANSSON_LIBS) $(LIBELF_LIBS)
driver_expression = driver/expression.c driver/memory.c driver/text.c
driver_schema = driver/schema.c $(driver_expression)
driver_records = driver/archive.c driver/records.c $(driver_schema)
driver_profile = driver/digest.c driver/field.c driver/file.c \
	driver/machine.c driver/memory.c driver/message.c driver/path.c driver/profile.c \
	driver/text.c driver/topology.c

driver_compare = driver/bytes.c driver/clock.c driver/compare.c \
	driver/freed.c driver/label.c driver/lines.c driver/loose.c \
	driver/memory.c driver/spread.c driver/text.c driver/token.c \
	driver/word.c
driver_calibrate = driver/archive.c driver/calibrated.c driver/convert.c \
	driver/data.c driver/expression.c driver/fits.c driver/loop.c \
	driver/measure.c driver/mechanism.c driver/pattern.c driver/process.c \
	driver/records.c driver/schema.c driver/scratch.c driver/summary.c \
	driver/table.c driver/terminal.c driver/weigh.c $(driver_profile)

check_PROGRAMS += \
	testsuite/driver/compared \
	testsuite/driver/fuzz-inputs \
	testsuite/driver/fuzz-records \
	testsuite/driver/record-keys

# Outputs of programs, and whether variants may print them. What is in
# testsuite/outputs is data alone: make dist takes the folder as it is.
UNIT_TESTS += testsuite/driver/compared
testsuite_files += testsuite/outputs

testsuite_driver_compared_SOURCES = testsuite/driver/compared.c \
	$(driver_compare)
testsuite_driver_compared_CFLAGS = $(AM_CFLAGS)
testsuite_driver_compared_LDADD = -lm

# make fuzz-inputs is the same with libFuzzer.
fuzz_inputs = testsuite/driver/fuzz-inputs.c testsuite/random.h \
	driver/constraint.c driver/csv.c \
	driver/flag.c driver/detail.c driver/space.c driver/suggest.c driver/tuned.c \
	$(driver_calibrate)
testsuite_driver_fuzz_inputs_SOURCES = $(fuzz_inputs)
testsuite_driver_fuzz_inputs_CFLAGS = $(driver_test_flags) $(HWLOC_CFLAGS) \
	$(YAML_CFLAGS)
testsuite_driver_fuzz_inputs_LDADD = libpodium-models.a \
	$(driver_test_libraries) $(GSL_LIBS) $(HWLOC_LIBS) $(YAML_LIBS)

testsuite_driver_fuzz_records_SOURCES = testsuite/driver/fuzz-records.c \
	testsuite/random.h driver/detail.c driver/digest.c driver/file.c driver/loop.c driver/overview.c driver/path.c \
	driver/table.c driver/terminal.c $(driver_records)
testsuite_driver_fuzz_records_CFLAGS = $(driver_test_flags)
testsuite_driver_fuzz_records_LDADD = $(driver_test_libraries)

testsuite_driver_record_keys_SOURCES = testsuite/driver/record-keys.c \
	$(driver_schema)
testsuite_driver_record_keys_CFLAGS = $(driver_test_flags)
testsuite_driver_record_keys_LDADD = $(driver_test_libraries)

EXTRA_DIST += \
	testsuite/driver/truth.c \
	testsuite/driver/sample.csv \
	testsuite/driver/sample.detail \
	testsuite/driver/sample.json \
	testsuite/driver/sample.profile \
	testsuite/driver/sample.space \
	testsuite/driver/sample.table \
	testsuite/driver/sample.tuned \
	testsuite/driver/tap.sh \
	testsuite/driver/tuning.bash

# Compiles with the plugin.
PLUGIN_TESTS += \
	testsuite/driver/bench-truth.sh \
	testsuite/driver/replays.sh \
	testsuite/driver/reproduce.sh \
	testsuite/driver/reproduce-quick.sh \
	testsuite/driver/reproduce-time.sh

if HAVE_CMOCKA
driver_units = \
	testsuite/driver/unit-clocked \
	testsuite/driver/unit-compare \
	testsuite/driver/unit-csv \
	testsuite/driver/unit-expression \
	testsuite/driver/unit-measure \
	testsuite/driver/unit-past \
	testsuite/driver/unit-pieces \
	testsuite/driver/unit-profile \
	testsuite/driver/unit-records \
	testsuite/driver/unit-space \
	testsuite/driver/unit-trial \
	testsuite/driver/unit-tune

check_PROGRAMS += $(driver_units)
UNIT_TESTS += $(driver_units)

driver_unit_flags = $(driver_test_flags) $(CMOCKA_CFLAGS)
driver_unit_libraries = $(driver_test_libraries) $(CMOCKA_LIBS)

testsuite_driver_unit_compare_SOURCES = testsuite/driver/unit-compare.c \
	$(driver_compare)
testsuite_driver_unit_compare_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_compare_LDADD = $(driver_unit_libraries) -lm

testsuite_driver_unit_csv_SOURCES = testsuite/driver/unit-csv.c \
	driver/csv.c driver/memory.c driver/text.c
testsuite_driver_unit_csv_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_csv_LDADD = $(driver_unit_libraries)

testsuite_driver_unit_expression_SOURCES = \
	testsuite/driver/unit-expression.c $(driver_expression)
testsuite_driver_unit_expression_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_expression_LDADD = $(driver_unit_libraries)

testsuite_driver_unit_measure_SOURCES = testsuite/driver/unit-measure.c \
	$(driver_calibrate)
testsuite_driver_unit_measure_CFLAGS = $(driver_unit_flags) $(HWLOC_CFLAGS)
testsuite_driver_unit_measure_LDADD = libpodium-models.a \
	$(driver_unit_libraries) $(GSL_LIBS) $(HWLOC_LIBS)

testsuite_driver_unit_past_SOURCES = testsuite/driver/unit-past.c \
	driver/base.c driver/past.c $(driver_profile)
testsuite_driver_unit_past_CFLAGS = $(driver_unit_flags) $(HWLOC_CFLAGS) \
	$(SQLITE_CFLAGS)
testsuite_driver_unit_past_LDADD = libpodium-models.a \
	$(driver_unit_libraries) $(GSL_LIBS) $(HWLOC_LIBS) $(SQLITE_LIBS)

testsuite_driver_unit_pieces_SOURCES = testsuite/driver/unit-pieces.c \
	driver/compiler.c driver/digest.c driver/expression.c driver/loop.c \
	driver/letters.c driver/machine.c driver/memory.c driver/path.c \
	driver/process.c driver/selection.c driver/suggest.c \
	driver/table.c driver/terminal.c driver/text.c
testsuite_driver_unit_pieces_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_pieces_LDADD = $(driver_unit_libraries)

testsuite_driver_unit_profile_SOURCES = testsuite/driver/unit-profile.c \
	$(driver_profile)
testsuite_driver_unit_profile_CFLAGS = $(driver_unit_flags) $(HWLOC_CFLAGS)
testsuite_driver_unit_profile_LDADD = libpodium-models.a \
	$(driver_unit_libraries) $(HWLOC_LIBS) -lm

testsuite_driver_unit_records_SOURCES = testsuite/driver/unit-records.c \
	driver/convert.c $(driver_records)
testsuite_driver_unit_records_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_records_LDADD = libpodium-models.a \
	$(driver_unit_libraries) -lm

# The trials with a fake in the place of session.c.
# No test; see tools/bench-trials.
check_PROGRAMS += testsuite/driver/bench-trials
testsuite_driver_bench_trials_SOURCES = testsuite/driver/bench-trials.c \
	testsuite/drift.c testsuite/drift.h driver/archive.c driver/compiler.c \
	driver/csv.c driver/data.c driver/field.c driver/list.c \
	driver/machine.c driver/predicted.c driver/process.c driver/profile.c \
	driver/recorded.c driver/records.c driver/scratch.c driver/source.c \
	driver/topology.c $(driver_trials)
testsuite_driver_bench_trials_CFLAGS = $(driver_test_flags) $(HWLOC_CFLAGS)
testsuite_driver_bench_trials_LDADD = libpodium-models.a \
	$(driver_test_libraries) $(GSL_LIBS) $(HWLOC_LIBS) -lm

driver_trials = testsuite/driver/fake.c testsuite/driver/fake.h \
	driver/clocked.c driver/convert.c driver/digest.c driver/explore.c \
	driver/file.c driver/hot.c driver/letters.c driver/loop.c \
	driver/message.c driver/original.c driver/path.c driver/prediction.c \
	driver/proof.c driver/round.c driver/search.c driver/selection.c \
	driver/trial.c driver/tuned.c driver/variants.c $(driver_schema)
testsuite_driver_unit_trial_SOURCES = testsuite/driver/unit-trial.c \
	$(driver_trials)
testsuite_driver_unit_trial_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_trial_LDADD = libpodium-models.a \
	$(driver_unit_libraries) $(GSL_LIBS) -lm

testsuite_driver_unit_clocked_SOURCES = testsuite/driver/unit-clocked.c \
	$(driver_trials)
testsuite_driver_unit_clocked_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_clocked_LDADD = libpodium-models.a \
	$(driver_unit_libraries) $(GSL_LIBS) -lm

testsuite_driver_unit_tune_SOURCES = testsuite/driver/unit-tune.c \
	$(driver_compare) driver/compiler.c driver/digest.c driver/file.c \
	driver/launch.c driver/letters.c driver/path.c \
	driver/process.c driver/scratch.c driver/step.c
testsuite_driver_unit_tune_CFLAGS = $(driver_unit_flags)
testsuite_driver_unit_tune_LDADD = $(driver_unit_libraries) -lm

testsuite_driver_unit_space_SOURCES = testsuite/driver/unit-space.c \
	driver/constraint.c driver/flag.c driver/memory.c driver/space.c driver/suggest.c \
	driver/text.c
testsuite_driver_unit_space_CFLAGS = $(driver_unit_flags) $(YAML_CFLAGS)
testsuite_driver_unit_space_LDADD = $(driver_unit_libraries) $(YAML_LIBS)
endif

DRIVER_TESTS += testsuite/driver/builds.sh testsuite/driver/faults.sh \
	testsuite/driver/hostile.sh \
	testsuite/driver/history.sh \
	testsuite/driver/killed.sh \
	testsuite/driver/runs.sh testsuite/driver/tune-space.sh
