#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The record says of each source what GCC made of its loops: the
# table "outcomes", row by row, with every compiler.

. "$(dirname "$0")/common.bash"

# What a row may ask for: the entry of the one loop that holds no other, or
# of the loop with this counter.
entries='
def holds(loop): any(.nest[]; .parent == loop);
def c: . as $r | [.code[] | .loop as $l | select($r | holds($l) | not)]
	| if length == 1 then .[0] else empty end;
def of(var): . as $r | .code[] | select($r.nest[.loop].var == var);'

# record COMMAND GCC SOURCE FLAGS: into the file "record", which is there already
# where the row before was of the same object.
record()
{
	[ "$made" != "$*" ] || return 0
	made=
	rm -f x.o
	# shellcheck disable=SC2086
	$1 -fopenmp "$(plugin "$2")" $4 -c "$sources/$3" -o x.o 2> log ||
		return
	objcopy --dump-section .podium.loops=record x.o 2> /dev/null ||
		echo null > record
	made=$*
}

check_row()
{
	local gcc=$1 source=$2 flags=$3 expected=$4
	local command name="$2 $3, GCC $1" result

	command=$(compiler "$gcc" "${source##*.}")
	if [ -z "$command" ]; then
		skip "$name" "no compiler for it"
		return
	fi
	if ! record "$command" "$gcc" "$source" "$flags"; then
		ok 1 "$name"
		return
	fi
	jq -e "$entries $expected" record > /dev/null
	result=$?
	[ $result -eq 0 ] || jq -c '.code?' record >log
	ok $result "$name"
}

made=
for gcc in $PLUGIN_GCCS; do
	while IFS= read -r row; do
		case $row in
		'#'* | '') continue ;;
		esac
		source=${row%% : *} row=${row#* : }
		gccs=${row%% : *} row=${row#* : }
		case " $gccs " in
		*" $gcc "*) ;;
		*) continue ;;
		esac
		check_row "$gcc" "$source" "${row%% : *}" "${row#* : }"
	done < "$sources/outcomes"
done
finish
