# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs of the driver's tests.

check_PROGRAMS += \
	testsuite/driver/clock.so \
	testsuite/driver/compared \
	testsuite/driver/fuzz-inputs \
	testsuite/driver/fuzz-records \
	testsuite/driver/record-keys

# Loaded before podium, as the runtime is before programs.
testsuite_driver_clock_so_SOURCES = testsuite/driver/clock.c \
	testsuite/driver/spend.h
testsuite_driver_clock_so_CFLAGS = $(runtime_cflags) -fvisibility=default
testsuite_driver_clock_so_LDFLAGS = $(AM_LDFLAGS) -shared
testsuite_driver_clock_so_LDADD = -ldl

# Outputs of programs, and whether variants may print them. What is in
# testsuite/outputs is data alone: make dist takes the folder as it is.
UNIT_TESTS += testsuite/driver/compared
testsuite_files += testsuite/outputs

EXTRA_DIST += \
	testsuite/random.h \
	testsuite/driver/empty.sql \
	testsuite/driver/has.h \
	testsuite/driver/truth.c \
	testsuite/driver/sample.csv \
	testsuite/driver/sample.detail \
	testsuite/driver/sample.json \
	testsuite/driver/sample.profile \
	testsuite/driver/sample.space \
	testsuite/driver/sample.table \
	testsuite/driver/sample.tuned \
	testsuite/driver/team.h \
	testsuite/driver/tuning.bash

# Compiles with the plugin.
PLUGIN_TESTS += \
	testsuite/driver/patch.sh \
	testsuite/driver/prove.sh \
	testsuite/driver/check.sh \
	testsuite/driver/replays.sh \
	testsuite/driver/reproduce.sh

LONG_PLUGIN_TESTS += \
	testsuite/driver/cross.sh \
	testsuite/driver/reproduce-quick.sh \
	testsuite/driver/reproduce-time.sh

if HAVE_CMOCKA
driver_units = \
	testsuite/driver/unit-align \
	testsuite/driver/unit-clocks \
	testsuite/driver/unit-compare \
	testsuite/driver/unit-csv \
	testsuite/driver/unit-expression \
	testsuite/driver/unit-inputs \
	testsuite/driver/unit-measure \
	testsuite/driver/unit-pieces \
	testsuite/driver/unit-profile \
	testsuite/driver/unit-records \
	testsuite/driver/unit-space \
	testsuite/driver/unit-thread \
	testsuite/driver/unit-token \
	testsuite/driver/unit-trial \
	testsuite/driver/unit-trust \
	testsuite/driver/unit-tune

check_PROGRAMS += $(driver_units)
UNIT_TESTS += $(driver_units)

# With a fake in the place of what builds and runs in driver/tune.
fake = testsuite/driver/fake.c testsuite/driver/fake.h \
	testsuite/driver/turns.c testsuite/driver/turns.h \
	testsuite/drift.c testsuite/drift.h runtime/rounds.c runtime/trial.c
testsuite_driver_unit_clocks_SOURCES = testsuite/driver/unit-clocks.c $(fake)
testsuite_driver_unit_inputs_SOURCES = testsuite/driver/unit-inputs.c $(fake)
testsuite_driver_unit_trial_SOURCES = testsuite/driver/unit-trial.c $(fake)

# No test; see tools/bench-trials.
check_PROGRAMS += testsuite/driver/bench-trials
testsuite_driver_bench_trials_SOURCES = testsuite/driver/bench-trials.c \
	$(fake)

endif

# What takes long comes first.
DRIVER_TESTS += \
	testsuite/driver/tune.sh \
	testsuite/driver/runs.sh \
	testsuite/driver/report.sh \
	testsuite/driver/features.sh \
	testsuite/driver/sources.sh \
	testsuite/driver/cflags.sh \
	testsuite/driver/completion.sh \
	testsuite/driver/exec.sh \
	testsuite/driver/doctor.sh \
	testsuite/driver/fuzz-inputs.sh \
	testsuite/driver/fuzz.sh \
	testsuite/driver/hostile.sh \
	testsuite/driver/libgomp.sh \
	testsuite/driver/metric.sh \
	testsuite/driver/namesakes.sh \
	testsuite/driver/overhead.sh \
	testsuite/driver/plugin.sh \
	testsuite/driver/rank.sh \
	testsuite/driver/scaling.sh \
	testsuite/driver/significance.sh

LONG_DRIVER_TESTS += \
	testsuite/driver/inputs.sh \
	testsuite/driver/lock.sh \
	testsuite/driver/within.sh \
	testsuite/driver/tune-loops.sh \
	testsuite/driver/tune-gain.sh \
	testsuite/driver/tune-wrong.sh \
	testsuite/driver/tune-builds.sh \
	testsuite/driver/builds.sh \
	testsuite/driver/faults.sh \
	testsuite/driver/killed.sh \
	testsuite/driver/tune-space.sh \
	testsuite/driver/tune-flags.sh \
	testsuite/driver/tune-transform.sh \
	testsuite/driver/strewn.sh \
	testsuite/driver/launcher.sh \
	testsuite/driver/jobs.sh \
	testsuite/driver/ranks.sh \
	testsuite/driver/outputs.sh \
	testsuite/driver/calibrate.sh

HOUSE_TESTS += \
	testsuite/driver/commands.sh \
	testsuite/driver/documented.sh

SLOW_TESTS += \
	testsuite/driver/bench-truth.sh \
	testsuite/driver/plugin-built.sh \
	testsuite/driver/slurm.sh \
	testsuite/driver/overhead-truth.sh \
	testsuite/driver/calibrate-quick.sh
