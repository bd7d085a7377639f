# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests of the models: units in C that need nothing but the library.

# The ranking, judged by tables that were measured once.
LONG_PLUGIN_TESTS += testsuite/models/recorded.sh
SLOW_TESTS += testsuite/models/recorded-all.sh
testsuite_files += testsuite/recorded testsuite/recorded-16 \
	testsuite/recorded-zen5

# Against nests that are run through: these share the random nests.
if HAVE_CMOCKA
nest_units = \
	testsuite/models/unit-bodies \
	testsuite/models/unit-core \
	testsuite/models/unit-data \
	testsuite/models/unit-extremes \
	testsuite/models/unit-footprint \
	testsuite/models/unit-formula \
	testsuite/models/unit-ordered \
	testsuite/models/unit-sections \
	testsuite/models/unit-schedule \
	testsuite/models/unit-sharing \
	testsuite/models/unit-work

check_PROGRAMS += $(nest_units)
UNIT_TESTS += $(nest_units)

trial = testsuite/models/trial.c testsuite/models/trial.h
made = testsuite/models/made.c testsuite/models/made.h

testsuite_models_unit_bodies_SOURCES = testsuite/models/unit-bodies.c $(made)
testsuite_models_unit_core_SOURCES = testsuite/models/unit-core.c $(made)
testsuite_models_unit_data_SOURCES = testsuite/models/unit-data.c $(made)
testsuite_models_unit_extremes_SOURCES = testsuite/models/unit-extremes.c $(made)
testsuite_models_unit_extremes_LDFLAGS = \
	-Wl,--wrap=calloc,--wrap=malloc,--wrap=realloc
testsuite_models_unit_footprint_SOURCES = testsuite/models/unit-footprint.c \
	$(trial)
testsuite_models_unit_formula_LDFLAGS = -Wl,--wrap=calloc,--wrap=realloc
testsuite_models_unit_ordered_SOURCES = testsuite/models/unit-ordered.c $(made)
testsuite_models_unit_sections_SOURCES = testsuite/models/unit-sections.c $(made)
testsuite_models_unit_schedule_SOURCES = testsuite/models/unit-schedule.c \
	$(trial)
testsuite_models_unit_sharing_SOURCES = testsuite/models/unit-sharing.c $(made)
testsuite_models_unit_work_SOURCES = testsuite/models/unit-work.c $(trial)
endif

# No test: a figure, see tools/bench-models.
check_PROGRAMS += testsuite/models/bench-variants

# Likewise, see tools/bench-aa.
check_PROGRAMS += testsuite/models/bench-aa
testsuite_models_bench_aa_SOURCES = testsuite/models/bench-aa.c \
	testsuite/drift.c testsuite/drift.h

# Likewise, see tools/bench-constants.
check_PROGRAMS += testsuite/models/varied
testsuite_models_varied_SOURCES = testsuite/models/varied.c \
	driver/command/main.c
testsuite_models_varied_LDADD = $(driver_libraries)

# Changed records; make fuzz-models is the same with libFuzzer.
check_PROGRAMS += testsuite/models/fuzz-estimate
DRIVER_TESTS += testsuite/models/fuzz.sh

# Against libgomp itself, as a GCC of the plugin has it.
PLUGIN_TESTS += testsuite/models/libgomp.sh
testsuite_files += testsuite/models/libgomp.c

if HAVE_CMOCKA
model_units = \
	testsuite/models/unit-judge \
	testsuite/models/unit-power \
	testsuite/models/unit-refine \
	testsuite/models/unit-ranking \
	testsuite/models/unit-regress \
	testsuite/models/unit-metric \
	testsuite/models/unit-overhead \
	testsuite/models/unit-scaling \
	testsuite/models/unit-search \
	testsuite/models/unit-significance \
	testsuite/models/unit-timemodel

check_PROGRAMS += $(model_units)
UNIT_TESTS += $(model_units)

testsuite_models_unit_judge_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_regress_LDFLAGS = \
	-Wl,--wrap=gsl_matrix_alloc,--wrap=gsl_vector_alloc \
	-Wl,--wrap=gsl_multifit_robust_alloc
testsuite_models_unit_power_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_overhead_SOURCES = testsuite/models/unit-overhead.c \
	runtime/team.c
testsuite_models_unit_overhead_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_scaling_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_search_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_significance_LDFLAGS = -Wl,--wrap=calloc
endif

# Misses against cachegrind, simulated access by access.
SLOW_TESTS += testsuite/models/cachegrind.sh
testsuite_files += testsuite/models/cachegrind.loops testsuite/models/misses.c
