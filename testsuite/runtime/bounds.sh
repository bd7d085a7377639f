#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The clocks see the values that bounds are made of, wherever they are kept:
# in structures, behind references and pointers, in descriptors. The sources
# say which. What may not be there is not read: also under sanitizers.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/runtime/common.bash"
. "$srcdir/testsuite/turn.bash"
needs "the runtime" "$JQ"

flag_sets=('-O2' '-O0 -g' '-O3 -fcheck=all' '-O1 -flto')

# LOOP NAME NUMBER of the comments that begin so in the source.
stated()
{
	sed -n "s/^.*[^o] $1: \\(.*[^ ]\\) *\\**\\/*\$/\\1/p" "source.$language" |
		sed 's/ *\*\/$//'
}

# Values of all loops, as LOOP NAME MIN MAX.
found()
{
	"$JQ" -r 'select(.kind == "loop") | .id as $id | .values[] |
		select(.kind | IN("begin", "end", "step") | not) |
		"\($id) \(.name | sub("^.*__m$"; "m")) \(.min) \(.max)"' run
}

# matches LOOP NAME NUMBER: the loop by a part of its name.
matches()
{
	awk -v loop="$1" -v name="$2" -v number="$3" '
		index($1, loop) && $2 == name {
			good = number == "" || ($3 == number && $4 == number)
			found = 1
		}
		END { exit !(found && good) }' values
}

check_values()
{
	local loop name number

	found >values
	while read -r loop name number; do
		matches "$loop" "$name" "$number" && continue
		echo "no $loop $name $number in:" >log
		cat values >>log
		return 1
	done < <(stated value)
	while read -r loop name; do
		matches "$loop" "$name" '' || continue
		echo "$loop $name is read" >log
		return 1
	done < <(sed -n 's/^.*no value: \([^ ]* [^ ]*\).*$/\1/p' \
		"source.$language")
}

build()
{
	# shellcheck disable=SC2086
	$cc -fopenmp $1 source."$language" -o plain 2>log &&
		$cc -fopenmp $1 "$plugin" -fplugin-arg-podium-clock \
			source."$language" -o with 2>>log
}

same()
{
	rm -f run
	./plain >plain.out 2>log && clocked ./with >with.out 2>>log &&
		cmp plain.out with.out >>log && [ -s run ]
}

# The library is loaded before the sanitizer's, which complains about that.
sanitized()
{
	local flags='-O1 -g -fsanitize=address,undefined'

	# shellcheck disable=SC2086
	$cc -fopenmp $flags "$plugin" -fplugin-arg-podium-clock \
		source."$language" -o with 2>log &&
		ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 \
			clocked ./with >with.out 2>log &&
		cmp plain.out with.out >>log && [ ! -s log ]
}

can_sanitize()
{
	echo 'int main(void) { return 0; }' >try.c
	"$(compiler "$1" c)" -fsanitize=address,undefined try.c -o try \
		2>/dev/null && ./try
}

for version in $PLUGIN_GCCS; do
	turn=0
	for language in c cc f90; do
		turn=$((turn + 1))
		use "$version" "$language" || continue
		cp "$sources/bounds.$language" "source.$language"
		for flags in "${flag_sets[@]}"; do
			its_turn $((turn++)) "$version" || continue
			[ "$language" = f90 ] || flags=${flags/-fcheck=all/}
			name="GCC $version, bounds.$language, $flags"
			build "$flags"
			ok $? "$name: builds"
			same
			ok $? "$name: does the same"
			check_values
			ok $? "$name: the values of its bounds"
		done
		name="GCC $version, bounds.$language, sanitized"
		if can_sanitize "$version"; then
			sanitized
			ok $? "$name: nothing is said"
		else
			skip "$name" "no sanitizers"
		fi
	done
done
finish
