#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Loops that are made several times compute the same with each candidate and
# when these take turns; what is refused is told; what is no part of the trial
# is run as written.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/runtime/common.bash"
. "$srcdir/testsuite/turn.bash"
needs "the runtime" "$JQ"
unset PODIUM_VERSIONS PODIUM_TRIAL_SEED
ulimit -c 0

flag_sets=('-O0 -g' '-O2 -g' '-O3 -Wall -Werror -Wno-pedantic' '-O2 -flto')

# The last one must not be: no thread has so many iterations.
candidates='as-written | schedule(dynamic,3) | schedule(static,2) |
schedule(guided) num_threads(2) | schedule(nonmonotonic:dynamic) |
schedule(static,2000000000) force'

refused='assembler#1 assembler in it may hold labels
before_barrier#2 nowait: no thread can tell how long it takes
inside#1 a function that is declared in this one is called in it
labels#1 the address of a label in it is taken
nested#2 it stands in a loop that has versions
nowait#1 nowait: no thread can tell how long it takes
sized#1 the size of a variable in it is computed'

# plain NAME FLAGS SOURCE: NAME.plain. GCC 16.2 with -O3 forgets labels of which
# a table in a loop has the addresses.
plain()
{
	# shellcheck disable=SC2086
	$cc -fopenmp $2 "$3" -o "$1.plain" 2>log
}

# build NAME FLAGS SOURCE: that, and NAME.with
build()
{
	# shellcheck disable=SC2086
	plain "$@" &&
		$cc -fopenmp $2 "$plugin" -fplugin-arg-podium-clock \
			-fplugin-arg-podium-use=tuned "$3" -o "$1.with" 2>>log
}

# same NAME: as it is, and with the library but no file
same()
{
	"./$1.plain" >plain.out && "./$1.with" >with.out &&
		cmp plain.out with.out >log 2>&1 || return 1
	LD_PRELOAD=$library "./$1.with" >with.out
	cmp plain.out with.out >log 2>&1
}

# candidate NAME NUMBER: the same with that alone
candidate()
{
	printf '*\t%s\n' "$2" >versions
	PODIUM_VERSIONS=versions clocked "./$1.with" >with.out
	cmp plain.out with.out >log 2>&1 &&
		holds fixed "[.[] | .trial // empty] |
			all(.[]; .state == \"fixed\" and .version ==
			(if .candidates[$2].why then 0 else $2 end)) and
			(any(.[]; .version == $2) or $2 == 5)"
}

# turns NAME SEED: the same where they take turns, and each had some
turns()
{
	PODIUM_TRIAL_SEED=$2 clocked "./$1.with" >with.out
	cmp plain.out with.out >log 2>&1 &&
		holds turns '[.[] | select(.trial and .trial.why == null) |
			.calls as $calls | .trial.candidates |
			(map(.calls) | add) <= $calls and
			all(.[]; (.why == null) == (.calls > 0))] |
			length > 3 and all'
}

# stray HOW FILTER: the trials of both loops in the program "strays". A race may
# have ended where something disturbs.
stray()
{
	local loops=${3-2}

	rm -f run run.*
	./strays.plain "$1" >plain.out
	PODIUM_CLOCK_FILE=run LD_PRELOAD=$library ./strays.with "$1" >with.out
	cmp plain.out with.out >log 2>&1 &&
		holds "$1" "def runs: .state == \"racing\" or .state == \"settled\";
		[.[] | .trial // empty] | length == $loops and ($2)"
	ok $? "GCC $version: $1"
}

strays()
{
	cat >tuned <<-'END'
		podium.tuned 2
		strays.c:region#1 as-written | schedule(dynamic,9) | num_threads(1) force
		strays.c:shared#1 as-written | schedule(dynamic,9) | num_threads(1) force
		module.c:module_loop#1 as-written | schedule(dynamic,9)
	END
	cp "$sources/strays.c" .
	build strays "-O1 -pthread -Wl,--no-as-needed -ldl" strays.c &&
		$cc -O1 -fopenmp -fPIC -shared "$plugin" \
			-fplugin-arg-podium-clock -fplugin-arg-podium-use=tuned \
			"$sources/module.c" -o module.so 2>log
	ok $? "GCC $version: strays are built"
	stray none 'all(.[]; runs and .why == null and
		.under_way == null and (.candidates | map(.calls) | add) == 60)
		and ([.[].candidates[] | select(.why) | .calls] == [0]) and
		any(.[].candidates[].why; . and
			test("no parallel region of its own"))'
	stray twice 'all(.[]; [.candidates[].calls] == [2, 0, 0] and
		.best == 0 and .rounds == 0)'
	stray thread 'all(.[]; .state == "off" and
		.why == "another thread of the program met it" and
		(.candidates | map(.calls) | add) == 30)'
	stray module 'true' 3
	holds module '[.[] | select(.id == "module_loop#1")] | length == 1 and
		all(.[]; .calls == 30 and .trial.state == "none" and
			.trial.why == "its object was loaded by dlopen" and
			([.trial.candidates[].calls] | add) == 0)'
	ok $? "GCC $version: a module that is loaded later is as written"
	stray nested 'all(.[]; runs and
		(.candidates | map(.calls) | add) == 60)'
	stray fork 'all(.[]; runs)'
	cat run.* >run
	holds child '[.[] | .trial // empty] | length == 2 and
		all(.[]; .state == "off" and
			.why == "the process is a child of a fork" and
			([.candidates[].calls] | add) == 0)'
	ok $? "GCC $version: the child of a fork is as written"
	{ PODIUM_CLOCK_FILE=run LD_PRELOAD=$library ./strays.with crash \
		>with.out; } 2>/dev/null
	holds crash '.[0].end == "signal 6" and
		([.[] | .trial.under_way // empty] == [2])'
	ok $? "GCC $version: what was under way at a crash is told"
}

# Candidates, but no clocks: a note, and the code as without.
told()
{
	printf 'podium.tuned 2\nloop.c:f#1 as-written | schedule(dynamic)\n' \
		>tuned
	cat >loop.c <<-'END'
		void f(double *a, int n)
		{
		#pragma omp parallel for
			for (int i = 0; i < n; i++)
				a[i] = i;
		}
	END
	$cc -O2 -fopenmp -S loop.c -o plain.s &&
		$cc -O2 -fopenmp -Werror "$plugin" \
			-fplugin-arg-podium-use=tuned -S loop.c -o with.s 2>log &&
		grep -q 'in a program with clocks only' log &&
		cmp <(grep -v podium plain.s | head -n 40) \
			<(grep -v podium with.s | head -n 40) >/dev/null
	ok $? "GCC $version: without clocks there are no candidates"
}

for version in $PLUGIN_GCCS; do
	turn=0
	for language in c cc f90; do
		turn=$((turn + 1))
		use "$version" "$language" || continue
		cp "$sources/trial.$language" "trial.$language"
		for flags in "${flag_sets[@]}"; do
			its_turn $((turn++)) "$version" || continue
			name="GCC $version, trial.$language, $flags"
			printf 'podium.tuned 2\n* %s\n' \
				"${candidates//$'\n'/ }" >tuned
			if ! plain trial "$flags" "trial.$language"; then
				skip "$name" "this GCC alone does not build it"
				continue
			fi
			build trial "$flags" "trial.$language"
			ok $? "$name: builds"
			same trial
			ok $? "$name: the same without a file"
			result=0
			for one in 0 1 2 3 4 5; do
				candidate trial "$one" || result=1
			done
			ok $result "$name: each candidate computes the same"
			turns trial 1 && turns trial 2
			ok $? "$name: in turns they compute the same"
			[ "$language" = c ] || continue
			"$JQ" -r 'select(.trial.state == "none") |
				"\(.id) \(.trial.why)"' run | sort >found
			diff found <(echo "$refused") >log
			ok $? "$name: what is refused"
		done
	done
	use "$version" c || continue
	strays
	told
done
finish
