#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The library before libgomp counts every wait and question of a program that
# knows nothing of it; one with clocks has both kinds of lines. What it says of
# the intervals between barriers adds up.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/runtime/common.bash"
needs "the runtime" "$JQ"
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
		"$(sums dispatch 0) == [0, 0, 5, 23, 23, 23]"
	claim "$1: busy no longer than the region" \
		"$regions | all(.[]; .wall as \$wall |
		all(.threads[]; .busy <= \$wall + 9))"
	claim "$1: waits no longer than busy" "$regions | all(.[].threads[];
		.barrier[1] + .critical[1] + .ordered[1] + .dispatch[1] <=
		.busy + 9)"
}

# Times are rounded one by one.
adds_up='map(select(.kind == "interval")) | length > 3 and all(.[];
	(.enter + .work + .critical + .ordered + .lock + .condition + .dispatch +
	 .wait + .leave - .present | fabs) <= 20 and
	.outside <= .work + 9 and .common <= .outside + 9 and
	.imbalance <= .wait + 9 and .alone_wall <= .wall and
	.threads >= .calls)'

# intervals NAME: of the program "plain".
intervals()
{
	rm -f run
	OMP_MAX_ACTIVE_LEVELS=1 clocked ./plain >plain.out 2>log
	[ $? -eq 0 ] && [ ! -s log ] && [ "$(cat plain.out)" = 74 ]
	ok $? "$1: runs"
	claim "$1: they add up" "$adds_up"
	claim "$1: an interval ends with the last arrival" '[.[] |
		select(.kind == "interval" and .tasks == 0) |
		.enter >= 0 and (.leave == 0) == (.end != "region")] | all'
	claim "$1: how many" '[.[] | select(.kind == "interval") |
		[.calls, .threads, .tasks, .nested, .end]] | sort == ([
		[1, 3, 0, false, "region"], [4, 12, 0, false, "barrier"],
		[1, 3, 0, false, "region"], [1, 3, 0, false, "barrier"],
		[1, 3, 0, false, "barrier"],
		[1, 3, 0, false, "region"],
		[3, 6, 0, false, "region"], [3, 3, 0, true, "region"],
		[1, 3, 0, false, "region"], [1, 3, 0, false, "region"],
		[1, 3, 6, false, "region"],
		[1, 3, 0, false, "region"], [4, 12, 0, false, "others"]] +
		[range(14) | [1, 3, 0, false, "barrier"]] | sort)'
	claim "$1: locks" '[.[] | select(.kind == "region") |
		[.threads[].lock[0]] | add] | add == 25'
	claim "$1: conditions" '[.[] | select(.kind == "region") |
		[.threads[].condition[0]] | add] | add == 6'
	claim "$1: places" '[.[] | select(.kind == "interval") |
		(.object | endswith("/plain")) and
		((.end == "barrier") == (.end_object != null))] | all'
	claim "$1: outside, and nothing open" '([.[] |
		select(.kind == "region" and .object == null)] | length == 1 and
		(.[0] | .calls == 10 and .wall > 0 and .open >= 0)) and
		([.[] | select(.kind == "region" and .object) | .open] |
		all(. == 0))'
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	for flags in -O0 -O2; do
		$cc $flags -fopenmp "$sources/intervals.c" -o plain
		intervals "GCC $version, $flags, intervals"
		$cc $flags -fopenmp "$sources/gomp.c" -o plain
		cp plain with
		check "GCC $version, $flags, plain"
		$cc $flags -fopenmp "$plugin" -fplugin-arg-podium-clock \
			"$sources/gomp.c" -o with
		check "GCC $version, $flags, with clocks"
		claim "GCC $version, $flags, clocks, too" \
			'[.[] | select(.kind == "loop")] | length == 4'
		claim "GCC $version, $flags, loops of intervals" \
			'([.[] | select(.kind == "loop") | .line] | sort) ==
			([.[] | select(.kind == "interval" and .file) |
				.line] | sort)'
		claim "GCC $version, $flags, time in loops" \
			'[.[] | select(.kind == "interval")] |
			all(.[]; (.file == null) == (.outside == .work))'
	done
done
finish
