# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests of nas-loops/: that its variants are right, and how they are measured.

PLUGIN_TESTS += testsuite/loops/measure.sh

LONG_PLUGIN_TESTS += testsuite/loops/right.sh

testsuite_files += testsuite/loops/broken.c
