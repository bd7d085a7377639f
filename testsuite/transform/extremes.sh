#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium variants on the greatest and the least of numbers by hand: which of
# them are the same to the bit in any order, which with --allow-reassociation,
# and what only looks like them. What is made of them is run and compared.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/turn.bash"
gcc=$(compiler "${PLUGIN_GCCS##* }" c)
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=3

needs "the greatest of numbers" jq
cp "$srcdir/testsuite/transform"/extremes.* . && chmod u+w extremes.*
source=extremes.c

# variants [OPTION...]: of the source
variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$data/sample.profile" \
		"$@" "$source" -- "${flags[@]}"
}

# tables: what is offered without the option, and with it
tables()
{
	variants --json --top 100000
	expect 0 "$source: all nests are understood"
	cp out exact.json
	variants --json --top 100000 --allow-reassociation
	expect 0 "$source: with sums in any order, too"
	cp out all.json
}

tables
jq -e 'all(.[].variants[]; has("reassociates") | not)' exact.json >/dev/null
ok $? "what is the same to the bit is no sum that changes"

# offers TABLE FUNCTION WANTED: is the other order offered, and how?
offers()
{
	[ "$(jq -r --arg id "$2#1" '.[] | select(.id == $id) | .variants[] |
		select(.variant == "order(j,i)") |
		if .reassociates then "reordered" else "exact" end' "$1")" = \
		"$3" ]
	ok $? "$2: ${3:-not offered} in $1"
}

for name in by_if by_function by_choice by_macro least of_whole of_float \
	behind_condition two in_stencil; do
	offers exact.json "$name" exact
	offers all.json "$name" exact
done
for name in with_sign function_with_sign; do
	offers exact.json "$name" ""
	offers all.json "$name" reordered
done
for name in takes_nan takes_nan_by_if stores place of_another both_ways decays \
	reduced_otherwise reads; do
	offers all.json "$name" ""
done

# try LOOP RANK WORDS: the changed source prints the same
try()
{
	variants --top 100000 --allow-reassociation --loop "$1" --show "$2"
	cp out "changed-$source"
	[ "$status" -eq 0 ] && $cc "${flags[@]}" -fopenmp "changed-$source" \
		-lm -o changed 2>log && ./changed >got && cmp -s got wanted
	ok $? "$1: $3"
}

# try_all CC: one order, one with tiles and one with full tiles of each loop
try_all()
{
	cc=$1
	$cc "${flags[@]}" -fopenmp "$source" -lm -o program &&
		./program >wanted
	[ -s wanted ]
	ok $? "$source: the program as it was"
	jq -r '.[] | .id as $id | .variants | group_by(.variant |
		[contains("full"), contains("tile")]) | .[][0] |
		"\($id) \(.rank) \(.variant)"' all.json | a_third >list
	while read -r loop rank words; do
		try "$loop" "$rank" "$words" </dev/null
	done <list
}

try_all "$gcc"

if use "${PLUGIN_GCCS##* }" cc; then
	source=extremes.cc
	tables
	for name in in_loop of_squares; do
		offers exact.json "$name" exact
	done
	offers all.json takes_nan ""
	try_all "$cc"
fi
finish
