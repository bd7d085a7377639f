# SPDX-License-Identifier: GPL-3.0-or-later
#
# What GCC made of the loops: sources whose outcome is known.

LONG_PLUGIN_TESTS += \
	testsuite/code/outcomes.sh \
	testsuite/code/unharmed.sh

testsuite_files += \
	testsuite/code/call.c \
	testsuite/code/collapse.c \
	testsuite/code/column.f90 \
	testsuite/code/common.bash \
	testsuite/code/copy.c \
	testsuite/code/costly.c \
	testsuite/code/dot.f90 \
	testsuite/code/flow.c \
	testsuite/code/fused.c \
	testsuite/code/gather.c \
	testsuite/code/inlined.cc \
	testsuite/code/interchange.c \
	testsuite/code/jam.c \
	testsuite/code/late.c \
	testsuite/code/masked.c \
	testsuite/code/overlap.c \
	testsuite/code/matmul.f90 \
	testsuite/code/outcomes \
	testsuite/code/outer.c \
	testsuite/code/recurrence.c \
	testsuite/code/reversed.c \
	testsuite/code/saxpy.c \
	testsuite/code/short.c \
	testsuite/code/short.f90 \
	testsuite/code/simdsum.c \
	testsuite/code/simdwide.c \
	testsuite/code/split.c \
	testsuite/code/straight.c \
	testsuite/code/strided.c \
	testsuite/code/sum.c \
	testsuite/code/tiles.c \
	testsuite/code/unrolled.c \
	testsuite/code/vector.cc \
	testsuite/code/widen.c \
	testsuite/code/within.c \
	testsuite/code/zero.c
