#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium variants --allow-reassociation on sums by hand: which of them let
# loops move, and that nothing else does. Sums of whole numbers are the same to
# the bit in any order, so what is made of them is run and compared.

. "$(dirname "$0")/../gccs.sh"
gcc=$(compiler "${PLUGIN_GCCS##* }" c)
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=3

needs "sums in another order" jq
cp "$srcdir/testsuite/transform/sums.c" . && chmod u+w sums.c

# variants [OPTION...]: of the source
variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$data/sample.profile" \
		"$@" sums.c -- "${flags[@]}"
}

variants --json --top 100000
expect 0 "all nests are understood"
jq -e 'all(.[].variants[]; has("reassociates") | not)' out >/dev/null
ok $? "without the option no sum changes its order"
cp out exact.json
variants --json --top 100000 --allow-reassociation
expect 0 "and with it"
cp out all.json
jq '[.[].variants |= map(select(.reassociates | not) | del(.rank)) |
	{id, written, variants}] ' all.json >left.json
jq '[.[].variants |= map(del(.rank)) | {id, written, variants}]' \
	exact.json | cmp -s - left.json
ok $? "what keeps the order is offered as before"

# made FUNCTION WANTED: orders without tiles that change sums
made()
{
	local got

	got=$(jq -r --arg id "$1#1" '.[] | select(.id == $id) | .variants[] |
		select(.reassociates) | .variant |
		select(contains("tile") or contains("collapse") | not)' \
		all.json | sort | sed 's/order(\(.*\))/\1/' | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: ${2:-no order}"
	rm -f log
}

# Sums, and nothing but sums.
for name in plain cond two_apart minus product math firstpriv work_orphan_red \
	section ternary stmts ldouble; do
	made "$name" j,l
done
made three "i,k,j j,i,k j,k,i k,i,j k,j,i"
made three_write "i,k,j k,i,j k,j,i"
made nested_sums "i,k,j j,i j,k,i"
made local_then_red k,j

# What is read on its way, or is more than a sum, keeps its order.
for name in prefix_outer read_between max_if max_index subscript two_feed \
	two_cross minus_rev mixed_ops last_partial last_mid dowhile reset \
	reset_row cond_on_sum call private_kept alias addr_pass vol_addend \
	ternary_zero s_plus_s_e write_wave triangle declared wrong_clause \
	inscan count_by_float float_of_double; do
	made "$name" ""
done

# try LOOP RANK WORDS: the changed source prints the same
try()
{
	variants --allow-reassociation --loop "$1" --show "$2"
	cp out changed.c
	[ "$status" -eq 0 ] && $gcc "${flags[@]}" -fopenmp changed.c -lm \
		-o changed 2>log && ./changed >got && cmp -s got wanted
	ok $? "$1: $3"
}

$gcc "${flags[@]}" -fopenmp sums.c -lm -o program && ./program >wanted
[ -s wanted ]
ok $? "the program as it was"
jq -r '.[] | .id as $id | .variants | map(select(.reassociates)) |
	group_by(.variant | [contains("full"), contains("tile")]) |
	if $id | test("plain|section|nested_sums|beside_other") then .[][0]
	else .[0][0] | select(.) end |
	"\($id) \(.rank) \(.variant)"' all.json >list
while read -r loop rank words; do
	try "$loop" "$rank" "$words" </dev/null
done <list

variants --allow-reassociation --loop plain#1 --patch 1
expect 0 "the patch says so" -o 'The order of additions changes'
variants --allow-reassociation --loop plain#1
expect 0 "and the table" -o 'sums reordered'
finish
