# SPDX-License-Identifier: GPL-3.0-or-later
#
# The thread rule: one small program for each clause. make dist takes the folder
# as a whole.

PLUGIN_TESTS += testsuite/threads/threads.sh

testsuite_files += testsuite/threads
