# SPDX-License-Identifier: GPL-3.0-or-later
#
# ARCHITECTURE.md names every file of the rooms of plugin/ and driver/, of
# models/, runtime/ and calibration/ and none that is gone; folders that are marked as planned are empty, no other
# is. Sources lie in folders: one beside the page was left there by a test.

. "$(dirname "$0")/../tap.sh"
page=$srcdir/ARCHITECTURE.md
cd "$work" || exit 99
: >err

# Files of a folder, but for headers that lie beside a source of their name.
files_of()
{
	local file

	for file in "$1"/*.c "$1"/*.cc "$1"/*.h "$1"/*.mk; do
		[ -e "$file" ] || continue
		if [ "${file%.h}" != "$file" ] &&
			{ [ -e "${file%.h}.c" ] || [ -e "${file%.h}.cc" ]; }; then
			continue
		fi
		echo "${file##*/}"
	done | sort
}

# First words of the list below a heading.
named_below()
{
	sed -n "\\|^##* $1\$|,/^##/s/^    \([a-z][a-z-]*\.[a-z]*\)  *[^ ].*/\1/p" \
		"$page" | sort
}

# agree FOLDER HEADING: the two are the same, nothing is named twice.
agree()
{
	files_of "$srcdir/$1" >present
	named_below "$2" >named
	[ "$(wc -l <present)" -gt 1 ]
	ok $? "$1/ has its files"
	comm -23 present named >out
	[ ! -s out ]
	ok $? "every file of $1/ is named"
	comm -13 present named >out
	[ ! -s out ]
	ok $? "no file is named that $1/ does not have"
	for file in "$srcdir/$1"/*.c "$srcdir/$1"/*.cc "$srcdir/$1"/*.h; do
		[ ! -e "$file" ] || echo "$1/${file##*/}"
	done | sort >present
	tr -s ' \t\\' '\n' <"$srcdir/${1%%/*}/local.mk" | sort |
		comm -23 present - >out
	[ ! -s out ]
	ok $? "$1/local.mk lists every file, headers too: the tarball is whole"
}

for room in $(cd "$srcdir" && ls -d driver/*/ plugin/*/); do
	case $room in
	plugin/gcc-*) ;;
	*) agree "${room%/}" "${room%/}" ;;
	esac
done
agree models "The models"
agree runtime "The runtime"
agree calibration "The calibration"

: >out
sed -n 's/^| \([a-z0-9-]*\)\/ | \(.*\) |$/\1 \2/p' "$page" >folders
while read -r folder what; do
	if [ ! -d "$srcdir/$folder" ]; then
		echo "$folder/ is gone" >>out
		continue
	fi
	others=$(find "$srcdir/$folder" -type f ! -name local.mk | wc -l)
	case $others,$what in
	0,\*planned\**) ;;
	0,*) echo "$folder/ is empty and not marked as planned" >>out ;;
	*,\*planned\**) echo "$folder/ is there, not planned" >>out ;;
	esac
done <folders
[ "$(wc -l <folders)" -ge 8 ] && [ ! -s out ]
ok $? "the folders are as they are said to be"

# Every folder of the build is among them.
sed -n 's/^include \(.*\)\/local.mk$/\1/p' "$srcdir/Makefile.am" |
	sort >built
cut -d ' ' -f 1 folders | sort | comm -23 built - >out
[ -s built ] && [ ! -s out ]
ok $? "every folder that is built is named"

(cd "$srcdir" && ls -- *.c *.cc *.h *.f *.f90 2>/dev/null) >out
[ ! -s out ]
ok $? "no source lies outside of the folders"

grep -rlw -e BUILDING_GCC_VERSION -e GCCPLUGIN_VERSION -e __GNUC__ \
	"$srcdir/plugin" >out
[ "$(cat out)" = "$srcdir/plugin/base/gcc.h" ]
ok $? "only gcc.h asks which GCC it is"

# What prints results by itself: a table of the page.
(cd "$srcdir/driver" && grep -n -E -e '[ (	]stdout[,);]' \
	-e '^	+(puts|putchar|printf)\(' -- */*.c) | cut -d: -f1 | sort -u >printing
sed -n '/^| file | what it prints |/,/^$/s/^| \([a-z].*\.c\) |.*/\1/p' "$page" |
	sed 's/, /\n/g' | sort >named
diff named <(grep -v -x base/result.c printing) >out
[ -s named ] && [ ! -s out ]
ok $? "what prints without result.c is told"
finish
