#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Traps: programs of which it is known by reading what may be changed. Each is
# a source NAME.c, NAME.cc or NAME.f90 here, with further units NAME-2.c and
# so on. Every comment "expect: EXPRESSION" in them is for jq and must hold of
# what `podium features --json` says of the linked program. Sources whose
# names begin like NAME are one program; a comment "flags: FLAG..." adds to
# -O2 -fopenmp for its unit.
#
# One alone:
#     make check TESTS=testsuite/traps/traps.sh TRAP=NAME
set -u

traps=${srcdir:?}/testsuite/traps
version=${PLUGIN_GCCS##* }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
points=0

# point ok|"not ok" TEXT: a TAP line, and where it failed what was said.
point()
{
	points=$((points + 1))
	echo "$1 $points - $2"
	[ "$1" = ok ] || sed 's/^/# /' "$scratch"/errors | head -n 20
}

# The compiler of a source; nothing if there is none.
compiler_of()
{
	local variable

	case $1 in
	*.c) variable=GCC_$version ;;
	*.cc) variable=GXX_$version ;;
	*.f90) variable=GFORTRAN_$version ;;
	esac
	echo "${!variable-}"
}

# Text of comments that begin with a word, without the end of the comment.
comments()
{
	sed -n "s/.*$1: //p" "${@:2}" | sed 's, *\*/ *$,,'
}

# The compiler of the main program, which comes first, links all.
build()
{
	local source objects=() flags

	for source; do
		objects+=("$scratch/${source##*/}.o")
		read -ra flags < <(comments flags "$source")
		[ "${source%.f90}" = "$source" ] || flags+=(-J "$scratch")
		$(compiler_of "$source") -O2 -fopenmp "${flags[@]}" \
			"-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so" \
			-c "$source" -o "${objects[-1]}" || return
	done
	flags=(-lm -lpthread -lstdc++)
	[[ $* != *.f90* ]] || flags+=(-lgfortran)
	$(compiler_of "$1") -fopenmp "${objects[@]}" "${flags[@]}" \
		-o "$scratch"/trap
}

# Which of a trap's sources has no compiler, if any.
lacking()
{
	local source

	for source; do
		[ -n "$(compiler_of "$source")" ] || echo "${source##*.}"
	done
}

check_trap()
{
	local name=$1 expression
	shift

	if [ -n "$(lacking "$@")" ]; then
		point ok "$name # SKIP no compiler for .$(lacking "$@" | head -n 1)"
		return
	fi
	if ! build "$@" >"$scratch"/errors 2>&1 ||
		! "$PODIUM" features --json "$scratch"/trap \
			>"$scratch"/records 2>"$scratch"/errors; then
		point "not ok" "$name is built and read"
		return
	fi
	while IFS= read -r expression; do
		if jq -e "$expression" "$scratch"/records \
				>"$scratch"/errors 2>&1; then
			point ok "$name: $expression"
		else
			jq -c '.[] | [.id, .rewrite_why, .reorders, .asks]' \
				"$scratch"/records >>"$scratch"/errors
			point "not ok" "$name: $expression"
		fi
	done < <(comments expect "$@")
}

[ -n "$version" ] || {
	echo "1..0 # SKIP no GCC has a plugin"
	exit 0
}
command -v jq >/dev/null || {
	echo "1..0 # SKIP no jq"
	exit 0
}

for first in "$traps"/*.c "$traps"/*.cc "$traps"/*.f90; do
	base=${first%.*}
	name=${base##*/}
	[ -f "$first" ] || continue
	[[ $name != *-[2-9] ]] || continue
	[ "${TRAP-$name}" = "$name" ] || continue
	further=()
	for source in "$base"-[2-9].*; do
		[ ! -f "$source" ] || further+=("$source")
	done
	check_trap "$name" "$first" "${further[@]}"
done
echo "1..$points"
