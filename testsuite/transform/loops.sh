#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The reader of plugin/transform numbers the loops of a construct as records
# do: over all golden loops, numbers, depths and names of counters are those of
# the records. Two readers see them, one before OpenMP is lowered and one in
# the child, after inlining.
set -u

. "$(dirname "$0")/../tap.sh"
golden=$srcdir/testsuite/golden

# Records have loops that are none before inlining: of functions that are
# called, and of memset() and memcpy().
cat >"$work/differ" <<'END'
block_bytes#1
block_clear#1
block_copy#1
block_fill#1
block_shift#1
call_inlined_loops#1
call_inlined_loops_again#1
_Z7of_listPKdS0_i#1
END

# "ID NUMBER DEPTH NAME" of the loops that the plugin shows; "?" has no name
# before the analysis.
shown()
{
	awk '/^;; loops of / { id = $4 }
		/^;; loop / {
			name = $6
			sub(/:$/, "", name)
			print id, $3, $5, /: not counted/ ? "?" : name
		}' "$1"
}

# The same of records, whose names are unique within a record.
recorded()
{
	jq -r '.id as $id | .nest // [] | to_entries[] |
		"\($id) \(.key) \(.value.depth) \(.value.var)"' "$1" |
		sed 's/ loop[0-9]*$/ _/; s/\.[0-9]*$//'
}

# check SOURCE COMPILER...: compile it, and compare loop by loop.
check()
{
	local source=$1 flags=()
	shift

	case $source in *.f90) flags=(-J "$work") ;; esac
	rm -f "$work/loops" "$work/records"
	(cd "$golden" && "$@" "${flags[@]}" -O2 -fopenmp -c "$source" \
		-o "$work/x.o" "-fplugin=$PODIUM_PLUGINS/gcc-$version/podium.so" \
		"-fplugin-arg-podium-loops=$work/loops" \
		"-fplugin-arg-podium-out=$work/records") 2>"$work/err" || return 1
	grep '"nest"' "$work/records" >"$work/nests"
	shown "$work/loops" >"$work/shown"
	recorded "$work/nests" >"$work/recorded"
	awk 'FILENAME ~ /differ$/ { differ[$1] = 1; next }
		FILENAME ~ /shown$/ { mine[$1, $2] = $3 " " $4; next }
		differ[$1] { next }
		{
			of = mine[$1, $2]
			delete mine[$1, $2]
			split(of, word)
			if (word[1] != $3 || (word[2] != "?" && word[2] != $4))
				print $0 ": read as", of
		}
		END {
			for (i in mine) {
				split(i, part, SUBSEP)
				if (!differ[part[1]])
					print part[1], part[2], "in no record"
			}
		}' "$work/differ" "$work/shown" "$work/recorded" >"$work/out"
	[ -s "$work/shown" ] && [ ! -s "$work/out" ]
}

needs "loops are numbered as in records" jq
: >"$work/out"
for version in ${PLUGIN_GCCS-}; do
	for path in "$golden"/*.c "$golden"/*.cc "$golden"/*.f90; do
		source=${path##*/}
		[ -e "${path%.*}.expect" ] || continue
		case $source in
		*.c) compiler=GCC_$version ;;
		*.cc) compiler=GXX_$version ;;
		*.f90) compiler=GFORTRAN_$version ;;
		esac
		[ "${!compiler-}" ] || continue
		# shellcheck disable=SC2086
		check "$source" ${!compiler}
		ok $? "GCC $version: $source"
	done
done
finish
