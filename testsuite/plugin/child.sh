#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An analysis that crashes, hangs, gives up or talks nonsense costs one note,
# and the records of what it was at; where that cannot be known, of all that
# it had not sent.

. "$(dirname "$0")/../gccs.sh"

# compile HOW FLAG...: source.c to HOW.o, with a child that behaves like that
compile()
{
	local how=$1

	shift
	PODIUM_TEST_CHILD=$how $cc -O2 -fopenmp -frandom-seed=1 -Wall -Werror \
		"$@" -c source.c -o object.o >"$how.log" 2>&1 || return 1
	mv object.o "$how.o"
}

# costs HOW WORDS: the object is the same, the user is told once and why,
# every loop is recorded as not analysed for the same reason.
costs()
{
	compile "$1" "$plugin" || return 1
	cp "$1.log" log
	[ "$(grep -c podium: log)" = 1 ] || return 1
	grep -q "note: podium: $2; $loops of the $loops loops" log || return 1
	[ "$(wc -l <log)" = 1 ] || return 1
	[ "$(count "$1.o")" = "$loops" ] || return 1
	[ "$(records "$1.o" | grep -c "\"analysed\":false,\"why\":\\[\"$2\"\\]")" \
		= "$loops" ] || return 1
	objcopy -R '.podium.*' "$1.o"
	cmp plain.o "$1.o" >log 2>&1
}

# lost FILE: records of loops that are missing because the analysis ended.
lost()
{
	records "$1" | grep -c '"analysed":false,"why":\["the analysis'
}

# costs_one HOW@WHERE LOST NOTE: the object is the same, the user is told once
# what is left out, LOST loops are not analysed and all others are as ever.
costs_one()
{
	compile "$1" "$plugin" || return 1
	cp "$1.log" log
	[ "$(wc -l <log)" = 1 ] || return 1
	grep -q "note: podium: $3" log || return 1
	[ "$(count "$1.o")" = "$loops" ] || return 1
	[ "$(lost "$1.o")" = "$2" ] || return 1
	records seen.o >seen
	records "$1.o" | grep -v '"analysed":false,"why":\["the analysis' |
		grep -cFxf seen >same
	[ "$(cat same)" = $((loops - $2)) ] || return 1
	objcopy -R '.podium.*' "$1.o"
	cmp plain.o "$1.o" >log 2>&1
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	grep -v unused "$sources/loops.c" >source.c
	compile plain || exit 99
	objcopy -R '.podium.*' plain.o
	compile seen "$plugin"
	loops=$(count seen.o)
	[ "$(records seen.o | grep -c '"analysed":true')" -gt 10 ] &&
		! [ -s seen.log ]
	ok $? "GCC $version: a healthy analysis says nothing"
	costs crash 'the analysis crashed'
	ok $? "GCC $version: crash"
	costs hang 'the analysis took too long'
	ok $? "GCC $version: hang"
	costs exit 'the analysis gave up'
	ok $? "GCC $version: exit"
	costs garbage 'the analysis sent what makes no sense'
	ok $? "GCC $version: garbage"
	costs_one crash@region#1 1 \
		'the analysis crashed at .region#1. (source.c:[0-9]*): this loop'
	ok $? "GCC $version: crash at a loop costs this one"
	costs_one hang@region#2 1 'the analysis took too long at .region#2.'
	ok $? "GCC $version: hang at a loop"
	costs_one exit@alone#1 1 'the analysis gave up at .alone#1.'
	ok $? "GCC $version: giving up at the last loop"
	costs_one memory@sum#1 1 'the analysis gave up at .sum#1.'
	ok $? "GCC $version: no memory at the first loop"
	costs_one crash@sum 1 'the analysis crashed in .sum.: its loops (1) are'
	ok $? "GCC $version: crash in the first function"
	costs_one exit@region 3 'the analysis gave up in .region.: its loops (3)'
	ok $? "GCC $version: giving up in a function"
	costs_one crash@unlooped 0 'the analysis crashed in .unlooped.: calls'
	ok $? "GCC $version: crash in a function that has no loop"
	compile verify "$plugin" && ! [ -s verify.log ]
	ok $? "GCC $version: GCC finds no fault with what the analysis makes"
done
finish
