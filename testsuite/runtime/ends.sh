#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# However a program ends and whatever it does, it does the same with clocks,
# and the file of the run is whole.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/runtime/common.bash"
needs "the runtime" "$JQ"
ulimit -c 0

build()
{
	local flags="-O2 -fopenmp $sources/ends.c -ldl"
	local module="-O2 -fopenmp -fPIC -shared $sources/module.c"

	# shellcheck disable=SC2086
	{
		$cc $flags -o plain &&
			$cc $module "$plugin" -fplugin-arg-podium-clock \
				-o module.so &&
			$cc $flags "$plugin" -fplugin-arg-podium-clock -o with
	} >log 2>&1
}

# run_quietly NAME: with clocks; the shell says nothing of signals.
run_quietly()
{
	{ env PODIUM_CLOCK_FILE=run LD_PRELOAD="$library" ./with "$1" \
		>with.out 2>with.err; } 2>/dev/null
}

# Output and status as those of the plain program.
same()
{
	rm -f run*
	{ ./plain "$1" >plain.out 2>plain.err; } 2>/dev/null
	status=$?
	run_quietly "$1"
	local got=$?
	{
		echo "status $got, not $status"
		cat with.err
	} >log
	[ $got -eq $status ] && cmp plain.out with.out >>log 2>&1 &&
		cmp plain.err with.err >>log 2>&1 && ls run*.tmp >>log 2>&1
	[ $? -eq 2 ]
}

# way NAME END FILTER: how it ended, and what holds.
way()
{
	same "$1"
	ok $? "GCC $version, $1: does the same"
	claim "GCC $version, $1: the file" \
		"(.[0].schema == 1) and (.[0].end == \"$2\") and
		(map({key: (.id // \"run\"), value: .}) | from_entries |
		.loop = .[\"loop#1\"] | .loop.calls >= 1 and ($3))"
}

inside='.["end_inside#1"] | .calls == 1 and .wall > 0 and
	([.threads[].open] | add) >= 1 and (.busy > 0)'

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	build
	ok $? "GCC $version, builds"
	way return exit '.loop.calls == 1 and (.loop.threads | length) == 3'
	way exit exit true
	way exit-inside exit "$inside"
	way _exit _exit true
	way _exit-inside _exit "$inside"
	way quick_exit quick_exit true
	way abort 'signal 6' "$inside"
	way segv 'signal 11' "$inside"
	way term 'signal 15' true
	same kill && [ ! -e run ]
	ok $? "GCC $version, kill: no file, and no half one"
	way nested exit '.loop.calls == 5 and .["nested#1"].calls == 1 and
		([.["nested#1"].threads[].calls] | add) == 2 and
		([.loop.threads[].calls] | add) == 15'
	way many exit '.["serial_loop#1"] | .calls == 1000000 and
		[.values[] | select(.name == "rows") |
		.count, .sum] == [1000000, 1000000]'
	way crowd exit '([.loop.threads[].calls] | add) == 43 and
		.run.threads == 40'
	way threads exit '.loop.calls == 201 and
		([.loop.threads[].calls] | add) == 603 and
		.run.threads < 100'
	way jump exit '.["jump#1"] | .calls == 1000 and
		([.threads[].open] | add) == 0'
	way cancel exit '.run.dropped == 0 and .["cancel#1"].calls == 200'
	way module exit '.run.end == "exit"'
	claim "GCC $version, module: all three times" \
		'[.[] | select(.id == "module_loop#1") | .calls] |
		add == 3'
	way exec exit '.loop.calls == 1'
	[ "$(echo run*)" = run ]
	ok $? "GCC $version, exec: no other file"
	way chdir exit true
	way fork exit '.loop.calls == 1 and .["serial_loop#1"].calls == 0'
	mv run.* run 2>>log
	claim "GCC $version, fork: the child's own file" \
		'.[0].end == "exit" and ([.[] | .calls // empty] | add) == 1'

	PODIUM_CLOCK_FILE=run.%p LD_PRELOAD=$library ./with >out
	ls run.[0-9]* >log 2>&1
	ok $? "GCC $version, %p is the process"
	rm -f run.*
	# The same number on another host, as two containers have it.
	for host in one two/three; do
		# shellcheck disable=SC2016
		unshare -rupf bash -c 'echo "$1" >/proc/sys/kernel/hostname
			shift && "$@"; :' - "$host" env PODIUM_CLOCK_FILE=run.%u \
			LD_PRELOAD="$library" ./with >out 2>log
	done
	if ! unshare -rup true 2>/dev/null; then
		skip "GCC $version, %u" "no name spaces here"
	else
		[ "$(find . -name 'run.one-*' | wc -l)" -eq 1 ] &&
			[ "$(find . -name 'run.two-three-*' | wc -l)" -eq 1 ] &&
			[ "$(find . -name 'run.*' | sed 's/-[^-]*$//; s/.*-//' |
				sort -u | wc -l)" -eq 1 ]
		ok $? "GCC $version, %u is the process, of several machines"
	fi
	rm -f run.*
	PODIUM_CLOCK_FILE=none/run LD_PRELOAD=$library ./with >out 2>err
	[ $? -eq 2 ] && grep -q "podium: cannot write '.*/none/run'" err
	ok $? "GCC $version, a folder that is not there"
	PODIUM_CLOCK_FILE=/dev/full/run LD_PRELOAD=$library ./with \
		>out 2>err
	[ $? -eq 2 ] && grep -q "podium: cannot write" err
	ok $? "GCC $version, a file that cannot be"
done
finish
