#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Records stay in the objects on every way to a program.

. "$(dirname "$0")/../gccs.sh"

# holds COUNT FILE...
holds()
{
	local expected=$1 file

	shift
	for file; do
		[ "$(count "$file")" = "$expected" ] && continue
		echo "$file: $(count "$file") records, not $expected" >log
		return 1
	done
}

prepare()
{
	cp "$sources/loops.c" a.c
	cat >b.c <<'END'
double outside(double x) { return x; }
void more(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = outside(a[i]);
}
int main(void) { double a[9] = {0}; more(a, 9); return a[0] != 0; }
END
	$cc -fopenmp -O2 -fpic "$plugin" -c a.c &&
		$cc -fopenmp -O2 -fpic "$plugin" -c b.c
}

ccached()
{
	export CCACHE_DIR=$work/cache-$version

	for i in 1 2; do
		ccache $cc -fopenmp -O2 "$plugin" -c a.c -o cached$i.o \
			>log 2>&1 || return 1
	done
	ccache --print-stats >log
	grep -q '^direct_cache_hit	1\|^preprocessed_cache_hit	1' log &&
		holds "$loops" cached1.o cached2.o
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	prepare >log 2>&1
	loops=$(count a.o) all=$((loops + 1))
	[ "$loops" -gt 10 ] && holds 1 b.o
	ok $? "GCC $version: objects"
	rm -f lib.a
	ar rc lib.a a.o b.o && ar x lib.a && holds "$loops" a.o && holds 1 b.o
	ok $? "GCC $version: through an archive"
	ld -r a.o b.o -o both.o 2>log && holds "$all" both.o
	ok $? "GCC $version: ld -r"
	$cc -fopenmp -shared a.o b.o -o both.so 2>log && holds "$all" both.so
	ok $? "GCC $version: a shared library"
	$cc -fopenmp a.o b.o -o program 2>log && ./program && holds "$all" program
	ok $? "GCC $version: an executable"
	strip -o stripped program && ./stripped && holds "$all" stripped
	ok $? "GCC $version: strip"
	$cc -fopenmp -Wl,--gc-sections a.o b.o -o swept 2>log && holds "$all" swept
	ok $? "GCC $version: --gc-sections"
	strip -g -o bare.o a.o && holds "$loops" bare.o
	ok $? "GCC $version: strip -g of an object"
	$cc -fopenmp -O2 -flto -ffat-lto-objects "$plugin" -c b.c -o fat.o \
		2>log && holds 1 fat.o &&
		$cc -fopenmp -O2 -flto "$plugin" -c b.c -o lto.o 2>log &&
		holds 1 lto.o && records lto.o | grep -q '"code":null' &&
		$cc -fopenmp -O2 -flto "$plugin" lto.o -o linked 2>log &&
		! [ -s log ] && ./linked
	ok $? "GCC $version: -flto objects hold theirs, the linker is quiet"
	readelf -SW a.o | grep podium >log
	grep -q 'podium.loops *PROGBITS *0* [0-9a-f]* [0-9a-f]* 00  *0 *0 *1$' \
		log
	ok $? "GCC $version: the section is not loaded and not aligned"
	if command -v ccache >/dev/null; then
		ccached
		ok $? "GCC $version: ccache"
	else
		skip "GCC $version: ccache" "no ccache"
	fi
done
finish
