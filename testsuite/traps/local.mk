# SPDX-License-Identifier: GPL-3.0-or-later
#
# Traps: loops that only seem to be free, and those that are. All sources of
# the folder are taken.

PLUGIN_TESTS += testsuite/traps/traps.sh

EXTRA_DIST += testsuite/traps
