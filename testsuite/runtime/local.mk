# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs with clocks: unharmed, and exactly counted.

PLUGIN_TESTS += \
	testsuite/runtime/clock.sh \
	testsuite/runtime/ends.sh \
	testsuite/runtime/gomp.sh \
	testsuite/runtime/versions.sh

LONG_PLUGIN_TESTS += \
	testsuite/runtime/bounds.sh \
	testsuite/runtime/trial.sh

if HAVE_CMOCKA
check_PROGRAMS += testsuite/runtime/unit-trial
UNIT_TESTS += testsuite/runtime/unit-trial
testsuite_runtime_unit_trial_SOURCES = testsuite/runtime/unit-trial.c \
	runtime/rounds.c runtime/rounds.h runtime/trial.c runtime/trial.h \
	runtime/logarithm.h
testsuite_runtime_unit_trial_LDADD = $(CMOCKA_LIBS) -lm

# No test; see tools/bench-calls.
check_PROGRAMS += testsuite/runtime/bench-calls
testsuite_runtime_bench_calls_SOURCES = testsuite/runtime/bench-calls.c \
	runtime/rounds.c runtime/rounds.h runtime/trial.c runtime/trial.h \
	runtime/logarithm.h
testsuite_runtime_bench_calls_LDADD = -lm
endif

testsuite_files += \
	testsuite/runtime/bounds.c \
	testsuite/runtime/bounds.cc \
	testsuite/runtime/bounds.f90 \
	testsuite/runtime/common.bash \
	testsuite/runtime/ends.c \
	testsuite/runtime/gomp.c \
	testsuite/runtime/intervals.c \
	testsuite/runtime/loops.c \
	testsuite/runtime/loops.cc \
	testsuite/runtime/loops.f90 \
	testsuite/runtime/module.c \
	testsuite/runtime/strays.c \
	testsuite/runtime/trial.c \
	testsuite/runtime/trial.cc \
	testsuite/runtime/trial.f90 \
	testsuite/runtime/versions.c
