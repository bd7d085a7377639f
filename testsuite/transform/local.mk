# SPDX-License-Identifier: GPL-3.0-or-later
#
# Loops in other orders and in tiles: what is offered, and that it is right;
# sources whose loops change places.

if HAVE_CMOCKA
check_PROGRAMS += testsuite/transform/unit-reshape
UNIT_TESTS += testsuite/transform/unit-reshape
endif

check_PROGRAMS += \
	testsuite/transform/difference \
	testsuite/transform/random-nests \
	testsuite/transform/reshaped

DRIVER_TESTS += \
	testsuite/transform/patch.sh

# Random nests are run in every order that is offered; nests by hand.
PLUGIN_TESTS += \
	testsuite/transform/entries.sh \
	testsuite/transform/loops.sh \
	testsuite/transform/made.sh \
	testsuite/transform/overlap.sh

LONG_PLUGIN_TESTS += \
	testsuite/transform/random.sh \
	testsuite/transform/reshaped.sh \
	testsuite/transform/rows.sh \
	testsuite/transform/variants.sh
SLOW_TESTS += testsuite/transform/random-many.sh

testsuite_files += \
	testsuite/transform/hand.c \
	testsuite/transform/hand.cc \
	testsuite/transform/made.c \
	testsuite/transform/made.cc \
	testsuite/transform/made.f90 \
	testsuite/transform/overlap.c \
	testsuite/transform/nests.c \
	testsuite/transform/nests.cc \
	testsuite/transform/nests.f90 \
	testsuite/transform/parts.c \
	testsuite/transform/tiling.c \
	testsuite/transform/parts.cc \
	testsuite/transform/parts.f90 \
	testsuite/transform/random.bash \
	testsuite/transform/random-nests.f90 \
	testsuite/transform/random-nests.h \
	testsuite/transform/regions.c \
	testsuite/transform/rows.f90
