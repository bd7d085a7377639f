#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An analysis that crashes, hangs, gives up or talks nonsense costs the
# records of what it had not sent, and one note.

. "$(dirname "$0")/tap.sh"

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
	compile verify "$plugin" && ! [ -s verify.log ]
	ok $? "GCC $version: GCC finds no fault with what the analysis makes"
done
finish
