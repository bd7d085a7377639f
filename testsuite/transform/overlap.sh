#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Nests behind an overlap check: pointers that overlap take the loop as written,
# others the new nest.
set -u

. "$(dirname "$0")/../gccs.sh"
source=$srcdir/testsuite/transform/overlap.c

# build PROGRAM FILE [FLAG...]
build()
{
	$gcc -O2 -g -Wall -Wextra -fopenmp "$source" -o "$1" \
		"-fplugin=$PODIUM_PLUGINS/gcc-$major/podium.so" \
		"-fplugin-arg-podium-use=$2" "${@:3}" 2>log
}

cat >guarded <<'END'
podium.tuned 2
overlap.c:product#1 order(k,i,j) tile(j:16) apart(a,b,c) force
overlap.c:rows#1 order(i,k,j) tile(k:8) apart(a,b,c) force
overlap.c:illegal#1 order(j,i) apart(x,y) force
END
grep -v illegal guarded | sed 's/ apart([^)]*)//' >bare
sed -n '1p; s/\(product#1\|rows#1\) /&as-written | /p' guarded >several
cat >refused <<'END'
podium.tuned 2
overlap.c:global#1 order(j,i) apart(held,x) force
overlap.c:product#1 order(k,i,j) apart(a,z) force
END

for major in $PLUGIN_GCCS; do
	gcc=$(compiler "$major" c)
	$gcc -O2 -fopenmp "$source" -o plain && ./plain >plain.out
	ok $? "GCC $major: as written"
	for flags in -fchecking=2 -O3 -fsanitize=address,undefined; do
		# shellcheck disable=SC2086
		build made guarded $flags && ! grep podium log &&
			./made >out 2>>log && cmp plain.out out
		ok $? "GCC $major, $flags: overlapping pointers change nothing"
	done
	build made guarded && build written refused &&
		[ "$(grep -c 'no overlap check' log)" = 2 ]
	ok $? "GCC $major: pointers that are loaded or unknown are refused"
	./made $((N = 48 * 48)) >new && ./written $N >old && ! cmp -s new old
	ok $? "GCC $major: pointers that are apart take the new nest"
	for away in 0 1 -47 $((N - 50)); do
		./made "$away" >new && ./written "$away" >old && cmp new old
		ok $? "GCC $major: $away elements away, the loop is as written"
	done
	build made bare && ./made >out && ! cmp -s plain.out out
	ok $? "GCC $major: without the check the result is another one"
	build made several -fplugin-arg-podium-clock
	for version in 0 1; do
		printf '*\t%d\n' "$version" >versions
		PODIUM_VERSIONS=versions PODIUM_CLOCK_FILE=clocks \
			LD_PRELOAD=$builddir/runtime/libpodium-runtime.so \
			./made >out && cmp plain.out out &&
			! grep -o "\"why\":\"[^,]*" clocks >log
		ok $? "GCC $major: version $version behind the check"
	done
done
finish
