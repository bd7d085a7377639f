# SPDX-License-Identifier: GPL-3.0-or-later
#
# The plugin harms no build, whatever happens; its records stay in objects, and
# say what may be changed: testsuite/traps is data alone, which make dist takes
# as a whole.

PLUGIN_TESTS += \
	testsuite/plugin/child.sh \
	testsuite/plugin/quiet.sh \
	testsuite/plugin/carried.sh \
	testsuite/plugin/unknown.sh

LONG_PLUGIN_TESTS += \
	testsuite/plugin/verdicts.sh \
	testsuite/plugin/unharmed.sh \
	testsuite/plugin/fit.sh \
	testsuite/plugin/traps.sh

testsuite_files += \
	testsuite/check-gcc.sh \
	testsuite/plugin/loops.c \
	testsuite/plugin/loops.cc \
	testsuite/plugin/loops.f90 \
	testsuite/traps
