# SPDX-License-Identifier: GPL-3.0-or-later
#
# The plugin harms no build, whatever happens; its records stay in objects.

PLUGIN_TESTS += \
	testsuite/plugin/child.sh \
	testsuite/plugin/quiet.sh \
	testsuite/plugin/carried.sh \
	testsuite/plugin/unknown.sh

LONG_PLUGIN_TESTS += \
	testsuite/plugin/verdicts.sh \
	testsuite/plugin/unharmed.sh \
	testsuite/plugin/fit.sh

testsuite_files += \
	testsuite/check-gcc.sh \
	testsuite/gcc-entries.sh \
	testsuite/gcc-tests.bash \
	testsuite/plugin/loops.c \
	testsuite/plugin/loops.cc \
	testsuite/plugin/loops.f90
