#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Watching what GCC makes of the loops changes nothing: objects are the same
# bytes with and without the plugin, its section aside, and so is what GCC
# itself tells of its optimisations when the user asks for that.

. "$(dirname "$0")/common.bash"
. "$srcdir/testsuite/turn.bash"

# Where there are loop optimisers to watch; ../plugin/unharmed.sh has the others.
# Plain -O3 is that of what GCC tells, below.
flag_sets=(
	'-O2 -g'
	'-O3 -march=haswell -ffast-math -funroll-loops'
)

# compile GCC SOURCE OUT FLAGS... : OUT.o without podium's section
compile()
{
	local gcc=$1 source=$2 out=$3

	shift 3
	$(compiler "$gcc" "${source##*.}") -fopenmp -frandom-seed=podium "$@" \
		-c "$sources/$source" -o x.o 2>> log || return 1
	objcopy --dump-section .podium.loops="$out.records" x.o 2> /dev/null
	objcopy --remove-section='.podium.*' x.o "$out.o"
}

# Is the object the same, and did the plugin write records into its twin?
check_object()
{
	local gcc=$1 source=$2 name="$2 $3, GCC $1"

	if [ -z "$(compiler "$gcc" "${source##*.}")" ]; then
		skip "$name" "no compiler for it"
		return
	fi
	rm -f without.* with.* log
	# shellcheck disable=SC2086
	compile "$gcc" "$source" without $3 &&
		compile "$gcc" "$source" with $3 "$(plugin "$gcc")" &&
		cmp without.o with.o 2>> log &&
		[ -s with.records ] && [ ! -e without.records ]
	ok $? "$name"
}

# GCC writes addresses of its memory, other ones in every run.
without_addresses()
{
	sed -i 's/0x[0-9a-f]*/ADDRESS/g' "$@"
}

# The records of optimisations, after the list of passes (ours are in it).
optimisations()
{
	gzip -dc "$1" | jq -S '.[2]'
}

# What the user asks GCC to tell is the same, to the letter.
check_told()
{
	local gcc=$1 source=$2 name

	if [ -z "$(compiler "$gcc" "${source##*.}")" ]; then
		skip "what GCC tells of $source, GCC $gcc" "no compiler for it"
		return
	fi
	rm -f without.* with.* log
	for side in without with; do
		rm -f ./*.opt-record.json.gz
		[ $side = without ] || extra=$(plugin "$gcc")
		compile "$gcc" "$source" $side -O3 -fsave-optimization-record \
			-fopt-info-all=$side.all ${extra:+"$extra"} &&
			optimisations ./*.opt-record.json.gz > $side.optimisations
		compile "$gcc" "$source" $side.missed -O3 \
			-fopt-info-vec-missed=$side.vec ${extra:+"$extra"}
	done
	unset extra
	without_addresses with*.all with*.vec with*.optimisations
	for told in all vec optimisations o missed.o; do
		name="$source: the same .$told, GCC $gcc"
		[ -s without.$told ] && cmp without.$told with.$told 2>> log
		ok $? "$name"
	done
}

for gcc in $PLUGIN_GCCS; do
	turn=0
	for path in "$sources"/*.c "$sources"/*.cc "$sources"/*.f90; do
		turn=$((turn + 1))
		for flags in "${flag_sets[@]}"; do
			its_turn $((turn++)) "$gcc" || continue
			check_object "$gcc" "${path##*/}" "$flags"
		done
	done
	for source in sum.c call.c split.c interchange.c unrolled.c; do
		its_turn $((turn++)) "$gcc" || continue
		check_told "$gcc" "$source"
	done
done
finish
