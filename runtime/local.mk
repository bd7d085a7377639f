# SPDX-License-Identifier: GPL-3.0-or-later
#
# Still empty. Here comes the small C library that runs in the measured
# program: clocks per loop and thread, bounds, synchronisation points.
