#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Transformations that the plugin makes: programs give the same output as built
# without it, byte by byte; what cannot be made is left as written, and the note
# says why.
#
# One source alone: make check TESTS=testsuite/transform/made.sh MADE=made.cc
set -u

. "$(dirname "$0")/../tap.sh"
folder=$srcdir/testsuite/transform
sources="made.c tiling.c made.cc made.f90 parts.c parts.cc parts.f90"

# "made|refused", name, transformation and words of the comments of a source,
# with tabs between them.
wanted()
{
	sed -n 's,^[/!]*[*]* \(made\|refused\) \([^ ]*\) ,\1\t\2\t,p' \
		"$folder/$1" | sed 's, *\*/$,,; s,): ,)\t,'
}

# entries SOURCE made|refused: a tuned file with all of them.
entries()
{
	echo podium.tuned 2
	wanted "$1" | grep "^$2" |
		while IFS=$'\t' read -r _ name primitives _; do
			echo "$1:$name#1 $primitives force"
		done
}

# build SOURCE PROGRAM FLAGS...
build()
{
	local source=$1 program=$2
	shift 2

	case $source in *.f90) set -- -J "$work" "$@" ;; esac
	# shellcheck disable=SC2086
	(cd "$folder" && $compiler -O2 -g -fopenmp "$source" -o "$work/$program" \
		"$@") 2>"$work/err"
}

with()
{
	echo "-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so" \
		"-fplugin-arg-podium-use=$work/$1"
}

same_output()
{
	OMP_NUM_THREADS=3 timeout 60 "$work/$1" >"$work/out" 2>>"$work/err" &&
		cmp "$work/plain.out" "$work/out" 2>>"$work/err"
}

# versions SOURCE: each loop as written, with the new nest, and with that and
# another schedule, in one program.
versions()
{
	local source=$1 library=$builddir/runtime/libpodium-runtime.so one

	sed 's/#1 \(.*\) force$/#1 as-written | \1 | \1 schedule(dynamic,3) force/' \
		"$work/entries" >"$work/candidates"
	# shellcheck disable=SC2046
	build "$source" plain &&
		OMP_NUM_THREADS=3 timeout 60 "$work/plain" >"$work/plain.out" &&
		build "$source" versions -fchecking=2 $(with candidates) \
			-fplugin-arg-podium-clock &&
		! grep -q podium "$work/err"
	ok $? "$label: versions are built"
	for one in 0 1 2; do
		printf '*\t%s\n' $one >"$work/numbers"
		PODIUM_VERSIONS=$work/numbers PODIUM_CLOCK_FILE=$work/clocks \
			LD_PRELOAD=$library same_output versions
		ok $? "$label: version $one computes the same"
	done
	# a schedule alone may be refused
	grep -o '"clauses":"[^"]*","why":[^,]*' "$work/clocks" |
		grep -v as-written >"$work/made"
	! grep -v schedule "$work/made" | grep -v 'why":null' >"$work/err" &&
		[ "$(grep -c 'why":null' "$work/made")" -ge \
			"$(($(wc -l <"$work/entries") - 1))" ]
	ok $? "$label: all new nests are versions"
}

# made SOURCE WORDS FLAGS...: all orders at once, without a note.
made()
{
	local source=$1 words=$2
	shift 2

	# shellcheck disable=SC2046
	build "$source" plain "$@" &&
		OMP_NUM_THREADS=3 timeout 60 "$work/plain" >"$work/plain.out" &&
		build "$source" changed "$@" $(with entries) &&
		! grep -q podium "$work/err" &&
		same_output changed
	ok $? "$label: nests are made, $words"
}

check()
{
	local source=$1 label="GCC $version: $1"

	entries "$source" made >"$work/entries"
	made "$source" "at -O2"
	made "$source" "at -O3" -O3
	made "$source" "with checks of GCC" -fchecking=2
	made "$source" "with -flto" -flto
	made "$source" "without -g" -g0
	versions "$source"
	! cmp -s <(objdump -d "$work/plain") <(objdump -d "$work/changed")
	ok $? "$label: the code is another"

	# shellcheck disable=SC2046
	build "$source" changed -O0 $(with entries) &&
		[ "$(grep -c 'nothing is transformed at -O0' "$work/err")" -ge \
			"$(($(wc -l <"$work/entries") - 1))" ] &&
		same_output changed
	ok $? "$label: nothing is transformed at -O0"

	sed 's/ force$//' "$work/entries" >"$work/unproven"
	# shellcheck disable=SC2046
	build "$source" changed $(with unproven) &&
		[ "$(grep -c 'left as written' "$work/err")" -ge \
			"$(($(wc -l <"$work/entries") - 1))" ]
	ok $? "$label: without a proof nothing is made"

	entries "$source" refused >"$work/entries"
	# shellcheck disable=SC2046
	build "$source" changed $(with entries) && same_output changed
	ok $? "$label: what is refused is as written"
	cp "$work/err" "$work/notes"
	wanted "$source" | grep ^refused >"$work/refused"
	local line=1

	while IFS=$'\t' read -r _ name _ words; do
		line=$((line + 1))
		grep "entries:$line: " "$work/notes" >"$work/err"
		grep -qF -- "$words" "$work/err"
		ok $? "$label: $name is not made: $words"
	done <"$work/refused"
}

: >"$work/out"
for version in ${PLUGIN_GCCS-}; do
	for source in $sources; do
		[ "${MADE-$source}" = "$source" ] || continue
		case $source in
		*.c) compiler=GCC_$version ;;
		*.cc) compiler=GXX_$version ;;
		*.f90) compiler=GFORTRAN_$version ;;
		esac
		compiler=${!compiler-}
		[ ! "$compiler" ] || check "$source"
	done
done
finish
