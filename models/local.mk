# SPDX-License-Identifier: GPL-3.0-or-later
#
# Still empty. Here comes the C library that predicts: it evaluates records
# and ranks variants; it opens no file, starts no process and prints nothing.
