# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources that were changed behind a test at run time, as they count it. The
# test makes a program of a source and a function: "program".

# count_changed: count in "taken" where the changed loops run, and make tiles
# small
count_changed()
{
	awk '/^#define PODIUM_TILE/ { $3 = 2 + NR % 2 }
		NR == 1 { print "extern int taken;" }
		{ print }
		/\/\* if .* (do not overlap|wraps around)/ { within = 1 }
		within && /^[ \t]*if \(/ { within = 2 }
		within == 2 && /\{$/ { print "taken++;"; within = 0 }'
}

# build SOURCE FUNCTION: what "program" makes of both, by the compiler $cc
build()
{
	local whole=whole.${1##*.}

	program "$1" "$2" >"$whole"
	"$cc" "${flags[@]}" -w -fopenmp "$whole" -o whole
}

# as_it_was SOURCE FUNCTION: what the source leaves is in "want"
as_it_was()
{
	[ "${known-}" = "$*" ] && return
	build "$@" && ./whole | cksum >want && known="$*"
}

# both_run SOURCE FUNCTION CALLS: the changed source in "out" leaves what the
# source leaves; its loops ran, and in fewer calls
both_run()
{
	local changed=changed.${1##*.} ran

	count_changed <out >"$changed"
	as_it_was "$1" "$2" && build "$changed" "$2" &&
		./whole | cksum | cmp - want || return 1
	ran=$(./whole count)
	[ "$ran" -gt 0 ] && [ "$ran" -lt "$3" ]
}
