# SPDX-License-Identifier: GPL-3.0-or-later
#
# A thousand random nests.

. "$(dirname "$0")/random.bash"

for version in $PLUGIN_GCCS; do
	gcc=GCC_$version
done
for seed in 1 2 3 4 5 6 7 8 9 10; do
	nests "${!gcc}" "$seed" 100
done
finish
