# SPDX-License-Identifier: GPL-3.0-or-later
#
# Still empty. Here come the papers' loops and their variants, written anew.
