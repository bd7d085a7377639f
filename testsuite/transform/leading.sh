#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rows that the source counts by itself, as c[i * ld + j]: a test at run time
# asks whether they overlap, and both versions compute the same.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/transform/taken.bash"
profile=$data/sample.profile
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=1 # as threads would race where rows overlap
gcc=$(compiler "${PLUGIN_GCCS##* }" c)

needs "rows of the source" jq
cp "$srcdir/testsuite/transform"/{leading.c,members.cc} .
chmod u+w leading.c members.cc

# variants [OPTION...]: of the source
variants()
{
	local values=() name

	for name in n m ld plane first wide width a b this-\>ld.2 K N LD A which \
		{this-\>,g-\>,g[1].}{n,m,ld}; do
		values+=(--set "$name=500")
	done
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" \
		"${values[@]}" "$@" "$source" -- "${flags[@]}"
}

# begin SOURCE LANGUAGE
begin()
{
	source=$1 cc=$(compiler "${PLUGIN_GCCS##* }" "$2")
	variants --json --top 100000
	expect 0 "$1: all nests are understood"
	cp out all.json
}

# id FUNCTION: of its loop
id()
{
	jq -r --arg name "$1" '.[].id | select(contains($name))' all.json
}

# asked FUNCTION: all that is made of it is asked for rows
asked()
{
	jq -e --arg id "$(id "$1")" '.[] | select(.id == $id) | .variants |
		length > 0 and all(.[]; .condition |
			contains("rows of \u0027"))' all.json >/dev/null
	ok $? "$1: if rows do not overlap"
}

# program SOURCE FUNCTION: it is called with rows of all lengths; the numbers
# that it leaves are printed, and how often the changed loops ran
program()
{
	cat "$1" - <<END
#include <stdio.h>
#include <string.h>
int taken;
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

# compare FUNCTION TEST CALL: what the first variant leaves is what the source
# leaves; both versions ran by this test
compare()
{
	variants --loop "$(id "$1")" --show 1
	grep -qF "$2" out || return 1
	both_run "$source" "$3" 2352
}

# rows FUNCTION TEST [CALL]: all variants of it ask this
rows()
{
	asked "$1"
	compare "$1" "$2" "${3:-$1}" >log 2>&1
	ok $? "$1: the same numbers by $2"
}

# apart FUNCTION TEST CALL: of data that must not overlap
apart()
{
	compare "$1" "$2" "$3" >log 2>&1
	ok $? "$1: the same numbers by $2"
}

# room FUNCTION TEST CALL: as long as its numbers do not wrap around
room()
{
	jq -e --arg id "$(id "$1")" '.[] | select(.id == $id) | .variants |
		length > 0 and all(.[]; .condition |
			contains("no number wraps around"))' all.json >/dev/null
	ok $? "$1: if no number wraps around"
	compare "$1" "$2" "$3" >log 2>&1
	ok $? "$1: the same numbers by $2"
}

# refused FUNCTION WHY
refused()
{
	jq -e --arg id "$(id "$1")" --arg why "$2" '.[] | select(.id == $id) |
		(.variants | length == 0) and
		(.forbidden | keys | any(contains($why)))' all.json >/dev/null
	ok $? "$1: $2"
}

begin leading.c c
wide='(long long)m <= (long long)ld'
rows product "$wide"
rows transposed "$wide"
rows levels ' <= (long long)plane' call_levels
rows layers ' <= (long long)((unsigned long long)layer' call_layers
room narrow '2 * (double)ld * (double)n + (double)m <= 4294967296' call_narrow
room every_second '(double)ld * (double)n' call_every_second
room emptied '(long long)m' call_emptied
room signless '2147483647' call_signless
room converted '(double)ld * (double)n <= 4294967295' call_converted
room lessened '(double)ld * (double)n' call_lessened
rows planes "$wide && (long long)n <= (long long)plane"
rows halo "if ((long long)m <= (long long)ld + 1) {"
rows based "if ($wide) {"
rows columns 'if (0 <= (long long)ld + 2) {' call_columns
rows slices "$wide && (long long)((unsigned long long)ld * (unsigned long long)n + (unsigned long long)m) <= (long long)("
rows triangle '(long long)n <= (long long)ld'
rows down "$wide"
rows pairs "$wide"
rows old '(long long)N <= (long long)LD'
rows far '(long long)m <= (long long)((unsigned long long)a * (unsigned long long)b)' call_far
refused named "may leave their rows"
refused before "may leave their rows"
rows aliased '(long long)m <= (long long)plane + (long long)wide'
refused hidden "'ld' may mean something else"

begin members.cc cc
rows transpose '(long long)this->m <= (long long)this->ld' call_transpose
rows scale 'this and this->x' call_scale
rows behind '(long long)g->m <= (long long)g->ld' call_behind
rows chosen '(long long)g[1].m <= (long long)g[1].ld' call_chosen
rows containers "$wide" call_containers
apart absent 'if (0 < (long long)m && 0 < (long long)n &&' call_absent
refused moved "may leave their rows"
for name in outside elsewhere; do
	variants --loop "$(id "$name")" --show 1
	expect 1 "$name: another variable has its name" -e "does not compile to what was meant"
done
variants --loop "$(id pointers)" --show 1
expect 0 "pointers: one row of each table is asked for" -o 'rows_beside <= (long long)which'
finish
