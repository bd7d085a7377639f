#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# OpenMP statements that podium does not know, as newer GCCs bring them: what
# holds one is said not to be understood, and what stands beside is as ever.

. "$(dirname "$0")/../gccs.sh"

# record FUNCTION: that of its first construct.
record()
{
	records out.o | grep "\"id\":\"$1#1\""
}

# unknown FUNCTION STATEMENT: it is not analysed, because of the statement,
# and its clauses stay.
unknown()
{
	record "$1" | grep -F "\"why\":[\"podium does not know the OpenMP statement '$2'" |
		grep '"analysed":false' | grep -q '"rewritable":false'
}

# understood FUNCTION LOOPS WRITES: it is analysed, with so many loops and
# references that write.
understood()
{
	record "$1" >log
	grep '"analysed":true' log | grep -q '"rewritable":true' &&
		[ "$(jq '.nest | length' log)" = "$2" ] &&
		[ "$(jq '[.refs[] | select(.write)] | length' log)" = "$3" ]
}

# known FILE: is there an object, or does this GCC not know what stands in it?
known()
{
	$cc -fopenmp -O2 -Werror -c "$1" -o out.o 2>log || return 1
	rm -f out.o
	$cc -fopenmp -O2 -c "$1" -o out.o "$plugin" 2>log
	true
}

cat >dispatch.c <<'END'
void other(int n, double *a);
#pragma omp declare variant(other) match(construct = {dispatch})
void one(int n, double *a);
void dispatches(int n, double *a)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp dispatch
		one(i, a);
	}
}
void beside(int n, double *a)
{
#pragma omp dispatch
	one(n, a);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = i;
}
END

# Within a region GCC 16 itself crashes at it.
cat >interop.c <<'END'
#include <omp.h>
void beside(int n, double *a, omp_interop_t object)
{
#pragma omp interop use(object)
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = i;
}
END

# OpenMP lets code stand between collapsed loops.
cat >between.c <<'END'
void between(int n, int m, double (*restrict a)[100], double *restrict b)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++) {
		b[i] = i;
		for (int j = 0; j < m; j++)
			a[i][j] = i + j;
	}
}
END

needs "what is unknown" jq
for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	if known dispatch.c; then
		unknown dispatches dispatch
		ok $? "GCC $version: a loop with dispatch is not understood"
		understood beside 1 1
		ok $? "GCC $version: a loop beside dispatch is understood"
	else
		skip "GCC $version: dispatch" "this GCC has none"
	fi
	if known interop.c; then
		understood beside 1 1
		ok $? "GCC $version: a loop beside interop is understood"
	else
		skip "GCC $version: interop" "this GCC has none"
	fi
	if known between.c; then
		understood between 2 2
		ok $? "GCC $version: code between collapsed loops is seen"
	else
		skip "GCC $version: code between collapsed loops" \
			"this GCC does not compile it"
	fi
done
finish
