# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tests. Each is a script NAME.sh or a program that speaks TAP, is listed
# here, and runs alone by `make check TESTS=testsuite/NAME.sh`.

# Of the plugin: records, golden pairs, unharmed objects.
PLUGIN_TESTS =

# Of the C parts; check-sanitize and check-valgrind run these.
DRIVER_TESTS =

# Of the house: documents that must stay true.
HOUSE_TESTS =

# More of both, for which `make check` has no time; run by `make check-all`.
LONG_DRIVER_TESTS =
LONG_PLUGIN_TESTS =

# Slow: a study, or a system to be started; run by `make check-slow`.
SLOW_TESTS =

# Programs that use cmocka go into check_PROGRAMS and UNIT_TESTS.
UNIT_TESTS =

# What the tests read beside themselves.
testsuite_files = testsuite/README.md testsuite/tap.sh testsuite/gccs.sh \
	testsuite/turn.bash

include testsuite/code/local.mk
include testsuite/driver/local.mk
include testsuite/golden/local.mk
include testsuite/house/local.mk
include testsuite/loops/local.mk
include testsuite/models/local.mk
include testsuite/plugin/local.mk
include testsuite/rewrite/local.mk
include testsuite/runtime/local.mk
include testsuite/threads/local.mk
include testsuite/transform/local.mk

# What takes long comes first, so that parallel jobs end together.
TESTS = $(DRIVER_TESTS) $(PLUGIN_TESTS) $(HOUSE_TESTS) $(UNIT_TESTS)

# `make check` tries the youngest GCC alone, `make check-all` each.
TEST_GCCS = $(lastword $(PLUGIN_GCCS))
LONG_TESTS = $(LONG_DRIVER_TESTS) $(LONG_PLUGIN_TESTS)

check-all:
	$(MAKE) check TESTS='$(LONG_TESTS) $(TESTS)' TEST_GCCS='$(PLUGIN_GCCS)'

.PHONY: check-all
EXTRA_DIST += $(DRIVER_TESTS) $(PLUGIN_TESTS) $(HOUSE_TESTS) $(LONG_TESTS) \
	$(SLOW_TESTS) \
	$(testsuite_files)

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(BASH)

# Every test finds these in its environment: the program, the folder that
# holds gcc-N/podium.so, the versions N and the commands of each.
PODIUM = $(abs_top_builddir)/podium
AM_TESTS_ENVIRONMENT = \
	srcdir='$(abs_top_srcdir)'; export srcdir; \
	builddir='$(abs_top_builddir)'; export builddir; \
	PODIUM='$(PODIUM)'; export PODIUM; \
	PODIUM_PLUGINS='$(abs_top_builddir)/plugin'; export PODIUM_PLUGINS; \
	PLUGIN_GCCS='$(TEST_GCCS)'; export PLUGIN_GCCS; \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	LC_ALL=C; export LC_ALL; \
	$(PLUGIN_ENVIRONMENT)

PLUGIN_ENVIRONMENT = $(foreach n,$(TEST_GCCS),\
	GCC_$(n)='$(PLUGIN_GCC_$(n))'; export GCC_$(n); \
	GXX_$(n)='$(PLUGIN_CXX_$(n))'; export GXX_$(n); \
	GFORTRAN_$(n)='$(PLUGIN_FC_$(n))'; export GFORTRAN_$(n);)
