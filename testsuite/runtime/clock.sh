#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A program with clocks does what one without does; the clocks count calls
# and values exactly, at every level of optimisation.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/runtime/common.bash"
. "$srcdir/testsuite/turn.bash"
needs "the runtime" "$JQ"

flag_sets=('-O0' '-O1 -g' '-O2 -Wall -Wextra -Werror' '-O3' '-O2 -flto'
	'-Os -no-pie -fno-pie')

# What is to be read of a site: calls, entries of all threads, values as
# KIND.NAME=first,min,max,count.
lines='.[] | select(.kind == "loop") |
	"\(.id) \(.calls) \([.threads[].calls] | add) \([.values[] |
	"\(.kind).\(.name)=\(.first),\(.min),\(.max),\(.count)"] | sort | join(" "))"'

expected_c='cancelled#1 3 9 argument.rows=6,6,6,3 begin.0=0,0,0,3 end.0=6,6,6,3 step.0=1,1,1,3
combined#1 3 9 argument.factor=2,2,2,3 argument.turn=0,0,2,3 begin.0=0,0,4,3 end.0=10,10,14,3 global.scale=7,7,7,3 step.0=1,1,1,3
in_region#1 3 6 argument.rows=20,20,20,3 begin.0=0,0,0,3 begin.1=10,10,10,3 end.0=20,20,20,3 end.1=2,2,2,3 step.0=1,1,1,3 step.1=-1,-1,-1,3
in_region#2 3 6 argument.rows=20,20,20,3 begin.0=0,0,0,3 end.0=20,20,20,3 step.0=1,1,1,3
in_region#3 3 6 argument.rows=20,20,20,3 begin.0=0,0,0,3 end.0=20,20,20,3 step.0=1,1,1,3
orphaned#1 3 6 argument.first=1,1,1,3 argument.last=50,50,50,3 begin.0=50,50,50,3 end.0=1,1,1,3 memory.shape.width=5,5,5,3 step.0=-2,-2,-2,3
pointer#1 3 9 argument.count=100,100,100,3 argument.from=0,0,0,3 begin.0=0,0,0,3 end.0=800,800,800,3 step.0=8,8,8,3
triangle#1 3 9 argument.rows=12,12,12,3 begin.0=0,0,0,3 end.0=12,12,12,3 step.0=1,1,1,3
writes#1 3 9 argument.rows=8,8,8,3 begin.0=0,0,0,3 end.0=8,8,8,3 step.0=1,1,1,3'

# A thread is busy no longer than it is inside, and that no longer than the
# run; threads together no longer than all of them for the region's time.
times='.[0].wall as $run | [.[] | select(.kind == "loop")] |
	all(.[]; .busy - ([.threads[].busy] | add) | fabs < 9) and
	all(.[].threads[]; .busy <= .wall and .wall <= $run and
		.open == 0) and
	all(.[] | select(.region); .busy <= .wall * (.threads | length))'

build()
{
	# shellcheck disable=SC2086
	$cc -fopenmp $1 source."$language" -o plain 2>log &&
		$cc -fopenmp $1 "$plugin" -fplugin-arg-podium-clock \
			source."$language" -o with 2>>log
}

# The same output and status: plain, without library, with it, silent.
same()
{
	rm -f run
	./plain >plain.out
	status=$?
	./with >with.out
	[ $? -eq $status ] && cmp plain.out with.out >>log || return 1
	LD_PRELOAD=$library ./with >with.out
	[ $? -eq $status ] && cmp plain.out with.out >>log &&
		[ ! -e run ] || return 1
	clocked ./with >with.out 2>with.err
	[ $? -eq $status ] && cmp plain.out with.out >>log &&
		[ ! -s with.err ] && [ -s run ]
}

# exact LANGUAGE: the lines are those expected.
exact_c()
{
	"$JQ" -s -r "$lines" run | LC_ALL=C sort >found
	echo "$expected_c" >expected
	diff expected found >log
}

exact_cc()
{
	holds values '[.[] | select(.kind == "loop")] |
		[.[].calls] == [4, 4, 4, 4, 4] and
		all(.[]; ([.threads[].calls] | add) == 12) and
		([.[] | select(.id | test("grid")) | .values[] |
			select(.kind == "end") | [.first, .max, .count]] |
			sort) == [[30, 30, 4], [40, 43, 4]] and
		([.[] | .values[] | select(.name == "limit")] |
			map([.kind, .first, .count])) == [["argument", 9, 4]]
		and ([.[] | .values[] | select(.name == "rows" or
			.name == "__rows")] | length) == 1 and
		([.[] | .values[] | select(.kind == "end" and
			.first == 50)] | length) == 1'
}

exact_f90()
{
	holds values '[.[] | select(.id == "fill_#1")][0] as $one |
		[.[] | select(.id == "fill_#2")][0] as $two |
		($one.values + $two.values |
		map({key: "\(.kind).\(.name)", value: [.first, .min, .max,
		.count]}) | from_entries) as $v | $one.calls == 6 and
		$two.calls == 6 and
		$v["argument.n"] == [21, 21, 30, 6] and
		$v["argument.factor"] == [3, 3, 3, 6] and
		$v["global.offset"] == [4, 4, 4, 6] and
		$v["memory.shape.width"] == [6, 6, 6, 6] and
		$v["memory.shape.height"] == [2, 2, 2, 6] and
		$v["argument.extra"] == null and
		([$one.values[] | select(.kind == "end")][0] |
			[.first, .max]) == [22, 31] and
		([.[] | select(.id == "sections_of_#1")][0] |
			.calls == 3 or .why != null)'
}

for version in $PLUGIN_GCCS; do
	turn=0
	for language in c cc f90; do
		turn=$((turn + 1))
		use "$version" "$language" || continue
		cp "$sources/loops.$language" "source.$language"
		for flags in "${flag_sets[@]}"; do
			its_turn $((turn++)) "$version" || continue
			name="GCC $version, loops.$language, $flags"
			build "$flags"
			ok $? "$name: builds"
			same
			ok $? "$name: does the same"
			"exact_$language"
			ok $? "$name: counts and values"
			claim "$name: times" "$times"
		done
	done
done
finish
