# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs whose results must not change by a bit. All sources of the folder
# are taken.

SLOW_TESTS += testsuite/reproducible/reproducible.sh

EXTRA_DIST += testsuite/reproducible
