#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Loops that end by one to three tests, made at random: what their records say
# of the iterations is what they run, with every GCC that has a plugin.
set -u

check=${builddir:?}/testsuite/golden/golden-check
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# loops SEED COUNT: the same text counts its iterations with -DCOUNT.
loops()
{
	cat <<'END'
static double x[100], y[1024];
#ifdef COUNT
#include <stdio.h>
#define LOOP(name, ...) \
	static long name(int n, int m, int t) \
	{ long count = 0; __VA_ARGS__ return count; }
#define BODY count++;
#define TRY(name, n, m, t) \
	printf("\ttrip k n=%d m=%d t=%d *=0 -> %ld\n", n, m, t, name(n, m, t));
#else
#define LOOP(name, ...) \
	void name(int n, int m, int t) \
	{ \
		_Pragma("omp parallel for") \
		for (int i = 0; i < 100; i++) { __VA_ARGS__ } \
	}
#define BODY x[i] += y[k & 1023];
#endif
END
	awk -v seed="$1" -v count="$2" '
	function one(list,   words)
	{
		return words[1 + int(rand() * split(list, words, ","))]
	}
	function test()
	{
		if (up)
			return one("<,<=") " " one("n,m,2*m,t+8,t+m,n-3,40,n+m")
		return one(">,>=") " " one("0,m,-1,t,t-7,m-5")
	}
	BEGIN {
		srand(seed)
		for (f = 0; f < count; f++) {
			step = one("1,1,1,2,3,-1,-1,-2")
			up = step > 0
			tests = one("1,2,2,3")
			all = leave = ""
			for (i = 0; i < tests; i++) {
				t = test()
				if (i == 0)
					first = "k " t
				else
					leave = leave " if (!(k " t ")) break;"
				all = all (i ? " && " : "") "k " t
				not = (i ? not " || " : "") "!(k " t ")"
			}
			start = one("int,long") " k = " \
				(up ? one("0,t,5,t+3") : one("n,n-1,t+40"))
			move = "k += " step
			form = one("and,or,before,behind,do")
			loop = "for (" start "; " \
				(form == "and" ? all : \
				form == "or" ? "!(" not ")" : first) \
				"; " move ") {" \
				(form == "before" ? leave : "") " BODY" \
				(form == "behind" ? leave : "") " }"
			if (form == "do")
				loop = "{ " start "; do { BODY " move \
					"; } while (" all "); }"
			print "LOOP(r" f ", " loop ")"
		}
		print "#ifdef COUNT\nint main(void)\n{"
		for (f = 0; f < count; f++) {
			print "puts(\"loop r" f "\");"
			for (i = 0; i < 4; i++)
				printf "TRY(r%d, %d, %d, %d)\n", f,
					1 + int(60 * rand()),
					1 + int(40 * rand()), int(30 * rand())
		}
		print "}\n#endif"
	}'
}

[ "${PLUGIN_GCCS-}" ] || {
	echo "1..0 # SKIP no GCC has a plugin"
	exit 0
}

# record COMPILER VERSION: what the loops run, and what the plugin says of them.
record()
{
	$1 -DCOUNT "$scratch"/random.c -o "$scratch"/count &&
		"$scratch"/count >"$scratch"/random.expect &&
		$1 -O2 -fopenmp -c "$scratch"/random.c -o "$scratch"/random.o \
			"-fplugin=$PODIUM_PLUGINS/gcc-$2/podium.so" &&
		objcopy --dump-section ".podium.loops=$scratch/records" \
			"$scratch"/random.o "$scratch"/other.o
}

loops 2385 60 >"$scratch"/random.c
for version in $PLUGIN_GCCS; do
	variable=GCC_$version
	if [ -z "${!variable-}" ]; then
		echo "ok - gcc $version # SKIP no compiler of C"
	elif ! record "${!variable}" "$version" 2>"$scratch"/errors; then
		echo "not ok - gcc $version gives records"
		sed 's/^/# /' "$scratch"/errors
	else
		"$check" "gcc $version" "$scratch"/random.expect \
			"$scratch"/records ||
			sed -n 's/^LOOP/# &/p' "$scratch"/random.c
	fi
done >"$scratch"/points
cat "$scratch"/points
echo "1..$(grep -c '^\(not \)*ok ' "$scratch"/points)"
