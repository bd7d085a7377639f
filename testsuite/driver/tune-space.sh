# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune --space: macros, flags and sources beside clauses. Nothing here
# asks which of them is the fastest.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune --space" plugin make sqlite3 jq

# Two units; both know the tile.
cat >work.c <<'END'
#ifndef TILE
#define TILE 8
#endif
#if TILE == 5
#error five
#endif
double work(const double *x, int n)
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i += TILE)
		for (int j = i; j < i + TILE && j < n; j++)
			sum += x[j] * x[j];
	return sum;
}
END
# The same, written otherwise, and one that computes something else.
cat >other.c <<'END'
double work(const double *x, int n)
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += x[i] * x[i];
	return sum;
}
END
sed 's/x\[i\] \* x\[i\]/x[i]/' other.c >wrong.c
cat >main.c <<'END'
#include <stdio.h>
#ifndef TILE
#define TILE 8
#endif
int tile = TILE;
double work(const double *x, int n);
int main(void)
{
	static double x[1000];
	for (int i = 0; i < 1000; i++)
		x[i] = i;
	printf("sum %.15g\n", work(x, 1000));
	return 0;
}
END
cat >Makefile <<'END'
app: main.o work.o
	gcc -fopenmp $^ -o $@
%.o: %.c
	gcc -O1 -fopenmp -c $< -o $@
END

# again [OPTION]...: with the space and the store as they are.
again()
{
	rm -f app ./*.o
	run "$PODIUM" tune --build make --run ./app --space space.yaml \
		--confirm 2 "$@"
}

# tune SPACE [OPTION]...: the space is the text of its file.
tune()
{
	printf '%s\n' "$1" >space.yaml
	shift
	rm -f podium.db* podium.tuned
	again "$@"
}

ask()
{
	sqlite3 podium.db "$1"
}

# asked NAME QUESTION ANSWER: what the store holds.
asked()
{
	[ "$(ask "$2")" = "$3" ] || ask "$2" >>out
	[ "$(ask "$2")" = "$3" ]
	ok $? "$1"
}

# ---- macros ----

# The tile of 8 is what is built anyway.
tune 'macros: {TILE: [4, 8, 16, 32]}
schedule: dynamic
where: [TILE > 4]' --runs 9 --json
expect 0 "a macro is tuned"
jq -e '.space == 6 and .identical == 1 and .failed == 0 and
	(.flags | type) == "array"' out >/dev/null
ok $? "what is the same program is not tried again"
asked "every tile is tried with both clauses" "select count(distinct variant)
	from run where step like 'try/%/variant%'" 5
asked "the macro is part of the variant" "select count(*) > 0 from run where
	variant like 'flags -DTILE=32%work.c:work#1 schedule(dynamic,1)%'" 1
asked "all are right" "select count(*) from run where status != 'ok'" 0
grep -q 'changes nothing' err
ok $((1 - $?)) "the macro is not in vain"
runs=$(ask "select count(*) from run")
again --runs 9
expect 0 "a second tuning" -o 'of them from earlier'
asked "runs nothing again" "select count(*) from run" "$runs"
ask "delete from run where id > 9"
again --runs 9
expect 0 "what was stopped goes on" -o '9 of them from earlier'
asked "to the end" "select count(distinct variant) from run where
	step like 'try/%/variant%'" 5

# What was chosen builds the program that was confirmed.
printf '%s\n' 'podium.tuned 2' 'flags -DTILE=16' \
	'work.c:work#1 schedule(dynamic,4)' >podium.tuned
gcc -O1 -fopenmp $("$PODIUM" cflags --use podium.tuned) -c work.c -o work.o \
	2>err && [ ! -s err ]
ok $? "the plugin passes flags over"

tune 'macros: {NOTHING: [1, 2], TILE: [16, 5]}' --runs 1
expect 0 "a macro that does nothing" \
	-e 'space.yaml: -DNOTHING changes nothing' \
	-e 'TILE=5 is not tried: failed compile: error: #error five' \
	-o '2 variants failed'
grep -q 'TILE changes nothing' err
ok $((1 - $?)) "is the only one"
asked "a value that does not compile is kept" "select count(*) from run where
	status = 'failed' and variant like 'flags%TILE=5%' and
	reason like 'failed compile%five'" 2
again --runs 1
asked "once" "select count(*) from run where status = 'failed'" 2

# ---- flags ----

tune 'flags: [-O3, [], [-O1, -w], -O1]' --runs 60 --threads 1
expect 0 "sets of flags" -o 'runs of the program'
asked "are variants" "select count(*) > 0 from run where
	variant like 'flags -O3%' and status = 'ok'" 1
asked "those of the build are none" "select count(*) from run where
	variant like 'flags -O1%'" 0
tune 'flags: [-mno-such-thing, -mnor-this]' --runs 1
expect 0 "flags that are none" -o '2 variants failed'

# ---- sources ----

tune 'sources: [work.c, other.c, wrong.c]
schedule: static' --runs 9
expect 0 "sources are exchanged" -o 'runs of the program'
asked "in words" "select count(*) > 0 from run where status = 'ok' and
	variant like '# source: other.c in place of work.c%'" 1
asked "a wrong one is found out" "select count(*) > 0 from run where
	status = 'failed' and reason like 'wrong output%' and
	variant like '# source: wrong.c%'" 1
grep -q 'wrong.c takes the place' "$work/out"
ok $((1 - $?)) "and never chosen"
tune 'sources: [other.c]' --runs 60 --threads 1
expect 0 "the only unit with a hot loop is meant"
asked "by a source" "select count(*) > 0 from run where
	variant like '# source: other.c in place of work.c%'" 1
tune 'sources: nowhere.c' --runs 1
expect 1 "a source that is not there" -e "cannot open 'nowhere.c'"
tune 'sources: Makefile' --runs 1
expect 1 "a source that is none" -e "'Makefile' is no source"
tune 'macro: {A: 1}' --runs 1
expect 1 "a wrong space" -e "space.yaml:1:1: unknown key 'macro'"
[ ! -e app ]
ok $? "is told of before anything is built"

# ---- several loops ----

# With TILE 3 the program is wrong, whatever the clauses are.
cat >loops.c <<'END'
#include <stdio.h>
#include <unistd.h>
#ifndef TILE
#define TILE 2
#endif
double x[2];
void first(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++) {
		usleep(50000 + TILE);
		x[i] += 1;
	}
}
void second(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++) {
		usleep(50000 + TILE);
		x[i] += TILE == 3;
	}
}
int main(void)
{
	first();
	second();
	printf("%g\n", x[0] + x[1]);
	return 0;
}
END
printf 'macros: {TILE: [3, 4]}\n' >space.yaml
rm -f podium.db*
run "$PODIUM" tune --space space.yaml --schedule static --threads 1 --confirm 2 \
	--runs 20 --json loops.c -- -O2
jq -e '.space == 12 and (.loops | length == 2)' out >/dev/null
ok $? "choices and clauses of two loops"
asked "the choice that is wrong was run alone" "select count(*) from run where
	status = 'failed' and variant = 'flags -DTILE=3' || char(10)" 1
asked "and then no more" "select count(*) <= 2 and count(*) > 0 from run where
	variant like 'flags -DTILE=3%'" 1
asked "the other one goes through the clauses of both loops" "select
	max(variant like '%:first#1 schedule(%'), max(variant like '%:second#1 schedule(%')
	from run where status = 'ok' and step like 'loops/%' and
	variant like 'flags -DTILE=4%'" '1|1'

[ -z "$(ls "$TMPDIR")" ]
ok $? "nothing is left in TMPDIR"
finish
