#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Nests on rows that pointers find: the test at run time asks whether each row
# lies behind the one before, and both versions compute the same.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/transform/taken.bash"
profile=$data/sample.profile
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=1 # as threads would race where data overlap
needs "rows that pointers find" jq
source=
gcc=$(compiler "${PLUGIN_GCCS##* }" c)

variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" \
		--set '*=500' --set k=5 "$@" "$source" -- "${flags[@]}"
}

# program SOURCE FUNCTION: what the function leaves of rows that lie in all
# ways; or how often the changed loops ran, in all of them or in one
program()
{
	cat "$1" - <<END
#include <stdio.h>
#include <stdlib.h>
int taken;
static double memory[8000];
static double *first[20], *second[20];

/* Where row i begins. */
static int place(int how, int i, int m)
{
	switch (how) {
	case 0: return i * m;
	case 1: return 3000 + i * (m + 1);
	case 2: return 3000 - i * m;
	case 3: return (i == 2 ? 1 : i) * m;
	case 4: return i * m / 2;
	case 5: return (i + 1) * m;
	case 6: return 3000 + 2 * i * m;
	case 7: return 3000 + (2 * i + 1) * m;
	default: return 3000 + i * (m + 1) + m;
	}
}

int main(int count, char **arguments)
{
	int only = count > 2 ? atoi(arguments[2]) : -1;

	for (int how = only < 0 ? 0 : only; how < (only < 0 ? 81 : only + 1); how++)
		for (int n = 0; n < 14; n += 3)
			for (int m = 0; m < 14; m += 4)
				for (int k = 0; k < 6; k += 2) {
					for (int i = 0; i < 8000; i++)
						memory[i] = i * 7919L % 1000 / 999.;
					for (int i = 0; i < 20; i++) {
						first[i] = memory + place(how / 9, i, m ? m : 2);
						second[i] = memory + place(how % 9, i, m ? m : 2);
					}
					$2(n, m, k, first, second);
					if (count < 2)
						fwrite(memory, sizeof(memory), 1, stdout);
				}
	if (count > 1)
		printf("%d\n", taken);
	return arguments == NULL;
}
END
}

# compare FUNCTION LOOP NUMBER SUBJECTS: that variant asks this and computes the
# same; both of its versions ran
compare()
{
	local calls=4860 # and steps

	[ "$1" != region ] && [ "$1" != regional ] || calls=9720
	variants --loop "$2" --top 100000 --show "$3"
	grep -q "/\* if $4 do not overlap" out || return 1
	both_run "$source" "$1" "$calls"
}

# asks FUNCTION SUBJECTS [LOOP]: the variants that lie $halves of the list behind
# its first
asks()
{
	local last half loop=${3:-$1} id status=0

	id=$(jq -r --arg name "$loop" '.[] | .id |
		select(test("^(_ZL?[0-9]+)?" + $name + "[^#]*#1$"))' all.json)
	last=$(jq --arg id "$id" '.[] | select(.id == $id) | .variants |
		length' all.json)
	[ "$last" -gt 1 ] || status=1
	for half in $halves; do
		compare "$1" "$id" $((1 + (last - 1) * half / 2)) "$2" ||
			status=1
	done >log 2>&1
	ok $status "$source: $1: if $2 do not overlap"
}

# by_turns FUNCTION: the changed loops ran on rows of two tables that lie by
# turns; ./whole is the program that "asks" made last
by_turns()
{
	[ "$(./whole count 61)" -gt 0 ] && [ "$(./whole count 69)" -gt 0 ]
	ok $? "$source: $1: rows of two tables may lie by turns"
}

# refused FUNCTION WHY
refused()
{
	jq -e --arg name "$1" --arg why "$2" '.[] |
		select(.id | test("^(_ZL?[0-9]+)?" + $name + "[^#]*#1$")) |
		(.variants | length == 0) and
		(.forbidden | keys | any(contains($why)))' all.json >/dev/null
	ok $? "$source: $1: $2"
}

# check LANGUAGE SOURCE
check()
{
	cc=$(compiler "${PLUGIN_GCCS##* }" "$1")
	source=$2
	cp "$srcdir/testsuite/transform/pointed.c" "$source"
	chmod u+w "$source"
	variants --json --top 100000
	expect 0 "$source: all nests are understood"
	cp out all.json
	asks across "rows of c, rows of a, a and c"
	by_turns across
	asks border "rows of c, rows of a, a and c"
	asks eliminate "rows of c"
	asks product "rows of c, rows of a, a and c"
	asks sum "rows of c, rows of a, a and c"
	asks beside "rows of a, a and y, x and y"
	asks up "rows of c"
	asks member "rows of to->data, rows of from->data, from->data and to->data" fill
	asks wrapped "rows of c, rows of a, a and c" shorter
	asks shifted "rows of c, rows of a, a and c" behind
	asks lowered "rows of c, rows of from->data, c and from->data" lower
	asks begun "rows of c, rows of a, a and c" after
	asks named "rows of c, rows of a, a and c"
	refused triangle "begin or end by one inside it"
	refused conditional "not all iterations read its pointers"
	refused apart "not all iterations read its pointers"
	asks region "rows of c, rows of a, a and c"
	refused exchanged "may lead to other rows in other threads"
}

halves="0${THOROUGH:+ 1} 2"
check c pointed.c
halves=2 # as C++ takes longer to compile, and has the same nests
check cc pointed.cc
halves='0 2'
asks sized "rows of to, rows of other, other and to" add
asks multiplied "rows of to, rows of from, rows of other, from and to, other and to" \
	multiply
asks regional "rows of to, rows of from, from and to" shared
refused own "what its threads have for themselves"
asks held "rows of to, rows of from, from and to" gather
finish
