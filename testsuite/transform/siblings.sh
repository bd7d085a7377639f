#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A few random nests of loops side by side.

. "$(dirname "$0")/siblings.bash"

for version in $PLUGIN_GCCS; do
	gcc=GCC_$version
done
siblings "${!gcc}" 1 8
finish
