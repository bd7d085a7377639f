#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The library before libgomp counts every wait and question of a program that
# knows nothing of it; one with clocks has both kinds of lines.

. "$(dirname "$0")/../plugin/tap.sh"
. "$srcdir/testsuite/runtime/common.bash"
need "$JQ"
library=$builddir/runtime/libpodium-gomp.so
export OMP_DYNAMIC=false

regions='[.[] | select(.kind == "region" and .object)]'

# sums KEY PLACE: of the threads of every region, sorted.
sums()
{
	echo "($regions | map([.threads[].$1[$2]] | add) | sort)"
}

# check NAME: the program "with" does as "plain" does, and all is counted.
check()
{
	rm -f run
	./plain >plain.out
	status=$?
	clocked ./with >with.out 2>log
	[ $? -eq $status ] && cmp plain.out with.out >>log && [ ! -s log ]
	ok $? "$1: does the same"
	claim "$1: regions and bodies" "$regions |
		(map(.calls) | sort) == [1, 1, 1, 1, 1, 10] and
		(map([.threads[].runs] | add) | sort) == [3, 3, 3, 3, 3, 30]"
	claim "$1: barriers" "$(sums barrier 0) | .[-1] == 90"
	claim "$1: critical sections" \
		"$(sums critical 0) == [0, 0, 0, 0, 0, 60]"
	claim "$1: ordered parts" "$(sums ordered 0) == [0, 0, 0, 0, 0, 20]"
	claim "$1: questions" \
		"$(sums dispatch 0) == [0, 0, 0, 23, 23, 23]"
	claim "$1: busy no longer than the region" \
		"$regions | all(.[]; .wall as \$wall |
		all(.threads[]; .busy <= \$wall + 9))"
	claim "$1: waits no longer than busy" "$regions | all(.[].threads[];
		.barrier[1] + .critical[1] + .ordered[1] + .dispatch[1] <=
		.busy + 9)"
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	for flags in -O0 -O2; do
		$cc $flags -fopenmp "$sources/gomp.c" -o plain
		cp plain with
		check "GCC $version, $flags, plain"
		$cc $flags -fopenmp "$plugin" -fplugin-arg-podium-clock \
			"$sources/gomp.c" -o with
		check "GCC $version, $flags, with clocks"
		claim "GCC $version, $flags, clocks, too" \
			'[.[] | select(.kind == "loop")] | length == 4'
	done
done
finish
