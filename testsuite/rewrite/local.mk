# SPDX-License-Identifier: GPL-3.0-or-later
#
# Clauses of a tuned file put into programs.

PLUGIN_TESTS += \
	testsuite/rewrite/chunks.sh \
	testsuite/rewrite/digest.sh \
	testsuite/rewrite/size.sh \
	testsuite/rewrite/tuned-file.sh

LONG_PLUGIN_TESTS += testsuite/rewrite/same-code.sh

testsuite_files += \
	testsuite/rewrite/size.c \
	testsuite/rewrite/size.cc \
	testsuite/rewrite/size.f90
