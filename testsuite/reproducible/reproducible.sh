#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What --reproducible lets through leaves every bit as it is. Each source here
# is a program that prints a hash of the bits of what each of its loops made,
# behind the name of the loop's function. A comment "reorders: NAME..." names
# those that depend on which thread does what: just their records must say so.
# The others get clauses at random, in 25 builds, each run with 2 to 16
# threads, and must print what the original printed with one.
#
# One alone:
#     make check TESTS=testsuite/reproducible/reproducible.sh PROGRAM=NAME
set -u

programs=${srcdir:?}/testsuite/reproducible
version=${PLUGIN_GCCS##* }
builds=25
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
points=0
RANDOM=4

# point ok|"not ok" TEXT: a TAP line, and where it failed what was said.
point() {
	points=$((points + 1))
	echo "$1 $points - $2"
	[ "$1" = ok ] || sed 's/^/# /' "$scratch"/errors | head -n 20
}

# The compiler of a source; nothing if there is none.
compiler_of() {
	local variable

	case $1 in
	*.c) variable=GCC_$version ;;
	*.cc) variable=GXX_$version ;;
	*.f90) variable=GFORTRAN_$version ;;
	esac
	echo "${!variable-}"
}

# build PROGRAM SOURCE FLAG...
build() {
	local modules=()

	[ "${2%.f90}" = "$2" ] || modules=(-J "$scratch")
	$(compiler_of "$2") -O2 -fopenmp "${modules[@]}" \
		"-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so" "${@:3}" \
		"$2" -o "$1" -lm >"$scratch"/errors 2>&1
}

# The names of functions with loops that depend on who does what.
marked() {
	jq -r '.[] | select(.reorders != []) | .name' "$scratch"/records |
		sort -u
}

named() {
	sed -n 's/.*reorders: //p' "$1" | sed 's, *\*/.*,,' | tr ' ' '\n' |
		sort -u
}

one_of() {
	local all=("$@")

	echo "${all[RANDOM % $#]}"
}

# A tuned file with clauses at random for all that may have them.
write_tuned() {
	local file id parallel clauses

	echo 'podium.tuned 1'
	while IFS=$'\t' read -r file id parallel; do
		clauses="schedule($(one_of static dynamic guided),$((
			1 + RANDOM % 64)))"
		[ $((RANDOM % 4)) -gt 0 ] || clauses='schedule(static)'
		[ "$parallel" = null ] ||
			clauses+=" num_threads($((2 + RANDOM % 15)))"
		echo "${file##*/}:$id $clauses"
	done < <(jq -r '.[] | select(.rewritable and .reorders == [] and
		.rewrite_why == []) | [.file, .id, .parallel == null] | @tsv' \
		"$scratch"/records | sed 's/true$/null/')
}

# What the loops printed that must not differ.
lines() {
	grep -v -w -F -f "$scratch"/marked "$1"
}

differs() {
	local source=$1 i

	for ((i = 0; i < builds; i++)); do
		write_tuned >"$scratch"/tuned
		build "$scratch"/variant "$source" \
			"-fplugin-arg-podium-use=$scratch/tuned" || return 0
		OMP_NUM_THREADS=$((2 + RANDOM % 15)) "$scratch"/variant \
			>"$scratch"/printed 2>"$scratch"/errors || return 0
		diff <(lines "$scratch"/original) <(lines "$scratch"/printed) \
			>"$scratch"/errors && continue
		cat "$scratch"/tuned >>"$scratch"/errors
		return 0
	done
	return 1
}

check_program() {
	local source=$1 name=$2 entries

	if ! build "$scratch"/original.out "$source" ||
		! "$PODIUM" features --json "$scratch"/original.out \
			>"$scratch"/records 2>"$scratch"/errors; then
		point 'not ok' "$name is built and read"
		return
	fi
	marked >"$scratch"/marked
	if diff <(named "$source") "$scratch"/marked >"$scratch"/errors; then
		point ok "$name: its records say what depends on who does what"
	else
		point 'not ok' "$name: its records say what depends on who does what"
	fi
	[ -s "$scratch"/marked ] || echo / >"$scratch"/marked
	OMP_NUM_THREADS=1 "$scratch"/original.out >"$scratch"/original
	entries=$(write_tuned | grep -c schedule)
	if [ "$entries" -eq 0 ]; then
		return
	elif differs "$source"; then
		point 'not ok' "$name: no bit differs in $builds builds"
	else
		point ok "$name: no bit differs in $builds builds"
		changed=$((changed + 1))
	fi
}

[ -n "$version" ] || {
	echo "1..0 # SKIP no GCC has a plugin"
	exit 0
}
command -v jq >/dev/null || {
	echo "1..0 # SKIP no jq"
	exit 0
}

changed=0
for source in "$programs"/*.c "$programs"/*.cc "$programs"/*.f90; do
	name=${source##*/}
	[ "${PROGRAM-${name%.*}}" = "${name%.*}" ] || continue
	if [ -z "$(compiler_of "$source")" ]; then
		points=$((points + 1))
		echo "ok $points - $name # SKIP no compiler"
		continue
	fi
	check_program "$source" "$name"
done
echo "# $changed programs were changed"
echo "1..$points"
