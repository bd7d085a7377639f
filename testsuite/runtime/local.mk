# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs with clocks: unharmed, and exactly counted.

PLUGIN_TESTS += \
	testsuite/runtime/bounds.sh \
	testsuite/runtime/clock.sh \
	testsuite/runtime/ends.sh \
	testsuite/runtime/gomp.sh

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
	testsuite/runtime/module.c
