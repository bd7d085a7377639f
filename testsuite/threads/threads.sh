#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The thread rule, one small program for each clause: NAME.c, NAME.cc or
# NAME.f90, with a further unit NAME-2.* where the clause needs one. The comment
# in the line before a loop is the verdict expected of it:
#
#     rewritable: yes          the unit alone establishes the loop
#     needs: NAME, NAME        these must be established over all units
#     safe: NAME, NAME         `podium features` has established these
#     refused: TEXT            a "better not" reason contains it
#
# One unit is judged by its records, several by `podium features --json`, as is
# one where a verdict speaks of callers. "plugin: no" compiles a unit without it.
#
# One alone:
#     make check TESTS=testsuite/threads/threads.sh PROGRAM=NAME

. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/testsuite/gccs.sh"

programs=$srcdir/testsuite/threads
version=${PLUGIN_GCCS##* }

# "FILE<tab>LINE<tab>KIND<tab>TEXT" of each verdict in the sources.
verdicts()
{
	awk -v OFS='\t' '
		match($0, /(\/\*|!) (rewritable|needs|safe|refused): /) {
			text = substr($0, RSTART + RLENGTH)
			sub(/ *\*\/ *$/, "", text)
			split(substr($0, RSTART), word, /[ :]+/)
			file = FILENAME
			sub(/.*\//, "", file)
			print file, FNR + 1, word[2], text
		}' "$@"
}

build()
{
	local source flags

	objects=()
	for source; do
		objects+=("${source##*/}.o")
		flags=("-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so")
		! grep -q 'plugin: no' "$source" || flags=()
		[[ $source != *.f90 ]] || flags+=(-J "$work")
		(cd "$programs" && $(compiler "$version" "${source##*.}") -O2 \
			-fopenmp "${flags[@]}" -c "${source##*/}" \
			-o "$work/${objects[-1]}") || return
	done
}

# The records, as a JSON array in all.json.
read_records()
{
	if [ ${#objects[@]} -gt 1 ] || grep -q 'safe: ' "$1"; then
		"$PODIUM" features --json "${objects[@]}" >all.json
	else
		records "${objects[0]}" | jq -s . >all.json
	fi
}

# A line "true" for each verdict that holds.
judge()
{
	jq -rR --slurpfile all all.json '
		def names($key): .[$key] // [] | join(", ");
		def holds($kind; $text):
			if $kind == "refused" then
				any(.rewrite_why[]; startswith("better not: ")
					and contains($text))
			else
				.rewrite_why == [] and names("safe") ==
					(if $kind == "safe" then $text else "" end)
				and names("needs") ==
					(if $kind == "rewritable" then "" else $text end)
			end;
		split("\t") as [$file, $line, $kind, $text]
		| [$all[0][] | select(.line == ($line | tonumber)
			and (.file | endswith($file)))]
		| length > 0 and all(.[]; holds($kind; $text))' verdicts
}

check_program()
{
	local name=$1 source file line kind text answer
	shift

	for source; do
		[ -z "$(compiler "$version" "${source##*.}")" ] || continue
		skip "$name" "no compiler for .${source##*.}"
		return
	done
	verdicts "$@" >verdicts
	if ! build "$@" >log 2>&1 || ! read_records "$@" 2>log; then
		ok 1 "$name is built and read"
		return
	fi
	judge >answers 2>log
	! grep -qvx true answers || jq -c '.[] | [.file, .line, .rewrite_why,
		.needs, .safe]' all.json >>log
	while IFS=$'\t' read -r file line kind text && read -r answer <&3; do
		[ "$answer" = true ]
		ok $? "$file:$line: $kind: $text"
	done <verdicts 3<answers
}

needs "threads" "gcc-$version/plugin" jq
for first in "$programs"/*.c "$programs"/*.cc "$programs"/*.f90; do
	base=${first%.*}
	name=${base##*/}
	[[ $name != *-2 ]] || continue
	[ "${PROGRAM-$name}" = "$name" ] || continue
	further=()
	for source in "$base"-2.*; do
		[ ! -f "$source" ] || further+=("$source")
	done
	check_program "$name" "$first" "${further[@]}"
done
finish
