# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests of orders and tiles: what is offered, and that it is right.

if HAVE_CMOCKA
check_PROGRAMS += testsuite/transform/unit-reshape
UNIT_TESTS += testsuite/transform/unit-reshape
endif

# Random nests, run in every order that is offered; and nests by hand.
check_PROGRAMS += testsuite/transform/oracle
PLUGIN_TESTS += \
	testsuite/transform/random.sh
SLOW_TESTS += testsuite/transform/random-many.sh
testsuite_files += testsuite/transform/random.bash \
	testsuite/transform/hand.c
