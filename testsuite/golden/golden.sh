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
# that Fortran writes goes elsewhere.
record()
{
	local compiler=$1 version=$2 source=$3 modules=()

	[ "${source%.f90}" = "$source" ] || modules=(-J "$scratch")
	rm -f "$scratch"/golden.o "$scratch"/records "$scratch"/functions
	(cd "$golden" &&
		$compiler -O2 -fopenmp -c "$source" -o "$scratch"/golden.o \
			"${modules[@]}" \
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

# The loops of the object as a table, without what depends on the compiler.
table()
{
	"$PODIUM" features --detail "$scratch"/golden.o | awk '
		/^  code  / { skip = 1; next }
		skip && /^                / { next }
		{ skip = 0 }
		/^  compiled  / { sub(/gcc [0-9.]+/, "gcc") }
		{ print }'
}

# The table must be that of X.loops, or of X.gcc-N.loops where GCC N shows
# the loops otherwise.
check_table()
{
	local version=$1 source=$2 label=$3 pair=$golden/${2%.*}

	if [ -f "$pair.gcc-$version.loops" ]; then
		pair=$pair.gcc-$version.loops
	elif [ -f "$pair.loops" ]; then
		pair=$pair.loops
	else
		return
	fi
	if table 2> "$scratch"/errors |
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
	"$check" "$label" "$golden/${source%.*}.expect" "$scratch"/records \
		> "$scratch"/points 2> "$scratch"/errors
	[ $? -lt 2 ] || point "not ok" "$label is checked to the end"
	number < "$scratch"/points
	sed 's/^/# /' "$scratch"/errors
	check_reader "$label"
	check_table "$version" "$source" "$label"
}

# Write the table of one source for a reader to compare with the source.
if [ "${1-}" = --table ]; then
	record "$(compiler_of "$2" "$3")" "$2" "$3" && table
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
