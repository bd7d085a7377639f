# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests of the models: units in C that need nothing but the library.

# The ranking, judged by tables that were measured once.
PLUGIN_TESTS += testsuite/models/recorded.sh
SLOW_TESTS += testsuite/models/recorded-all.sh
testsuite_files += testsuite/recorded testsuite/recorded-zen5

# Against nests that are run through: these share the random nests.
if HAVE_CMOCKA
nest_units = \
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

nest_unit_flags = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
nest_unit_libraries = libpodium-models.a $(CMOCKA_LIBS) -lm

testsuite_models_unit_core_SOURCES = testsuite/models/unit-core.c $(made)
testsuite_models_unit_core_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_core_LDADD = $(nest_unit_libraries)

testsuite_models_unit_data_SOURCES = testsuite/models/unit-data.c $(made)
testsuite_models_unit_data_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_data_LDADD = $(nest_unit_libraries)

testsuite_models_unit_extremes_SOURCES = testsuite/models/unit-extremes.c $(made)
testsuite_models_unit_extremes_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_extremes_LDFLAGS = \
	-Wl,--wrap=calloc,--wrap=malloc,--wrap=realloc
testsuite_models_unit_extremes_LDADD = $(nest_unit_libraries)

testsuite_models_unit_footprint_SOURCES = testsuite/models/unit-footprint.c \
	$(trial)
testsuite_models_unit_footprint_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_footprint_LDADD = $(nest_unit_libraries)

testsuite_models_unit_formula_SOURCES = testsuite/models/unit-formula.c
testsuite_models_unit_formula_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_formula_LDFLAGS = -Wl,--wrap=calloc,--wrap=realloc
testsuite_models_unit_formula_LDADD = $(nest_unit_libraries)

testsuite_models_unit_ordered_SOURCES = testsuite/models/unit-ordered.c $(made)
testsuite_models_unit_ordered_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_ordered_LDADD = $(nest_unit_libraries)

testsuite_models_unit_sections_SOURCES = testsuite/models/unit-sections.c $(made)
testsuite_models_unit_sections_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_sections_LDADD = $(nest_unit_libraries)

testsuite_models_unit_schedule_SOURCES = testsuite/models/unit-schedule.c \
	$(trial)
testsuite_models_unit_schedule_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_schedule_LDADD = $(nest_unit_libraries)

testsuite_models_unit_sharing_SOURCES = testsuite/models/unit-sharing.c $(made)
testsuite_models_unit_sharing_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_sharing_LDADD = $(nest_unit_libraries)

testsuite_models_unit_work_SOURCES = testsuite/models/unit-work.c $(trial)
testsuite_models_unit_work_CFLAGS = $(nest_unit_flags)
testsuite_models_unit_work_LDADD = $(nest_unit_libraries)
endif

# No test: a figure, see tools/bench-models.
check_PROGRAMS += testsuite/models/bench-variants
testsuite_models_bench_variants_SOURCES = testsuite/models/bench-variants.c
testsuite_models_bench_variants_LDADD = libpodium-models.a -lm

# Likewise, see tools/bench-aa.
check_PROGRAMS += testsuite/models/bench-aa
testsuite_models_bench_aa_SOURCES = testsuite/models/bench-aa.c \
	testsuite/drift.c testsuite/drift.h \
	driver/memory.c driver/process.c driver/runner.c driver/text.c
testsuite_models_bench_aa_LDADD = libpodium-models.a $(GSL_LIBS)

# Changed records; make fuzz-models is the same with libFuzzer.
check_PROGRAMS += testsuite/models/fuzz-estimate
DRIVER_TESTS += testsuite/models/fuzz.sh

fuzz_estimate = testsuite/models/fuzz-estimate.c testsuite/random.h driver/convert.c \
	driver/schema.c driver/expression.c driver/memory.c driver/text.c
testsuite_models_fuzz_estimate_SOURCES = $(fuzz_estimate)
testsuite_models_fuzz_estimate_CFLAGS = $(driver_test_flags)
testsuite_models_fuzz_estimate_LDADD = libpodium-models.a \
	$(driver_test_libraries) -lm

# Against libgomp itself, as a GCC of the plugin has it.
PLUGIN_TESTS += testsuite/models/libgomp.sh
testsuite_files += testsuite/models/libgomp.c

if HAVE_CMOCKA
model_units = \
	testsuite/models/unit-judge \
	testsuite/models/unit-learn \
	testsuite/models/unit-power \
	testsuite/models/unit-refine \
	testsuite/models/unit-ranking \
	testsuite/models/unit-nonnegative \
	testsuite/models/unit-regress \
	testsuite/models/unit-metric \
	testsuite/models/unit-overhead \
	testsuite/models/unit-scaling \
	testsuite/models/unit-search \
	testsuite/models/unit-significance \
	testsuite/models/unit-timemodel

check_PROGRAMS += $(model_units)
UNIT_TESTS += $(model_units)

model_unit_flags = $(AM_CFLAGS) $(GSL_CFLAGS) $(CMOCKA_CFLAGS)
model_unit_libraries = libpodium-models.a $(GSL_LIBS) $(CMOCKA_LIBS)

testsuite_models_unit_judge_SOURCES = testsuite/models/unit-judge.c
testsuite_models_unit_judge_CFLAGS = $(model_unit_flags)
testsuite_models_unit_judge_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_judge_LDADD = $(model_unit_libraries)

testsuite_models_unit_refine_SOURCES = testsuite/models/unit-refine.c
testsuite_models_unit_refine_CFLAGS = $(model_unit_flags)
testsuite_models_unit_refine_LDADD = $(model_unit_libraries)

testsuite_models_unit_regress_SOURCES = testsuite/models/unit-regress.c
testsuite_models_unit_regress_CFLAGS = $(model_unit_flags)
testsuite_models_unit_regress_LDFLAGS = \
	-Wl,--wrap=gsl_matrix_alloc,--wrap=gsl_vector_alloc \
	-Wl,--wrap=gsl_multifit_robust_alloc
testsuite_models_unit_regress_LDADD = $(model_unit_libraries)

testsuite_models_unit_nonnegative_SOURCES = testsuite/models/unit-nonnegative.c
testsuite_models_unit_nonnegative_CFLAGS = $(model_unit_flags)
testsuite_models_unit_nonnegative_LDADD = $(model_unit_libraries)

testsuite_models_unit_power_SOURCES = testsuite/models/unit-power.c
testsuite_models_unit_power_CFLAGS = $(model_unit_flags)
testsuite_models_unit_power_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_power_LDADD = $(model_unit_libraries)

testsuite_models_unit_learn_SOURCES = testsuite/models/unit-learn.c
testsuite_models_unit_learn_CFLAGS = $(model_unit_flags)
testsuite_models_unit_learn_LDADD = $(model_unit_libraries)

testsuite_models_unit_ranking_SOURCES = testsuite/models/unit-ranking.c
testsuite_models_unit_ranking_CFLAGS = $(model_unit_flags)
testsuite_models_unit_ranking_LDADD = $(model_unit_libraries)

testsuite_models_unit_timemodel_SOURCES = testsuite/models/unit-timemodel.c
testsuite_models_unit_timemodel_CFLAGS = $(model_unit_flags)
testsuite_models_unit_timemodel_LDADD = $(model_unit_libraries)

testsuite_models_unit_metric_SOURCES = testsuite/models/unit-metric.c
testsuite_models_unit_metric_CFLAGS = $(model_unit_flags)
testsuite_models_unit_metric_LDADD = $(model_unit_libraries)

testsuite_models_unit_overhead_SOURCES = testsuite/models/unit-overhead.c \
	runtime/team.c
testsuite_models_unit_overhead_CFLAGS = $(model_unit_flags)
testsuite_models_unit_overhead_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_overhead_LDADD = $(model_unit_libraries)

testsuite_models_unit_scaling_SOURCES = testsuite/models/unit-scaling.c
testsuite_models_unit_scaling_CFLAGS = $(model_unit_flags)
testsuite_models_unit_scaling_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_scaling_LDADD = $(model_unit_libraries)

testsuite_models_unit_search_SOURCES = testsuite/models/unit-search.c
testsuite_models_unit_search_CFLAGS = $(model_unit_flags)
testsuite_models_unit_search_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_search_LDADD = $(model_unit_libraries)

testsuite_models_unit_significance_SOURCES = \
	testsuite/models/unit-significance.c
testsuite_models_unit_significance_CFLAGS = $(model_unit_flags)
testsuite_models_unit_significance_LDFLAGS = -Wl,--wrap=calloc
testsuite_models_unit_significance_LDADD = $(model_unit_libraries)
endif

# Misses against cachegrind, simulated access by access.
SLOW_TESTS += testsuite/models/cachegrind.sh
testsuite_files += testsuite/models/cachegrind.loops testsuite/models/misses.c
