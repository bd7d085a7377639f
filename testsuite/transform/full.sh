# SPDX-License-Identifier: GPL-3.0-or-later
#
# Full tiles of Fortran in a version of their own, in both forms: GCC makes of
# it what was meant, unrolls the loops, and programs print the same for many
# sizes.

. "$(dirname "$0")/../gccs.sh"
sources=$srcdir/testsuite/transform
reshaped=$builddir/testsuite/transform/reshaped
export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS

# prints SOURCE THREADS
prints()
{
	$cc -O2 -fopenmp -ffp-contract=off -fcheck=bounds "$1" -o program \
		>log 2>&1 && OMP_NUM_THREADS=$2 ./program
}

# full VERSION FORM ID RESHAPE UNROLLED
full()
{
	local source=full.$2 result=0 threads

	cp "$sources/$source" . && chmod u+w "$source"
	"$reshaped" "$source" "$3" "$4" "$gcc" >"new.$2" 2>log || result=1
	for threads in 1 3; do
		[ -s wanted ] && prints "new.$2" "$threads" | cmp -s - wanted ||
			result=1
	done
	ok $result "GCC $1, $2: $3 $4"
	$cc -O2 -fopenmp -c "new.$2" -o new.o -fopt-info-loop 2>&1 |
		grep -c 'with [3478] iterations completely unrolled' >log
	[ "$(cat log)" -ge "$5" ]
	ok $? "which is unrolled"
}

for version in $PLUGIN_GCCS; do
	gcc=$(compiler "$version" c)
	use "$version" f90 || continue
	prints "$sources/full.f90" 1 >wanted
	full "$version" f90 product_#1 '0:201:4,4,0!' 1
	full "$version" f90 product_#1 '1:10:4,0!' 1
	full "$version" f90 down_#1 '0:10:8,0!' 1
	full "$version" f90 down_#1 '0:01:4,4!' 2
	full "$version" f90 __shapes_MOD_assumed#1 '0:10:4,0!' 1
	full "$version" f90 __shapes_MOD_members#1 '0:10:8,0!' 0
	full "$version" f90 last_#1 '0:01:0,4!' 1
	full "$version" f90 last_#1 '0:01:8,4!' 1
	prints "$sources/full.f" 1 >wanted
	full "$version" f step_#1 '0:102:4,0,4!' 1
	full "$version" f down_#1 '0:10:4,0!' 1
	full "$version" f down_#1 '0:01:8,4!' 2
done
finish
