# SPDX-License-Identifier: GPL-3.0-or-later
#
# Three hundred of them, a hundred in regions, and two hundred with sums in
# variables.

. "$(dirname "$0")/guarded.bash"

for version in $PLUGIN_GCCS; do
	gcc=GCC_$version
done
guarded "${!gcc}" 1000 300
guarded "${!gcc}" 3000 100 region
guarded "${!gcc}" 1000 200 sums
finish
