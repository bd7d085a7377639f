#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Where there is nothing to record the plugin is not to be noticed; nor does
# it stand in the way of unusual ways to run the compiler.

. "$(dirname "$0")/../gccs.sh"

# alike NAME FLAG...: exit status and what is said with and without the plugin
alike()
{
	local name=$1 plain seen

	shift
	$cc -fopenmp "$@" >plain.out 2>plain.err </dev/null
	plain=$?
	$cc -fopenmp "$plugin" "$@" >seen.out 2>seen.err </dev/null
	seen=$?
	[ $plain = $seen ] && cmp plain.out seen.out >log 2>&1 &&
		cmp plain.err seen.err >log 2>&1
	ok $? "GCC $version: $name"
}

# assembly OUTPUT...: without the records
assembly()
{
	sed '/^\t\.pushsection\t\.podium\./,/^\t\.popsection/d' "$@"
}

# reports FLAG MARK: as many lines with the mark as without the plugin
reports()
{
	$cc -fopenmp -O1 -c source.c -o x.o "$1" 2>log || return 1
	$cc -fopenmp "$plugin" -O1 -c source.c -o x.o "$1" 2>seen.err ||
		return 1
	[ "$(grep -c "$2" log)" -gt 0 ] &&
		[ "$(grep -c "$2" log)" = "$(grep -c "$2" seen.err)" ]
}

# dumps FLAG...: the same files with the same contents
dumps()
{
	rm -rf plain seen
	mkdir plain seen
	(cd plain && $cc -fopenmp -O2 -frandom-seed=1 "$@" -c ../source.c -o x.o) || return 1
	(cd seen && $cc -fopenmp -O2 -frandom-seed=1 "$plugin" "$@" -c ../source.c -o x.o) ||
		return 1
	rm -f plain/x.o seen/x.o
	[ -n "$(ls plain)" ] || return 1
	sed -i 's/0x[0-9a-f]*//g' plain/* seen/*
	diff -r plain seen >log 2>&1
}

saved()
{
	rm -rf saved
	mkdir saved
	(cd saved && $cc -fopenmp -O2 -save-temps "$plugin" -c ../source.c) \
		>log 2>&1 || return 1
	[ -f saved/source.i ] && [ -f saved/source.s ] && ! [ -s log ] &&
		[ "$(count saved/source.o)" = "$loops" ]
}

header()
{
	mkdir -p pre
	echo 'struct one { int n; }; static int f(int n) { return n; }' \
		>pre/all.h
	{
		echo '#include "all.h"'
		cat source.c
		echo 'int g(struct one *o) { return f(o->n); }'
	} >pre/main.c
	$cc -fopenmp -O2 "$plugin" -x c-header pre/all.h -o pre/all.h.gch \
		>log 2>&1 || return 1
	$cc -fopenmp -O2 -Winvalid-pch -Werror "$plugin" -c pre/main.c \
		-o pre/main.o >log 2>&1 || return 1
	! [ -s log ] && [ "$(count pre/main.o)" = "$loops" ]
}

unknown()
{
	$cc -fopenmp "$plugin" -Werror -fplugin-arg-podium-nonsense=1 \
		-c source.c -o x.o 2>log || return 1
	[ "$(grep -c 'note: podium: unknown argument.*nonsense' log)" = 1 ] &&
		[ "$(count x.o)" = "$loops" ]
}

appended()
{
	rm -f out
	for i in 1 2; do
		$cc -fopenmp "$plugin" -fplugin-arg-podium-out=out -c source.c \
			-o x.o >log 2>&1 || return 1
	done
	[ "$(grep -c '^{.*}$' out)" = $((2 * loops)) ] || return 1
	$cc -fopenmp "$plugin" -fplugin-arg-podium-out=missing/out -c source.c \
		-o x.o >log 2>&1 || return 1
	grep -q "note: podium: cannot write .missing/out.: No such file" log
}

# Names of files in records, and in what clocks tell.
paths()
{
	local path

	path=$(pwd -P)/in/source.c
	mkdir -p in && cp source.c in &&
		(cd in && $cc -fopenmp "$plugin" -fplugin-arg-podium-paths \
			-fplugin-arg-podium-clock -c ../in/./source.c \
			-o ../x.o) >log 2>&1 || return 1
	objcopy --dump-section .podium.loops=records x.o
	[ "$(count x.o)" = "$loops" ] && grep -qF "\"file\":\"$path\"" records &&
		! grep -q '"\(file\|unit\)":"[^/]' records &&
		objcopy --remove-section ".podium.*" x.o bare.o &&
		grep -qaF "$path" bare.o
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	grep -v unused "$sources/loops.c" >source.c
	printf 'void f(int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n#pragma omp parallel for\nfor (;;) ; } }\nint x = y;\n' >wrong.c
	printf 'void g(int);\nvoid f(int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) { if (i) goto out; g(i); }\nout: ; }\n' >jump.c
	echo 'int x = 1;' >without.c
	echo 'int f(int n) { return n + 1; }' >beside.c
	$cc -fopenmp "$plugin" -c source.c -o x.o 2>log && ! [ -s log ]
	ok $? "GCC $version: an ordinary compilation"
	loops=$(count x.o)
	alike "-E" -E source.c
	alike "-M" -M source.c
	alike "-MM -MG" -MM -MG source.c
	alike "-fsyntax-only" -fsyntax-only source.c
	alike "a failing compilation" -c wrong.c
	alike "a failing compilation, found late" -c jump.c
	alike "no OpenMP in the source" -O2 -S -o - without.c
	assembly <($cc -fopenmp -O2 -S -o - beside.c) >plain.out
	assembly <($cc -fopenmp -O2 "$plugin" -S -o - beside.c) >seen.out
	cmp plain.out seen.out >log 2>&1
	ok $? "GCC $version: functions without OpenMP"
	alike "no file" -c missing.c
	alike "--version" --version
	assembly <($cc -fopenmp -O2 -frandom-seed=1 -S -o - source.c) >plain.out
	$cc -fopenmp -O2 -frandom-seed=1 "$plugin" -S -o - source.c 2>log | tee seen.s |
		assembly >seen.out
	cmp plain.out seen.out >>log 2>&1 && grep -q podium.loops seen.s
	ok $? "GCC $version: -S -o -"
	$cc -fopenmp -O2 -pipe "$plugin" -c source.c -o piped.o >log 2>&1 &&
		! [ -s log ] && [ "$(count piped.o)" = "$loops" ]
	ok $? "GCC $version: -pipe"
	$cc -fopenmp -O2 "$plugin" -c -x c - -o stdin.o <source.c >log 2>&1 &&
		! [ -s log ] && [ "$(count stdin.o)" = "$loops" ]
	ok $? "GCC $version: the source from a pipe"
	saved
	ok $? "GCC $version: -save-temps"
	dumps -fdump-tree-all
	ok $? "GCC $version: -fdump-tree-all"
	dumps -fdump-rtl-final -fdump-ipa-all
	ok $? "GCC $version: -fdump-ipa-all"
	dumps -fopt-info-all=info
	ok $? "GCC $version: -fopt-info-all"
	reports -ftime-report '^ TOTAL'
	ok $? "GCC $version: -ftime-report"
	reports -fmem-report '^Total'
	ok $? "GCC $version: -fmem-report"
	header
	ok $? "GCC $version: a precompiled header"
	paths
	ok $? "GCC $version: files by their paths"
	unknown
	ok $? "GCC $version: an unknown argument is told, no more"
	appended
	ok $? "GCC $version: out= appends"
done
finish
