#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Three hundred of them.

. "$(dirname "$0")/siblings.bash"

for version in $PLUGIN_GCCS; do
	gcc=GCC_$version
done
siblings "${!gcc}" 1000 300
finish
