#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fortran's arrays in rows.f90: what is made of nests whose subscripts stay in
# the rows that were declared, and of those whose do not. With each GCC, as
# each leaves other traces of the declaration.

. "$(dirname "$0")/../gccs.sh"
values=()
for value in n=100 m=100 l=100 x_min=1 x_max=100 y_min=1 y_max=100 depth=2 \
	low=2 high=9; do
	values+=(--set "$value")
done

for array in 'a->' 'b->' 'p->' 'e->' 'x->a.' 'x->p.' kept.; do
	values+=(--set "${array}dim[0].stride=1" --set "${array}span=8"
		--set "${array}dim[1].stride=100" --set "${array}offset=0")
done
values+=(--set 'n[0]=100' --set 'n[1]=100' --set rows=100 --set columns=100
	--set unnamed=100)

# made FUNCTION WANTED [ORDINAL]: orders that are offered, with tiles left out
made()
{
	offered "$1" "$2" "$1_#${3-1}"
}

# The same of a function of the module.
described()
{
	offered "$1" "$2" "__described_MOD_$1#1"
}

# offered FUNCTION WANTED LOOP
offered()
{
	local got

	got=$(jq -r --arg id "$3" '.[] | select(.id == $id) | .variants[] |
		.variant | select(contains("collapse") | not) |
		sub(" tile.*"; "")' out | sort -u |
		sed 's/order(\(.*\))/\1/' | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$version: $1: ${2:-nothing}"
	rm -f log
}

needs "Fortran's rows" jq
for version in $PLUGIN_GCCS; do
	use "$version" f90 || continue
	run "$PODIUM" variants --json --top 100000 --profile \
		"$data/sample.profile" --gcc "$(compiler "$version" c)" \
		"${values[@]}" "$srcdir/testsuite/transform/rows.f90"
	expect 0 "$version: all nests are understood"
	made inside "i,j j,i"
	made again "i,j j,i" 2
	made deep "c,i c,i,j c,j,i i,c i,c,j i,j j,c,i j,i"
	made halo "i,j j,i"
	made fixed "i,j j,i"
	made before ""
	made behind ""
	made fixed_before ""
	made swept ""
	made own_rows "i,j j,i"
	made unknown_rows ""
	made equivalent ""
	made far ""
	made changed ""
	described assumed "i,j j,i"
	described column "i,j j,i" # in tiles of columns
	described wave ""
	described pointed "i,j j,i"
	described members "i,j j,i"
	described held "i,j j,i"
	described held_pointer "i,j j,i"
	described of_module "i,j j,i"
	described outside ""
	described moving ""
	described bounds "i,j" # a tile would load n(1) earlier
	described left_out ""
	contained=$(jq -r '.[].id | select(startswith("contained."))' out)
	offered contained "i,j j,i" "$contained"
done
finish
