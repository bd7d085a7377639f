# SPDX-License-Identifier: GPL-3.0-or-later
#
# Nests by hand in other orders, in tiles, distributed and jammed, by every GCC:
# the record of what the plugin makes is the one that was meant, and the program
# prints the same.

. "$(dirname "$0")/../gccs.sh"
sources=$srcdir/testsuite/transform
reshaped=$builddir/testsuite/transform/reshaped
export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS OMP_NUM_THREADS=3

# prints SOURCE [FLAG...]: what the program prints
prints()
{
	$cc -O2 -fopenmp "$@" -o program >log 2>&1 && ./program
}

# reshape VERSION LANGUAGE ID RESHAPE
reshape()
{
	local source=$sources/nests.$2 result=0

	"$reshaped" "$source" "$3" "$4" "$4" "$gcc" >reshaped.log 2>log ||
		result=1
	prints "$source" "$plugin" \
		-fplugin-arg-podium-use=reshaped.tuned | cmp -s - wanted ||
		result=1
	[ -s wanted ] && ! grep -q podium: log || result=1
	ok $result "GCC $1, $2: $3 $4"
}

# wrong VERSION LANGUAGE ID RESHAPE MEANT WHY: it is seen that this is not meant
wrong()
{
	"$reshaped" "$sources/nests.$2" "$3" "$4" "$5" "$gcc" >out 2>log
	[ $? -eq 3 ] && grep -q "$6" log
	ok $? "GCC $1, $2: $3 $4 is seen to be wrong: $6"
}

for version in $PLUGIN_GCCS; do
	gcc=$(compiler "$version" c)
	for language in c cc f90; do
		use "$version" "$language" || continue
		prints "$sources/nests.$language" >wanted
		case $language in
		c)
			reshape "$version" c product#1 0:021
			reshape "$version" c product#1 0:102:0,7,0
			reshape "$version" c product#1 1:10:5,16
			reshape "$version" c down#1 0:10
			reshape "$version" c down#1 0:10:4,5
			reshape "$version" c region#1 0:10
			reshape "$version" c region#1 0:01:5,7
			reshape "$version" c region#2 0:10:0,4
			reshape "$version" c region#2 0:01/2
			reshape "$version" c inner#1 1:10
			reshape "$version" c inner#1 1:01:2,9
			reshape "$version" c planes#1 1:10
			reshape "$version" c planes#1 0:021:0,3,4
			reshape "$version" c means#1 '0:021|2'
			reshape "$version" c means#1 '0:021|2:3,0,4'
			reshape "$version" c means#1 '0:210|2:4,5,0'
			reshape "$version" c sums#1 1:0:8^
			reshape "$version" c more#1 1:0:5^
			reshape "$version" c filter#1 0:0:4^
			reshape "$version" c filter#1 0:0:32^
			reshape "$version" c smoothed#1 1:0:6^
			reshape "$version" c strided#1 0:10
			reshape "$version" c team#1 0:10
			reshape "$version" c team#2 0:10:7,0
			reshape "$version" c fields#1 0:012/2
			reshape "$version" c fields#1 0:102/2
			wrong "$version" c product#1 0:201 0:201 'a race'
			wrong "$version" c product#1 0:021 0:102 'the place'
			wrong "$version" c product#1 0:012:0,7,0 \
				0:012:0,8,0 'from tile to tile'
			;;
		cc)
			reshape "$version" cc _ZN4Grid3addERS_#1 0:10
			reshape "$version" cc _ZN4Grid3addERS_#1 0:01:8,4
			reshape "$version" cc _ZN4Grid3addERS_#1 0:01/2
			;;
		f90)
			reshape "$version" f90 product_#1 0:102
			reshape "$version" f90 product_#1 0:021:6,0,0
			reshape "$version" f90 region_#1 0:10
			reshape "$version" f90 region_#2 0:10:4,5
			reshape "$version" f90 fields_#1 0:012/2
			reshape "$version" f90 down_#1 0:10
			reshape "$version" f90 down_#1 0:01:5,4
			;;
		esac
	done
done
finish
