#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium variants --allow-reassociation on sums by hand: which of them let
# loops move, and that nothing else does. Sums of whole numbers are the same to
# the bit in any order, so what is made of them is run and compared.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/turn.bash"
gcc=$(compiler "${PLUGIN_GCCS##* }" c)
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=3

needs "sums in another order" jq
cp "$srcdir/testsuite/transform"/sums.* . && chmod u+w sums.*
source=sums.c

# variants [OPTION...]: of the source
variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$data/sample.profile" \
		"$@" "$source" -- "${flags[@]}"
}

variants --json --top 100000
expect 0 "all nests are understood"
jq -e 'all(.[].variants[]; has("reassociates") | not)' out >/dev/null
ok $? "without the option no sum changes its order"
cp out exact.json
variants --json --top 100000 --allow-reassociation
expect 0 "and with it"
cp out all.json
jq 'map(.variants |= map(select(.reassociates | not) | del(.rank)) |
	{id, written, variants})' all.json >left.json
jq 'map(.variants |= map(del(.rank)) | {id, written, variants})' \
	exact.json | cmp -s - left.json && [ -s left.json ]
ok $? "what keeps the order is offered as before"

# made FUNCTION WANTED: orders without tiles that change sums
made()
{
	local got id=$1

	[[ $1 == *#* ]] || id=$1#1
	got=$(jq -r --arg id "$id" '.[] | select(.id == $id) | .variants[] |
		select(.reassociates) | .variant |
		select(test("tile|collapse|simd") | not)' \
		all.json | sort | sed 's/order(\(.*\))/\1/' | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: ${2:-no order}"
	rm -f log
}

# Sums, and nothing but sums.
for name in plain cond two_apart minus product math firstpriv work_orphan_red \
	section ternary stmts ldouble max_if; do
	made "$name" j,l
done
made three "i,k,j j,i,k j,k,i k,i,j k,j,i"
made three_write "i,k,j k,i,j k,j,i"
made nested_sums "i,k,j j,i j,k,i"
made local_then_red k,j
for name in elem elem_two_stmts elem_cond; do
	made "$name" i,j,k # all others keep the order of additions
done
made elem_two_places q,j,i
made global_scalar q,j,i

# What is read on its way, or is more than a sum, keeps its order.
for name in prefix_outer read_between max_index subscript two_feed \
	two_cross minus_rev mixed_ops last_partial last_mid dowhile reset \
	reset_row cond_on_sum call private_kept section_decay \
	section_read section_wrong_op alias addr_pass vol_addend \
	ternary_zero s_plus_s_e write_wave triangle declared wrong_clause \
	inscan count_by_float float_of_double elem_read elem_neighbour elem_mixed \
	wrong_clause_whole elem_cond_self elem_hoisted elem_self elem_rev elem_set elem_hist \
	elem_two_ops elem_cross elem_feed global_used; do
	made "$name" ""
done

# Whole numbers need no option, but a clause with their operation.
[ "$(jq -r '.[] | select(.id | startswith("wrong_clause_whole") or
	startswith("right_clause_whole")) | .count > 0' exact.json | xargs)" = \
	"false true" ]
ok $? "whole numbers are put together by what adds them up"

# try LOOP RANK WORDS: the changed source prints the same
try()
{
	variants --allow-reassociation --loop "$1" --show "$2"
	cp out "changed-$source"
	[ "$status" -eq 0 ] && $cc "${flags[@]}" -fopenmp "changed-$source" \
		-lm -o changed 2>log && ./changed >got && cmp -s got wanted
	ok $? "$1: $3"
}

# try_all CC LOOPS: one of each loop, and of those tiles as well
try_all()
{
	cc=$1
	$cc "${flags[@]}" -fopenmp "$source" -lm -o program &&
		./program >wanted
	[ -s wanted ]
	ok $? "$source: the program as it was"
	jq -r --arg loops "$2" '.[] | .id as $id | .variants |
		map(select(.reassociates)) | group_by(.variant |
			[contains("full"), contains("tile")]) |
		if $id | test($loops) then .[][0]
		else .[0][0] | select(.) end |
		"\($id) \(.rank) \(.variant)"' all.json | a_third >list
	while read -r loop rank words; do
		try "$loop" "$rank" "$words" </dev/null
	done <list
}

try_all "$gcc" "plain|nested_sums|beside_other|elem_two"

variants --allow-reassociation --loop plain#1 --patch 1
expect 0 "the patch says so" -o 'The order of additions changes'
variants --allow-reassociation --loop plain#1
expect 0 "and the table" -o 'sums reordered'

# Of a main program the sum lies in memory.
if use "${PLUGIN_GCCS##* }" f90; then
	source=sums.f90
	variants --json --top 100000 --allow-reassociation
	expect 0 "all nests of Fortran are understood"
	cp out all.json
	for loop in 1 2; do
		made "MAIN__#$loop" j,i
	done
	made "MAIN__#3" j,i
	made "MAIN__#4" k,j,i
	made "MAIN__#5" ""
	made "MAIN__#6" ""
	try_all "$cc" "#[123]$"
fi
finish
