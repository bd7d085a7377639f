#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Nests between which pointers are exchanged: the test at run time asks for
# those that the nest goes through, and both versions compute the same.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/transform/taken.bash"
profile=$data/sample.profile
flags=(-O2 -ffp-contract=off)
export OMP_NUM_THREADS=1 # as threads would race where data overlap
gcc=$(compiler "${PLUGIN_GCCS##* }" c)
cc=$gcc

needs "exchanged pointers" jq
cp "$srcdir/testsuite/transform/exchanged.c" .
chmod u+w exchanged.c

variants()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" \
		--set '*=500' "$@" exchanged.c -- "${flags[@]}"
}

variants --json --top 100000
expect 0 "all nests are understood"
cp out all.json

# program SOURCE FUNCTION: what the function leaves of data apart and over each
# other; or how often the changed loops ran
program()
{
	cat "$1" - <<END
#include <stdio.h>
int taken;
static double memory[4000];

int main(int count, char **arguments)
{
	static const int starts[] = {0, 900, 1, 13, 104, 26};

	for (int i = 0; i < 36; i++)
		for (int n = 0; n < 14; n += 3)
			for (int m = 1; m < 14; m += 4)
				for (int steps = 0; steps < 6; steps++) {
					for (int k = 0; k < 4000; k++)
						memory[k] = k * 7919L % 1000 / 999.;
					$2(n, m, steps, memory + 900 + starts[i / 6],
						memory + 900 + starts[i % 6]);
					if (count < 2)
						fwrite(memory, sizeof(memory), 1, stdout);
				}
	if (count > 1)
		printf("%d\n", taken);
	return arguments == NULL;
}
END
}

# compare FUNCTION NUMBER SUBJECTS: that variant asks this and computes the
# same; both of its versions ran in 10800 steps
compare()
{
	variants --loop "$1#1" --top 100000 --show "$2"
	grep -q "/\* if $3 do not overlap" out || return 1
	both_run exchanged.c "$1" 10800
}

# asks FUNCTION SUBJECTS: the first and the last of its variants
asks()
{
	local last

	last=$(jq --arg id "$1#1" '.[] | select(.id == $id) | .variants |
		length' all.json)
	[ "$last" -gt 1 ] && compare "$1" 1 "$2" >log 2>&1 &&
		compare "$1" "$last" "$2" >>log 2>&1
	ok $? "$1: if $2 do not overlap"
}

# refused FUNCTION WHY
refused()
{
	jq -e --arg id "$1#1" --arg why "$2" '.[] | select(.id == $id) |
		(.variants | length == 0) and
		(.forbidden | keys | any(contains($why)))' all.json >/dev/null
	ok $? "$1: $2"
}

asks pair "x and y"
asks before "x and y"
asks twice "x and y"
asks old "old and x"
asks same "a and y, b and y"
asks shadow "to and v"
asks inner "u and v"
asks counted "from and to"
asks sometimes "x and y"
asks widths "rows of y, x and y"
asks cast "from and to"
asks converted "x and y"
refused within "address of a reference"
refused unsteady "address of a reference"
refused rewritten "loops around may write there"
refused written "loops around may write there"
refused assembled "assembler code of the nest"

# What x is by then has no name: who counts from where it began is found out.
variants --loop moved#1 --show 1
expect 1 "moved: another place than the name says" \
	-e "does not compile to what was meant"
finish
