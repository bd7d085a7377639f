#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rows that the source counts by itself, as c[i * ld + j]: a test at run time
# asks whether they overlap, and both versions compute the same.

. "$(dirname "$0")/../gccs.sh"
gcc=$(compiler "${PLUGIN_GCCS##* }" c)
profile=$data/sample.profile
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=1 # as threads would race where rows overlap

needs "rows of the source" jq
cp "$srcdir/testsuite/transform/leading.c" . && chmod u+w leading.c

# variants [OPTION...]: of the source
variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" \
		--set n=500 --set m=500 --set ld=512 --set plane=512 \
		--set first=0 --set wide=500 --set K=500 --set N=500 \
		--set LD=512 --set A=512 "$@" leading.c -- "${flags[@]}"
}

variants --json --top 100000
expect 0 "all nests are understood"
cp out all.json

# asked FUNCTION: all that is made of it is asked for rows
asked()
{
	jq -e --arg id "$1#1" '.[] | select(.id == $id) | .variants |
		length > 0 and all(.[]; .condition |
			contains("rows of \u0027"))' all.json >/dev/null
	ok $? "$1: if rows do not overlap"
}

# The functions are called with rows of all lengths; the numbers that they
# leave are printed, and how often the changed loops ran.
program()
{
	cat "$1" - <<END
#include <stdio.h>
#include <string.h>
#ifndef COUNTED
int taken;
#endif
static double memory[1200], rows[1200];
int main(int count, char **arguments)
{
	for (int n = 0; n < 6; n += 2)
		for (int m = 0; m < 7; m += 2)
			for (int ld = -6; ld < 8; ld++)
				for (int plane = -6; plane < 8; plane++) {
					for (int i = 0; i < 1200; i++) {
						memory[i] = i * 7919L % 1000 / 999.;
						rows[i] = i * 131L % 1000 / 997.;
					}
					$2(n, m, ld, plane, memory + 600,
						rows + 600);
					if (count < 2)
						fwrite(memory, sizeof(memory), 1, stdout);
				}
	if (count > 1)
		printf("%d\n", taken);
	return arguments == NULL;
}
END
}

# compare FUNCTION TEST: what the first variants leave is what the source leaves;
# both versions ran by this test
compare()
{
	local rank ran

	program leading.c "$1" >whole.c
	"$gcc" "${flags[@]}" -w -fopenmp whole.c -o whole && ./whole | cksum >want
	for rank in 1 2; do
		variants --loop "$1#1" --show "$rank"
		grep -qF "if ($2) {" out || return 1
		awk '/^#define PODIUM_TILE/ { $3 = 2 + NR % 2 }
			NR == 1 { print "#define COUNTED\nstatic int taken;" }
			{ print }
			/\/\* if .* do not overlap/ { within = 1 }
			within && /\{$/ { print "taken++;"; within = 0 }' \
			out >changed.c
		program changed.c "$1" >whole.c
		"$gcc" "${flags[@]}" -w -fopenmp whole.c -o whole || return 1
		./whole | cksum | cmp - want || return 1
		ran=$(./whole count)
		[ "$ran" -gt 0 ] && [ "$ran" -lt 2352 ] || return 1
	done
}

# rows FUNCTION TEST: all variants of it ask this
rows()
{
	asked "$1"
	compare "$1" "$2" >log 2>&1
	ok $? "$1: the same numbers by $2"
}

wide='(long long)m <= (long long)ld'
rows product "$wide"
rows transposed "$wide"
rows planes "$wide && (long long)n <= (long long)plane"
rows halo "0 <= (long long)first + 1 && (long long)first + (long long)m <= (long long)ld + 1"
rows triangle '(long long)n <= (long long)ld'
rows down "$wide"
rows pairs "$wide"
rows old '(long long)N <= (long long)LD'

# refused FUNCTION WHY
refused()
{
	jq -e --arg id "$1#1" --arg why "$2" '.[] | select(.id == $id) |
		(.variants | length == 0) and
		(.forbidden | keys | any(contains($why)))' all.json >/dev/null
	ok $? "$1: $2"
}

refused before "may leave their rows"
refused hidden "'ld' may mean something else"
finish
