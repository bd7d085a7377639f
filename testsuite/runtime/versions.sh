#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# PODIUM_VERSIONS fixes a version of each loop for a run: it runs in all threads
# and is told in the file of the run; without that what cannot be obeyed is said.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/runtime/common.bash"
needs "the runtime" "$JQ"
unset PODIUM_VERSIONS

# fixed VERSIONS: the program with these lines, its output and its messages.
fixed()
{
	printf %b "$1" >versions
	PODIUM_VERSIONS=versions clocked ./with >with.out 2>said
}

# Without clocks.
alone()
{
	PODIUM_VERSIONS=$1 LD_PRELOAD=$library ./with >with.out 2>said
}

# owners LOOP: which threads ran its iterations, in all contexts alike.
owners()
{
	grep "^$1:" with.out | sort -u
}

# is LOOP OWNERS
is()
{
	[ "$(owners "$1")" = "$1: $2" ] || {
		echo "$1: $2 wanted" >log
		cat with.out >>log
		false
	}
}

# ran ID VERSION...: as the file of the run says.
ran()
{
	holds "$1 $2" "[.[] | select(.id == \"$1\").trial |
		.version, .state] == [$2, \"fixed\"]"
}

rows='00 00 10 10 20 20'	# iterations of i in three parts
columns='00 00 01 01 02 02'	# of j
turns='00 10 20 00 10 20'	# of i one by one

obeyed()
{
	fixed 'orphaned#1\t1\nregion#1\t2\nnowait#1\t2\n' && [ ! -s said ] &&
		is region '00 00 00 00 00 00' && is orphaned "$columns" &&
		is nowait "$turns" && ran region#1 2 && ran orphaned#1 1 &&
		ran nowait#1 2 &&
		grep -q '^no region: 77' with.out
	ok $? "GCC $version: versions in all threads, regions and children"
	fixed 'versions.c:nowait#1\t1\n*\t1\nnowait#1\t2\n' && [ ! -s said ] &&
		is region "$turns" && is nowait "$columns" &&
		is orphaned "$columns"
	ok $? "GCC $version: the file of a loop, and all loops"
	fixed '' && [ ! -s said ] && is region "$rows" &&
		is nowait "$rows" && is orphaned "$rows" && ran nowait#1 0 &&
		holds untried '[.[] | .trial // empty | .rounds,
			.candidates[].calls] | unique == [0]'
	ok $? "GCC $version: without a line loops are as written"
	printf 'nowait#1\t1\n' >versions
	alone versions && is nowait "$columns" && is region "$rows"
	ok $? "GCC $version: without clocks"
	clocked ./with >with.out && is nowait "$rows" &&
		holds nowait '[.[] | select(.id == "nowait#1").trial |
			.state, .version, .why] == ["none", null,
			"nowait: no thread can tell how long it takes"]'
	ok $? "GCC $version: a loop with nowait is not tried"
}

said()
{
	cmp - said && is region "$rows" && is nowait "$rows"
}

refused()
{
	fixed 'region#1\t4\nregion#2\t0\nnowait#1\t3\n\nnowait#1 1\nother.c:region#1\t1\nnowait#2\t1\n' &&
		[ ! -s said ] && alone versions
	said <<-'END'
	podium: versions:1: region#1: the loop has no such version, it ran as written
	podium: versions:2: region#2: no such loop in the program
	podium: versions:3: nowait#1: the loop has no such version, it ran as written
	podium: versions:5: nowait#1 1: expected a loop, a tab and a number
	podium: versions:6: other.c:region#1: no such loop in the program
	podium: versions:7: nowait#2: the loop has no such version, it ran as written
	END
	ok $? "GCC $version: what cannot be obeyed is said"
	alone none
	said <<<"podium: cannot read 'none': all loops ran as written"
	ok $? "GCC $version: a file that cannot be read"
	PODIUM_VERSIONS=none clocked true 2>said && [ ! -s said ]
	ok $? "GCC $version: nothing is said by programs without loops"
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	cp "$sources/versions.c" .
	cat >tuned <<-'END'
		podium.tuned 2
		versions.c:region#1 as-written | schedule(static,1) | num_threads(1) force
		versions.c:orphaned#1 as-written | order(j,i) | schedule(static,1) force
		versions.c:nowait#1 as-written | order(j,i) | schedule(static,1) | order(j,x) force
	END
	$cc -O2 -fopenmp versions.c -o with "$plugin" \
		-fplugin-arg-podium-clock -fplugin-arg-podium-use=tuned -pthread
	ok $? "GCC $version: it is built"
	obeyed
	refused
done
finish
