# SPDX-License-Identifier: GPL-3.0-or-later
#
# Golden loops: sources whose facts were written down by hand.

check_PROGRAMS += testsuite/golden/golden-check
testsuite_golden_golden_check_SOURCES = \
	testsuite/golden/check.c \
	testsuite/golden/facts.c testsuite/golden/facts.h \
	testsuite/golden/nest.c testsuite/golden/nest.h \
	testsuite/golden/value.c testsuite/golden/value.h

DRIVER_TESTS += testsuite/golden/check.sh
PLUGIN_TESTS += testsuite/golden/golden.sh testsuite/golden/random.sh

golden_sources = \
	testsuite/golden/array.c \
	testsuite/golden/basic.f90 \
	testsuite/golden/before.c \
	testsuite/golden/block.c \
	testsuite/golden/border.f90 \
	testsuite/golden/calls.c \
	testsuite/golden/choose.cc \
	testsuite/golden/class.cc \
	testsuite/golden/cond.c \
	testsuite/golden/ends.cc \
	testsuite/golden/exchange.c \
	testsuite/golden/fixed.c \
	testsuite/golden/growth.c \
	testsuite/golden/halo.c \
	testsuite/golden/layout.f90 \
	testsuite/golden/modern.f90 \
	testsuite/golden/mutex.cc \
	testsuite/golden/own.f90 \
	testsuite/golden/private.c \
	testsuite/golden/pointer.cc \
	testsuite/golden/race.c \
	testsuite/golden/rect.c \
	testsuite/golden/recur.c \
	testsuite/golden/reduce.c \
	testsuite/golden/region.c \
	testsuite/golden/shared.f90 \
	testsuite/golden/sparse.c \
	testsuite/golden/stencil.c \
	testsuite/golden/sync.c \
	testsuite/golden/threads.c \
	testsuite/golden/tile.c \
	testsuite/golden/tri.c \
	testsuite/golden/twice.c \
	testsuite/golden/until.c \
	testsuite/golden/vector.cc \
	testsuite/golden/vla.c

# Those whose table was read against the source, line by line.
golden_tables = border class halo sparse sparse.gcc-15 stencil stencil.gcc-14 \
	stencil.gcc-15

testsuite_files += $(golden_sources) \
	$(golden_tables:%=testsuite/golden/%.loops) \
	$(addsuffix .expect,$(basename $(golden_sources))) \
	testsuite/golden/README.md \
	testsuite/golden/hand.expect \
	testsuite/golden/hand.json \
	testsuite/golden/hand.wrong
