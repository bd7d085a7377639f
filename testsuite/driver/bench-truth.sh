#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools/bench-truth on a program of two loops: what it builds, what it writes,
# and that it goes on where it was cut off.

. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/testsuite/tap.sh"

export PODIUM PODIUM_BUILD="$builddir"
cd "$work" || exit 99
needs "bench-truth" plugin make jq

mkdir app
cat >app/work.c <<'END'
void fill(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 30000; j++)
			x[i] += i / (j + 1.0);
}
double sum(const double *x, int n)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 30000; j++)
			s += x[i] / (j + 1.0);
	return s;
}
END
cat >app/main.c <<'END'
#include <stdio.h>
void fill(double *x, int n);
double sum(const double *x, int n);
double x[40];
int main(void)
{
	fill(x, 40);
	printf("sum %.3e\n", sum(x, 40));
	return 0;
}
END
cat >app/Makefile <<'END'
app: main.o libwork.a
	gcc -fopenmp -o app main.o libwork.a
libwork.a: work.o
	ar rcs $@ work.o
%.o: %.c
	gcc -O2 -fopenmp -c $<
clean:
	rm -f app *.o *.a
END
cat >programs <<'END'
name: app
language: C
folder: app
build: make clean && make
files: app
run: ./app
check: grep -q sum
END

truth() {
	run "$BASH" "$srcdir/tools/bench-truth" --results truth "$@" programs
}

truth --prepare
expect 0 "the variants are built" -e 'app: 2 loops'
jq -e 'length == 2 and all(.iterations == 40) and
	all(.clauses[-1] == "schedule(guided,16)")' truth/app/loops.json >out 2>err
ok $? "both loops are found, with the clauses that suit 40 iterations"
[ "$(cat truth/app/hot-objects)" = /app/work.o ]
ok $? "only the unit that holds them is compiled again"
last=$(jq length truth/app/variants.json)
both=$(jq '.[0].clauses | length' truth/app/loops.json)
grep -c 'schedule(guided,16)' "truth/app/variant/$both/tuned" >out
[ "$(cat out)" = 2 ] && ! cmp -s truth/app/variant/{0,"$both"}/made/0
ok $? "a variant carries its clauses in each loop"
[ "$(nproc)" -eq 1 ] || { [ "$last" -eq $((both + 2)) ] &&
	[ "$(grep -c num_threads "truth/app/variant/$last/tuned")" = 1 ]; }
ok $? "each loop alone gets one thread as well"

truth --rounds 1 --pairs 1 --tune-limit 100
expect 0 "a row for the program" -o "^| app | C | 2 | $last | .* |\$"
in_rounds() {
	local runs
	runs=$(grep -c ',0,[^,]*\.$' truth/app/all.csv)
	[ "$runs" -gt 0 ] && [ $((runs % (last + 3))) -eq 0 ]
}
in_rounds
ok $? "each variant was run once a round, and the original three times"

# As a crash leaves it: half a line, and what comes of it is not there.
cp truth/app/all.csv whole
head -c -9 whole >truth/app/all.csv
rm truth/app/measured
# And whole programs as they were with others beside them.
held=truth/app/contenders
[ ! -e $held ] || echo others >$held
echo 1,1,gone,1,0,1. >>truth/app/whole.csv
truth --rounds 1 --pairs 1 --tune-limit 100
expect 0 "what was cut off goes on" -o "^| app | C | 2 | $last | .* |\$"
in_rounds && cmp -s <(head -n -1 whole) <(head -n "$(($(wc -l <whole) - 1))" \
	truth/app/all.csv)
ok $? "nothing that was measured is measured again"

if [ -e $held ]; then
	! grep -q gone truth/app/whole.csv
	ok $? "whole programs are measured anew where others stand beside them"
else
	skip "whole programs are measured anew" "nothing differs from the original"
fi

truth --table
expect 0 "the table alone" -o '^| app '

# tools/bench-inrun has it run few variants of programs that it writes itself.
if command -v sqlite3 >/dev/null; then
	run "$BASH" "$srcdir/tools/bench-inrun" --only brief --rounds 1 --pairs 1
	expect 0 "a row for trials within one run" -o '^| brief | [0-9]* | [0-9]* |' \
		-o '^| 1 | .* within 2 % |'
	jq -e '.[0].clauses == ["schedule(static)", "schedule(static,1)",
		"schedule(dynamic,1)", "schedule(guided,1)", "schedule(static,16)",
		"schedule(dynamic,16)", "schedule(guided,16)"]' \
		inrun/measured/brief/loops.json >out 2>err
	ok $? "few variants are run"
	[ "$(cut -d, -f3 inrun/measured/brief/runtime.csv | sort -u | tr -d '\n')" = \
		01234567 ]
	ok $? "and each by schedule(runtime)"
else
	skip "bench-inrun" "no sqlite3"
fi

finish
