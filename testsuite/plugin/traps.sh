#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Traps: programs of which it is known by reading what may be changed. Each is
# a source NAME.c, NAME.cc or NAME.f90 in testsuite/traps, with further units
# NAME-2.c and so on. Every comment "expect: EXPRESSION" in them is for jq and
# must hold of what `podium features --json` says of the object, or of the
# program that several units are linked into. A comment "flags: FLAG..." adds to
# -O2 -fopenmp for its unit.
#
# One alone:
#     make check TESTS=testsuite/plugin/traps.sh TRAP=NAME

. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/testsuite/gccs.sh"

traps=$srcdir/testsuite/traps
version=${PLUGIN_GCCS##* }

# Text of comments that begin with a word, without the end of the comment.
comments()
{
	sed -n "s/.*$1: //p" "${@:2}" | sed 's, *\*/ *$,,'
}

# The objects; the compiler of the main program, which comes first, links them
# where there are several.
build()
{
	local source flags

	objects=()
	for source; do
		objects+=("${source##*/}.o")
		read -ra flags < <(comments flags "$source")
		$(compiler "$version" "${source##*.}") -O2 -fopenmp "${flags[@]}" \
			"-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so" \
			-c "$source" -o "${objects[-1]}" || return
	done
	[ $# -gt 1 ] || return 0
	flags=(-lm -lpthread -lstdc++)
	[[ $* != *.f90* ]] || flags+=(-lgfortran)
	$(compiler "$version" "${1##*.}") -fopenmp "${objects[@]}" \
		"${flags[@]}" -o trap && objects=(trap)
}

# Which of a trap's languages has no compiler, if any.
lacking()
{
	local source

	for source; do
		[ -n "$(compiler "$version" "${source##*.}")" ] ||
			echo "${source##*.}"
	done | head -n 1
}

# Asks jq once: a line "true" for each expression that holds.
answers()
{
	jq "$(printf '(try ([%s] | last) catch false | . and true),' "$@") empty" \
		all.json
}

check_trap()
{
	local name=$1 expression expressions answer
	shift

	if [ -n "$(lacking "$@")" ]; then
		skip "$name" "no compiler for .$(lacking "$@")"
		return
	fi
	if ! build "$@" >log 2>&1 ||
		! "$PODIUM" features --json "${objects[@]}" >all.json 2>log
	then
		ok 1 "$name is built and read"
		return
	fi
	mapfile -t expressions < <(comments expect "$@")
	answers "${expressions[@]}" >answers 2>log
	! grep -qvx true answers ||
		jq -c '.[] | [.id, .rewrite_why, .reorders, .asks]' \
			all.json >>log
	for expression in "${expressions[@]}"; do
		IFS= read -r answer
		[ "$answer" = true ]
		ok $? "$name: $expression"
	done <answers
}

needs "traps" "gcc-$version/plugin" jq
for first in "$traps"/*.c "$traps"/*.cc "$traps"/*.f90; do
	base=${first%.*}
	name=${base##*/}
	[[ $name != *-[2-9] ]] || continue
	[ "${TRAP-$name}" = "$name" ] || continue
	further=()
	for source in "$base"-[2-9].*; do
		[ ! -f "$source" ] || further+=("$source")
	done
	check_trap "$name" "$first" "${further[@]}"
done
finish
