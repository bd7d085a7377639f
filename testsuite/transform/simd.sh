#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium variants --allow-reassociation on sums by hand: which of them are put
# into vectors. Sums of whole numbers are the same to the bit in any order, so
# what is made of them is run and compared.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/turn.bash"
gcc=$(compiler "${PLUGIN_GCCS##* }" c)
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=3

needs "sums in vectors" jq
cp "$srcdir/testsuite/transform"/{sums.c,simd.c,simd.f90} . &&
	chmod u+w sums.c simd.*
cc=$gcc prefix=

# variants [OPTION...]: of the source
variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$data/sample.profile" \
		"$@" "$source" -- "${flags[@]}"
}

# filled FUNCTION WANTED: loops whose sums are put into vectors
filled()
{
	local got

	got=$(jq -r --arg id "$prefix$1#1" '.[] | select(.id == $id) | .variants[] |
		.variant | select(startswith("simd"))' all.json |
		sort | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: ${2:-no vectors}"
	rm -f log
}

# try LOOP RANK WORDS: the changed source prints the same
try()
{
	variants --allow-reassociation --loop "$1" --show "$2"
	cp out "changed-$source"
	[ "$status" -eq 0 ] && grep -qi 'omp.* simd' "changed-$source" &&
		$cc "${flags[@]}" -O3 -fopenmp "changed-$source" -lm \
			-o changed 2>log && ./changed >got && cmp -s got wanted
	ok $? "$1: $3"
}

# look SOURCE: what there is, and each of it tried
look()
{
	source=$1
	variants --json --top 100000 --allow-reassociation
	expect 0 "$source: all nests are understood"
	cp out all.json
	$cc "${flags[@]}" -fopenmp "$source" -lm -o program &&
		./program >wanted
	[ -s wanted ]
	ok $? "$source: the program as it was"
	jq -r '.[] | .id as $id | .variants[] |
		select(.variant | startswith("simd")) |
		"\($id) \(.rank) \(.variant)"' all.json | a_third >list
	while read -r loop rank words; do
		try "$loop" "$rank" "$words" </dev/null
	done <list
}

# A sum may begin anew around the loop, go on behind it, or be of threads, too.
look simd.c
for name in dot in_region rows downwards three counted restricted own \
	together shadowed; do
	filled "$name" "simd(j)"
done
for name in two behind; do
	filled "$name" "simd(j) simd(j,j.2) simd(j.2)"
done

# Iterations depend on each other, or may.
for name in wave overlapping same histogram array neighbours; do
	filled "$name" ""
done

# More is done than to add, or what a line would have to name is not clear.
for name in least bits kept last hidden hidden_use member pointed declares \
	left prefix rounded bound; do
	filled "$name" ""
done

# The table tells why.
variants --allow-reassociation --loop wave#1
expect 0 "a dependence is told" -o "are not put into vectors: 'a' read"
variants --allow-reassociation --loop rows#1 --patch 1
expect 0 "the patch says what changes" -o 'The order of additions changes' \
	-o '+#pragma omp simd reduction(+:s)'
variants --json --top 100000
jq -e 'all(.[].variants[]; .variant | startswith("simd") | not)' out \
	>/dev/null
ok $? "without the option no sum is put into vectors"
flags+=(-ffast-math -O3)
variants --allow-reassociation --loop rows#1
expect 0 "nor where GCC does so itself" \
	-o 'GCC fills vectors with its iterations already'
flags=(-O2 -ffp-contract=off)

look sums.c
for name in plain two_apart minus product firstpriv work_orphan_red stmts \
	prefix_outer reset_row triangle beside_other; do
	filled "$name" "simd(j)"
done
for name in max_if max_index read_between two_feed two_cross minus_rev \
	mixed_ops last_partial dowhile section_read alias addr_pass vol_addend \
	float_of_double elem elem_hist global_scalar ldouble three call; do
	filled "$name" ""
done

if use "${PLUGIN_GCCS##* }" f90; then
	prefix=__sums_MOD_
	look simd.f90
	for name in dot in_region rows own counted written greatest; do
		filled "$name" "simd(j)"
	done
	for name in wave kept most labels; do
		filled "$name" ""
	done
fi
finish
