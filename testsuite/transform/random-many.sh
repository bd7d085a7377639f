# SPDX-License-Identifier: GPL-3.0-or-later
#
# A thousand random nests, some with statements beside inner loops, some in
# Fortran, and regions of two nests.

. "$(dirname "$0")/random.bash"

for version in $PLUGIN_GCCS; do
	gcc=GCC_$version
done
for seed in 1 2 3 4 5 6 7 8 9 10; do
	nests "${!gcc}" "$seed" 100
done
for seed in 4001 4002 4003; do
	nests "${!gcc}" "$seed" 100 beside
done
for seed in 101 102 103 104; do
	nests "${!gcc}" "$seed" 100 region
done
for seed in 52 53 54; do
	nests "${!gcc}" "$seed" 100 fortran
done
finish
