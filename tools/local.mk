# SPDX-License-Identifier: GPL-3.0-or-later
#
# Scripts for users who start and for those who work on podium.

EXTRA_DIST +=
