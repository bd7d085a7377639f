#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What --reproducible lets through leaves every bit as it is. Each source in
# testsuite/reproducible is a program that prints a hash of the bits of what
# each of its loops made, behind the name of the loop's function. A comment
# "reorders: NAME..." names those that depend on which thread does what: just
# their records must say so. The others get clauses at random, in 25 builds,
# each run with 2 to 16 threads, and must print what the original printed with
# one.
#
# One alone:
#     make check TESTS=testsuite/rewrite/reproducible.sh PROGRAM=NAME

. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/testsuite/gccs.sh"

programs=$srcdir/testsuite/reproducible
version=${PLUGIN_GCCS##* }
builds=25
RANDOM=4

# build PROGRAM SOURCE FLAG...
build()
{
	local modules=()

	[ "${2%.f90}" = "$2" ] || modules=(-J .)
	$(compiler "$version" "${2##*.}") -O2 -fopenmp "${modules[@]}" \
		"-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so" "${@:3}" \
		"$2" -o "$1" -lm >log 2>&1
}

# The names of functions with loops that depend on who does what.
marked()
{
	jq -r '.[] | select(.reorders != []) | .name' all.json | sort -u
}

named()
{
	sed -n 's/.*reorders: //p' "$1" | sed 's, *\*/.*,,' | tr ' ' '\n' |
		sort -u
}

one_of()
{
	local all=("$@")

	echo "${all[RANDOM % $#]}"
}

# A tuned file with clauses at random for all that may have them.
write_tuned()
{
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
		all.json | sed 's/true$/null/')
}

# What the loops printed that must not differ.
lines()
{
	grep -v -w -F -f marked "$1"
}

differs()
{
	local source=$1 i

	for ((i = 0; i < builds; i++)); do
		write_tuned >tuned
		build variant "$source" \
			"-fplugin-arg-podium-use=$PWD/tuned" || return 0
		OMP_NUM_THREADS=$((2 + RANDOM % 15)) ./variant \
			>printed 2>log || return 0
		diff <(lines original) <(lines printed) >log && continue
		cat tuned >>log
		return 0
	done
	return 1
}

check_program()
{
	local source=$1 name=$2 status

	if ! build original.out "$source" ||
		! "$PODIUM" features --json original.out >all.json 2>log; then
		ok 1 "$name is built and read"
		return
	fi
	marked >marked
	diff <(named "$source") marked >log
	ok $? "$name: its records say what depends on who does what"
	[ -s marked ] || echo / >marked
	OMP_NUM_THREADS=1 ./original.out >original
	write_tuned | grep -q schedule || return
	! differs "$source"
	status=$?
	ok $status "$name: no bit differs in $builds builds"
	changed=$((changed + ! status))
}

if [ ! -f "$PODIUM_PLUGINS/gcc-$version/podium.so" ] ||
	! command -v jq >/dev/null; then
	skip "programs" "no plugin, or no jq"
	finish
	exit
fi
changed=0
for source in "$programs"/*.c "$programs"/*.cc "$programs"/*.f90; do
	name=${source##*/}
	[ "${PROGRAM-${name%.*}}" = "${name%.*}" ] || continue
	if [ -z "$(compiler "$version" "${source##*.}")" ]; then
		skip "$name" "no compiler"
		continue
	fi
	check_program "$source" "$name"
done
echo "# $changed programs were changed"
finish
