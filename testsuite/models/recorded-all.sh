#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# recorded.sh for both sizes of the tables of both processors.
export SIZES=SL LIMIT=12 PODIUM_TABLES=$srcdir/testsuite/recorded-zen5
exec "$BASH" "$srcdir/testsuite/models/recorded.sh"
