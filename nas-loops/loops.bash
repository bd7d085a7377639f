# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds these loops for tests and studies. Sourced; wants $work and the compiler
# $gcc.

loops=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
frame=(main variants check measure samples statistics)

# All loops, in the order of the table of sizes.
loop_names()
{
	sed -n 's/^\([a-z]\w*\) [0-9].*/\1/p' "$loops/sizes"
}

# The modules around a loop, into frame-NAME.o.
build_frame()
{
	local module

	for module in "${frame[@]}"; do
		"$gcc" -O1 -fopenmp -c "$loops/$module.c" \
			-o "$work/frame-$module.o" || return
	done
}

# build_loop SOURCE PROGRAM FLAG...: one loop with its frame.
build_loop()
{
	local source=$1 program=$2
	shift 2

	"$gcc" -fopenmp "-I$loops" "$@" -c "$source" -o "$program.o" &&
		"$gcc" -fopenmp "$program.o" \
			"$work"/frame-*.o -o "$program" -lm
}
