# SPDX-License-Identifier: GPL-3.0-or-later
#
# Clauses of a tuned file put into programs; those of testsuite/reproducible,
# which is data alone, must not change by a bit.

PLUGIN_TESTS += \
	testsuite/rewrite/chunks.sh \
	testsuite/rewrite/tuned-file.sh

LONG_PLUGIN_TESTS += testsuite/rewrite/same-code.sh

SLOW_TESTS += testsuite/rewrite/reproducible.sh

testsuite_files += testsuite/reproducible
