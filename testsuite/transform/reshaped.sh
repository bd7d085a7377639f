# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources in another order and in tiles, by every GCC: the new source
# compiles to the record that was meant, and the program prints the same.

. "$(dirname "$0")/../gccs.sh"
sources=$srcdir/testsuite/transform
reshaped=$builddir/testsuite/transform/reshaped
export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS OMP_NUM_THREADS=3

# prints SOURCE: what the program prints
prints()
{
	$cc -O2 -fopenmp "$1" -o program >log 2>&1 && ./program
}

# reshape VERSION LANGUAGE ID RESHAPE
reshape()
{
	local source=nests.$2 result=0

	cp "$sources/$source" . && chmod u+w "$source"
	"$reshaped" "$source" "$3" "$4" "$gcc" >new.$2 2>log &&
		! cmp -s new.$2 "$source" || result=1
	[ -s wanted ] && prints new.$2 | cmp -s - wanted || result=1
	ok $result "GCC $1, $2: $3 $4"
}

# wrong VERSION LANGUAGE ID RESHAPE WHY: it is seen that this is not meant
wrong()
{
	"$reshaped" "$sources/nests.$2" "$3" "$4" "$gcc" >new.$2 2>log
	[ $? -eq 3 ] && grep -q "$5" log
	ok $? "GCC $1, $2: $3 $4 is seen to be wrong"
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
			reshape "$version" c means#1 0:021
			reshape "$version" c means#1 1:10
			reshape "$version" c means#1 0:201:3,0,0
			reshape "$version" c means#1 0:201:4,5,0
			reshape "$version" c far#1 1:0:12
			reshape "$version" c planes#1 1:10
			reshape "$version" c planes#1 0:021:0,3,4
			reshape "$version" c filter#1 0:0:4^0
			reshape "$version" c filter#1 0:0:32^0
			reshape "$version" c scaled#1 0:0:5^1
			wrong "$version" c masked#1 0:0:6^0 "macro that uses 'here'"
			reshape "$version" c smoothed#1 1:0:6^0
			reshape "$version" c transfer#1 0:120
			reshape "$version" c transfer#1 0:102
			reshape "$version" c transfer#3 0:120
			wrong "$version" c transfer#1 0:210 'a race'
			wrong "$version" c transfer#2 0:10 'a race'
			reshape "$version" c sums#1 0:021
			reshape "$version" c sums#1 0:201:4,0,0
			reshape "$version" c more#1 1:10
			reshape "$version" c more#1 0:201:3,5,0
			reshape "$version" c cased#1 0:10
			reshape "$version" c cased#1 0:01:5,7
			reshape "$version" c cased#2 0:10
			reshape "$version" c strided#1 0:10
			reshape "$version" c strided#1 0:10:5,3
			reshape "$version" c team#1 0:10
			reshape "$version" c team#2 0:10:7,0
			reshape "$version" c fields#1 0:012/2
			reshape "$version" c fields#1 0:102/2
			reshape "$version" c elsewhere#1 0:012/2
			reshape "$version" c elsewhere#1 0:102/2
			reshape "$version" c sized#1 0:012/2
			wrong "$version" c product#1 0:201 'a race'
			reshape "$version" c rows#1 0:012/2
			wrong "$version" c lengths#1 0:01/2 "macro that uses 'q'"
			wrong "$version" c sized#1 0:012/3 'a race'
			wrong "$version" c own#1 0:021 'reads the element'
			wrong "$version" c hidden#1 0:021 "macro that uses 'last'"
			;;
		cc)
			reshape "$version" cc _ZN4Grid3addERS_#1 0:10
			reshape "$version" cc _ZN4Grid3addERS_#1 0:01:8,4
			reshape "$version" cc _ZN4Grid3addERS_#1 0:01/2
			reshape "$version" cc _Z5apartILi1EEviiPd#1 0:01/2
			wrong "$version" cc _Z5twiceIlEvT_S0_Pd#1 0:01/2 \
				'not count all iterations of _Z5twiceIi'
			;;
		f90)
			reshape "$version" f90 product_#1 0:102
			reshape "$version" f90 product_#1 0:021:6,0,0
			reshape "$version" f90 region_#1 0:10
			reshape "$version" f90 region_#2 0:10:4,5
			reshape "$version" f90 fields_#1 0:012/2
			reshape "$version" f90 fields_#1 0:102/2
			reshape "$version" f90 down_#1 0:10
			reshape "$version" f90 down_#1 0:01:5,4
			;;
		esac
	done
done
finish
