#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compiles every loop of this folder with every GCC that has a plugin and
# holds the records against the expectations beside them: see README.md.
#
# One source alone:
#     make check TESTS=testsuite/golden/golden.sh GOLDEN=recur.c
set -u

golden=${srcdir:?}/testsuite/golden
check=${builddir:?}/testsuite/golden/golden-check
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
points=0

# Print a TAP line: ok or "not ok", text.
point()
{
	points=$((points + 1))
	echo "$1 $points - $2"
}

# The compiler of that version for that source; nothing if there is none.
compiler_of()
{
	local version=$1 source=$2 variable

	case $source in
	*.c) variable=GCC_$version ;;
	*.cc) variable=GXX_$version ;;
	*.f90) variable=GFORTRAN_$version ;;
	esac
	echo "${!variable-}"
}

# Compile a source with the plugin and take the records out of the object.
# In the folder of the sources, so that no record holds its path; a module
# that Fortran writes goes elsewhere. C is C17, which all of them know, as GCC
# 15 takes what says nothing for C23: there floor() is another function.
record()
{
	local compiler=$1 version=$2 source=$3 flags=()

	case $source in
	*.c) flags=(-std=gnu17) ;;
	*.f90) flags=(-J "$scratch") ;;
	esac
	rm -f "$scratch"/golden.o "$scratch"/records "$scratch"/functions
	(cd "$golden" &&
		$compiler -O2 -fopenmp -c "$source" -o "$scratch"/golden.o \
			"${flags[@]}" \
			"-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so") &&
		objcopy --dump-section ".podium.loops=$scratch/records" \
			"$scratch"/golden.o "$scratch"/other.o &&
		[ -s "$scratch"/records ] || return 1
	! objdump -h "$scratch"/golden.o | grep -q podium.functions || {
		objcopy --dump-section ".podium.functions=$scratch/functions" \
			"$scratch"/golden.o "$scratch"/other.o &&
			cat "$scratch"/functions >>"$scratch"/records
	}
}

# The loops of the object as a table, without what depends on the compiler: a
# line beyond the end of the source is one of its library.
table()
{
	"$PODIUM" features --detail "$scratch"/golden.o |
		awk -v lines="$(wc -l <"$golden/$1")" '
		/^  code  / { skip = 1; next }
		skip && /^                / { next }
		{ skip = 0 }
		/^  compiled  / { sub(/gcc [0-9.]+/, "gcc") }
		match($0, / line [0-9]+/) {
			line = substr($0, RSTART + 6, RLENGTH - 6)
			if (line + 0 > lines)
				sub(/ line [0-9]+/, " line of the library")
		}
		{ print }'
}

# The table must be that of X.loops, or of X.gcc-N.loops where GCC N and later
# show the loops otherwise.
check_table()
{
	local version=$1 source=$2 label=$3 pair=$golden/${2%.*}

	[ -f "$pair.loops" ] || return
	while [ "$version" -ge 11 ] && [ ! -f "$pair.gcc-$version.loops" ]; do
		version=$((version - 1))
	done
	[ "$version" -lt 11 ] || pair=$pair.gcc-$version
	pair=$pair.loops
	if table "$source" 2> "$scratch"/errors |
			diff -u "$pair" - > "$scratch"/difference; then
		point ok "$label is shown as in ${pair##*/}"
	else
		point "not ok" "$label is shown as in ${pair##*/}"
		sed 's/^/# /' "$scratch"/errors "$scratch"/difference
	fi
}

# What the plugin writes podium must take for undamaged; all has a place.
check_reader()
{
	if ! grep -q '"line":0[,}]' "$scratch"/records &&
		"$PODIUM" features --json "$scratch"/golden.o \
			> "$scratch"/shown 2> "$scratch"/errors; then
		point ok "$1 is read back"
	else
		point "not ok" "$1 is read back"
		sed 's/^/# /' "$scratch"/errors
	fi
}

# Number the points that the checker printed for one source.
number()
{
	local line

	while IFS= read -r line; do
		case $line in
		"ok - "*) point ok "${line#ok - }" ;;
		"not ok - "*) point "not ok" "${line#not ok - }" ;;
		*) echo "$line" ;;
		esac
	done
}

# The facts of X.expect that hold with this version: those of some GCCs alone
# begin with "gcc FIRST-LAST". Lines stay where they are.
expectation()
{
	awk -v version="$1" '
		$1 == "gcc" {
			split($2, of, "-")
			if (version < of[1] || (of[2] && version > of[2]))
				$0 = ""
			sub(/^[ \t]*gcc [^ ]+ /, "\t")
		}
		{ print }' "$golden/$2.expect"
}

check_source()
{
	local version=$1 source=$2 label="gcc $1: $2" compiler

	compiler=$(compiler_of "$version" "$source")
	if [ -z "$compiler" ]; then
		point ok "$label # SKIP no compiler of its language"
		return
	fi
	if ! record "$compiler" "$version" "$source" 2> "$scratch"/errors; then
		point "not ok" "$label gives records"
		sed 's/^/# /' "$scratch"/errors
		return
	fi
	point ok "$label gives records"
	expectation "$version" "${source%.*}" >"$scratch/$source".expect
	"$check" "$label" "$scratch/$source".expect "$scratch"/records \
		> "$scratch"/points 2> "$scratch"/errors
	[ $? -lt 2 ] || point "not ok" "$label is checked to the end"
	number < "$scratch"/points
	sed 's/^/# /' "$scratch"/errors
	check_reader "$label"
	check_table "$version" "$source" "$label"
}

# Write the table of one source for a reader to compare with the source.
if [ "${1-}" = --table ]; then
	record "$(compiler_of "$2" "$3")" "$2" "$3" && table "$3"
	exit
fi

[ "${PLUGIN_GCCS-}" ] || {
	echo "1..0 # SKIP no GCC has a plugin"
	exit 0
}

for version in $PLUGIN_GCCS; do
	for path in "$golden"/*.c "$golden"/*.cc "$golden"/*.f90; do
		source=${path##*/}
		[ "${GOLDEN-$source}" = "$source" ] || continue
		[ -f "${path%.*}.expect" ] || continue
		check_source "$version" "$source"
	done
done
echo "1..$points"
