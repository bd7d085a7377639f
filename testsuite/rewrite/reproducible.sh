#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What --reproducible lets through leaves every bit as it is. Each source in
# testsuite/reproducible is a program that prints a hash of the bits of what
# each of its loops made, behind the name of the loop's function. A comment
# "reorders: NAME..." names those that depend on which thread does what: just
# their records must say so. The others get every kind of schedule twice, in 8
# builds, with chunks and numbers of threads at random, each run three times
# with 2 to 16 threads, and must print what the original printed with one.
#
# One alone:
#     make check TESTS=testsuite/rewrite/reproducible.sh PROGRAM=NAME

. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/testsuite/gccs.sh"

programs=$srcdir/testsuite/reproducible
version=${PLUGIN_GCCS##* }
builds=8
runs=3
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

# write_tuned BUILD: a tuned file for all loops that may have one, each with the
# next kind in the next build. Half of them leave the number of threads to the
# run.
write_tuned()
{
	local file id parallel clauses chunk kinds turn=$1

	echo 'podium.tuned 1'
	while IFS=$'\t' read -r file id parallel; do
		chunk=$((1 + RANDOM % 64))
		kinds=(static "static,$chunk" "dynamic,$chunk" "guided,$chunk")
		clauses="schedule(${kinds[turn++ % 4]})"
		[ "$parallel" = null ] || [ $((RANDOM % 2)) -eq 0 ] ||
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

# Does a run of the variant print what the original printed?
is_same()
{
	OMP_NUM_THREADS=$((2 + RANDOM % 15)) ./variant >printed 2>log &&
		diff <(lines original) <(lines printed) >log && return
	cat tuned >>log
	return 1
}

differs()
{
	local source=$1 i j

	for ((i = 0; i < builds; i++)); do
		write_tuned "$i" >tuned
		build variant "$source" \
			"-fplugin-arg-podium-use=$PWD/tuned" || return 0
		for ((j = 0; j < runs; j++)); do
			is_same || return 0
		done
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
	write_tuned 0 | grep -q schedule || return
	! differs "$source"
	status=$?
	ok $status "$name: no bit differs in $builds builds"
	changed=$((changed + ! status))
}

needs "programs" "gcc-$version/plugin" jq
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
