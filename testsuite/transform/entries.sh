#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Entries in records: what became of them, loops as they are made, and plans
# that the compiler is asked for.

. "$(dirname "$0")/../gccs.sh"

cat >loop.c <<'END'
extern void unknown(void);
void first(double (*a)[100], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[j][i] += 1;
}
int between(int x) { return x + 1; }
void second(double (*a)[100], int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < 50; k++)
				a[k][i] += j;
}
void vector(double (*a)[100], int n)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] += 1;
}
void calls(double (*a)[100], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		unknown();
#pragma omp simd
	for (int i = 0; i < n; i++)
		a[0][i] = 0;
}
void nested(double (*a)[100], double (*b)[100], int n)
{
	double s, t;
#pragma omp parallel for private(s, t)
	for (int i = 0; i < n; i++) {
		t = a[i][0];
		s = b[i][0] + t;
#pragma omp simd
		for (int y = 0; y < n; y++)
			for (int k = 0; k < n; k++)
				a[i][y] += t * s * k;
		b[i][1] = s;
	}
}
END

# compile FLAG...: out.o, its records in "list", a line each, and "log".
compile()
{
	$cc -fopenmp -O2 -c -o out.o "$plugin" "$@" loop.c >log 2>&1 &&
		records out.o >list
}

# of ID FILTER: what jq makes of the record of that loop.
of()
{
	jq -c "select(.id == \"$1\") | $2" list
}

# is ID FILTER VALUE
is()
{
	[ "$(of "$1" "$2")" = "$3" ] || {
		echo "$1: $2 is $(of "$1" "$2")" >>log
		return 1
	}
}

# proof ID TRANSFORMATION
proof()
{
	proof_of "$(jq -r "select(.id == \"$1\") | .digest" plain)" "$2"
}

loops='[.nest[].var]'
shared='[.nest[] | select(.omp != null).var]'

states()
{
	cat >tuned <<-END
	podium.tuned 2
	loop.c:first#1 order(j,i) schedule(dynamic,4) proof(00000000)
	loop.c:second#1 order(k,i,j) schedule(guided)
	loop.c:vector#1 order(i,x) num_threads(3) force
	loop.c:calls#1 schedule(static) num_threads(2)
	loop.c:calls#2 as-written
	END
	compile -fplugin-arg-podium-use=tuned &&
		is first#1 .entry.line 2 &&
		is first#1 .entry.state '"stale"' &&
		is first#1 .entry.clauses '"order(j,i) schedule(dynamic,4)"' &&
		is second#1 .entry.state '"refused"' &&
		is second#1 '.entry.why | .[:10]' '"no proof: "' &&
		is vector#1 .entry.why '"cannot be made: it has no loop x"' &&
		is calls#1 '.entry.why | .[:27]' '"not known to be safe: calls"' &&
		is calls#2 '[.entry[]]' '[6,"as-written","applied",null]'
	ok $? "GCC $version: what became of entries"
	compile -fplugin-arg-podium-made && ! grep -q '"entry"' list &&
		cmp list plain
	ok $? "GCC $version: none without a tuned file"
}

# made FLAG...: records of both functions, the one in which the child begins
# and a later one, are those of the new nests.
made()
{
	compile "$@" && cp list plain
	cat >tuned <<-END
	podium.tuned 2
	loop.c:first#1 order(j,i) schedule(dynamic,4) $(proof first#1 'order(j,i)')
	loop.c:second#1 order(k,i,j) num_threads(3) $(proof second#1 'order(k,i,j)')
	loop.c:vector#1 order(j,i) $(proof vector#1 'order(j,i)')
	END
	compile -fplugin-arg-podium-use=tuned "$@" && [ ! -s log ] &&
		is first#1 "$loops" '["i","j"]' &&
		is first#1 .schedule.kind null &&
		is first#1 .entry.state '"applied"' &&
		objcopy -R '.podium.*' out.o changed.o
	ok $? "GCC $version: loops as written $*"
	compile -fplugin-arg-podium-use=tuned -fplugin-arg-podium-made "$@" &&
		[ ! -s log ] && is first#1 "$loops" '["j","i"]' &&
		is first#1 .schedule.kind '"dynamic"' &&
		is second#1 "$loops" '["k","i","j"]' &&
		is second#1 "$shared" '["k"]' && is second#1 .collapse 1 &&
		is second#1 .num_threads 3 &&
		is vector#1 "$loops" '["j","i"]' &&
		is vector#1 .construct '"parallel for"' &&
		is vector#1 .analysed true &&
		is first#1 '.refs[0].strides' '[800,8]' &&
		cmp <(jq -c '[.id, .digest, .ordinal]' plain) \
			<(jq -c '[.id, .digest, .ordinal]' list) &&
		objcopy -R '.podium.*' out.o made.o && cmp changed.o made.o
	ok $? "GCC $version: loops as made $*"
}

plans()
{
	printf '%s\t%s\n' 'second#1' 'order(k,i,j)' 'first#1' 'order(j,i)' \
		'second#1' 'order(k,x)' 'second#1' 'order(' 'none#1' 'order(i)' \
		>plan
	compile -fplugin-arg-podium-plan=plan && [ ! -s log ] &&
		is second#1 '[.plans[].transformation]' \
			'["order(k,i,j)","order(k,x)","order("]' &&
		is second#1 '[.plans[].why]' \
			'[null,"it has no loop x","it is no transformation"]' &&
		is first#1 .plans '[{"transformation":"order(j,i)","why":null}]' &&
		cmp plain <(jq -c 'del(.plans)' list)
	ok $? "GCC $version: plans, and nothing is changed"
	compile -O0 -fplugin-arg-podium-plan=plan &&
		is first#1 '.plans[0].why' '"nothing is transformed at -O0"'
	ok $? "GCC $version: no plan at -O0"
}

cat >names.c <<'END'
#include <math.h>
#include <string.h>
static void add(double *a, int n)
{
	for (int k = 0; k < n; k++)
		a[k] += 1;
}
void called(double (*a)[100][100], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			add(a[j][i], n);
}
void until(double (*a)[100][100], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int k = 0;
			do
				a[j][i][k++] += 1;
			while (k < n);
		}
}
void filled(double (*a)[100][100], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			memset(a[j][i], 0, n * sizeof(double));
}
void same(double (*a)[100], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			a[i][j] += 1;
		for (int j = 0; j < n; j++)
			a[i][j] = sqrt(a[i][j]);
	}
}
END

# plan FUNCTION TRANSFORMATION: "why" says why it cannot be made
plan()
{
	printf '%s#1\t%s\n' "$1" "$2" >plan
	$cc -fopenmp -O2 -c -o out.o "$plugin" -fplugin-arg-podium-plan=plan \
		names.c >log 2>&1 && records out.o >list &&
		why=$(of "$1#1" '.plans[0].why')
}

# Loops around one that the compiler cannot read are exchanged, and one that is
# named says why it stays. Loops of one name are told apart by numbers, unless
# a call may become loops of the record.
names()
{
	local function

	for function in called until filled; do
		plan $function 'order(j,i)' && [ "$why" = null ]
		ok $? "GCC $version: loops around another one: $function"
	done
	plan called 'order(j,i,k)' && [ "$why" = '"it has no loop k; loops of the call in line 13 cannot be moved"' ] &&
		plan filled 'order(j,i,memset)' && [ "$why" = '"it has no loop memset; loops of the call in line 31 cannot be moved"' ]
	ok $? "GCC $version: loops of calls"
	plan until 'order(j,i,k)' && [ "$why" = '"it has no loop k; the loop in line 23 cannot be moved: it is not a counted loop"' ] &&
		plan until 'order(2,i,j)' && [ "$why" = '"the loop in line 23 cannot be moved: it is not a counted loop"' ]
	ok $? "GCC $version: a loop that is not counted"
	plan same 'tile(2:8)' && [ "$why" = null ] &&
		plan same 'tile(j:8)' && [ "${why:1:24}" = 'several loops are called' ] &&
		plan called 'tile(1:8)' && [ "${why:1:18}" = 'it calls functions' ]
	ok $? "GCC $version: loops by numbers"
}

# A nest with which GCC finds fault, or at which the plugin dies, is not made.
rehearsals()
{
	local how

	printf 'podium.tuned 2\nloop.c:first#1 %s\n' as-written >tuned
	compile -fplugin-arg-podium-use=tuned &&
		objcopy -R '.podium.*' out.o plain.o
	printf 'podium.tuned 2\nloop.c:first#1 %s\n' \
		'order(j,i) schedule(dynamic,4) force' >tuned
	for how in crash hang broken; do
		PODIUM_TEST_REHEARSAL=$how compile \
			-fplugin-arg-podium-use=tuned &&
			[ "$(grep -c podium log)" = 1 ] &&
			grep -q 'left as written: GCC finds fault' log &&
			! grep -q 'error' log &&
			is first#1 .entry.state '"refused"' &&
			objcopy -R '.podium.*' out.o now.o && cmp plain.o now.o
		ok $? "GCC $version: a rehearsal that goes wrong: $how"
	done
	PODIUM_TEST_REHEARSAL=no compile -fplugin-arg-podium-use=tuned &&
		[ ! -s log ] && objcopy -R '.podium.*' out.o now.o &&
		! cmp -s plain.o now.o
	ok $? "GCC $version: a rehearsal that goes well"
}

# site LINE...: the object says this of the candidates of its loop.
site()
{
	strings -n 4 out.o | grep -A"$(($# - 1))" '^order(j,i)	' >said
	printf '%s\n' "$@" | cmp - said
}

# A candidate is left out alone where its transformation has no proof or cannot
# be made.
candidates()
{
	local proof fault how

	proof=$(proof first#1 'order(j,i)')
	fault='GCC finds fault with the new nest; please report this'
	printf 'podium.tuned 2\nloop.c:first#1 as-written | %s | %s | %s %s\n' \
		'order(j,i)' 'tile(j:8) schedule(guided)' 'schedule(dynamic,7)' \
		"$proof" >tuned
	set -- -fplugin-arg-podium-use=tuned -fplugin-arg-podium-clock
	compile "$@" && [ ! -s log ] && site 'order(j,i)	' \
		"tile(j:8) schedule(guided)	its transformation has no proof that fits; podium prove proves it, force makes it nevertheless" \
		'schedule(dynamic,7)	'
	ok $? "GCC $version: proofs of candidates"
	sed -i "s/proof.*/force/; s/tile(j:8)/order(j,x)/" tuned
	compile "$@" && [ ! -s log ] && site 'order(j,i)	' \
		'order(j,x) schedule(guided)	it has no loop x' \
		'schedule(dynamic,7)	'
	ok $? "GCC $version: a candidate that cannot be made"
	for how in crash hang broken; do
		PODIUM_TEST_REHEARSAL=$how compile "$@" && [ ! -s log ] &&
			site "order(j,i)	$fault" \
				'order(j,x) schedule(guided)	it has no loop x' \
				'schedule(dynamic,7)	'
		ok $? "GCC $version: candidates, a rehearsal that goes wrong: $how"
	done
}

# nested ENTRY ENTRY FLAG...: the same code as of the first entry alone, and
# one note. A nest that was made cannot be planned again.
nested()
{
	local outer=$1 inner=$2

	shift 2
	set -- -O1 -fchecking=2 -fplugin-arg-podium-use=tuned "$@"
	printf 'podium.tuned 2\nloop.c:nested#1 %s\n' "$outer" >tuned
	compile "$@" && [ ! -s log ] &&
		objcopy -R '.podium.*' out.o outer.o &&
		echo "loop.c:nested#2 $inner" >>tuned && compile "$@" &&
		[ "$(grep -c podium log)" = 1 ] &&
		is nested#2 .entry.why '"cannot be made: line 2 transforms the loop around it; remove one of the two entries"' &&
		objcopy -R '.podium.*' out.o now.o && cmp outer.o now.o
	ok $? "GCC $version: $outer with $inner inside"
}

# not_nested ENTRY NOTES: a loop inside one that keeps its loops is transformed.
not_nested()
{
	printf 'podium.tuned 2\nloop.c:nested#1 %s\nloop.c:nested#2 %s\n' \
		"$1" 'tile(k:8) force' >tuned
	compile -fplugin-arg-podium-use=tuned &&
		[ "$(grep -c podium log)" = "$2" ] &&
		is nested#2 .entry.state '"applied"'
	ok $? "GCC $version: $1 with tile(k:8) inside"
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	made -fwrapv
	made
	states
	plans
	rehearsals
	candidates
	names
	nested 'jam(i:6) force' 'jam(i:6) force'
	nested 'jam(i:6) force' 'tile(k:8) force'
	nested 'as-written | jam(i:6) force' 'tile(k:8) force' \
		-fplugin-arg-podium-clock
	nested 'jam(i:6) force' 'as-written | tile(k:8) force' \
		-fplugin-arg-podium-clock
	not_nested 'as-written' 0
	not_nested 'schedule(dynamic) force' 0
	not_nested 'order(x) force' 1
	not_nested 'as-written | jam(i:6) force' 1
done
finish
