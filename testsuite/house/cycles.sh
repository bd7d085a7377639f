# SPDX-License-Identifier: GPL-3.0-or-later
#
# Modules do not include each other in a circle: of two, one stands below the
# other and can be read without it. A module is a source with its header.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: >err

# "MODULE MODULE" for each include of a folder, both without the ending, with
# their rooms where it has some. Those from outside include nothing in it.
included()
{
	(cd "$1" && grep -sH '^#include "' ./*.[ch]* ./*/*.[ch]*) |
		sed -n 's,^\./\(.*\)\.[ch]*:#include "\(.*\)\.h"$,\1 \2,p' |
		awk -v folder="${1##*/}/" '{
			room = $1
			sub(/[^\/]*$/, "", room)
			if (index($2, folder) == 1)
				$2 = substr($2, length(folder) + 1)
			else if (!index($2, "/"))
				$2 = room $2
			print $1, $2 }' | sort -u
}

# The circles, one after the other, in the order in which they include.
circles()
{
	{ included "$1" | tsort >/dev/null; } 2>&1
}

# check FOLDER: no circle, and the one that closes its last include is found
check()
{
	local above below

	circles "$srcdir/$1" >out
	[ ! -s out ]
	ok $? "$1: no modules include each other in a circle"

	cp -r "$srcdir/$1" . && chmod -R u+w "$1"
	read -r above below < <(included "$1" | while read -r a b; do
		[ "$a" != "$b" ] && [ -e "$1/$b.h" ] && [ -e "$1/$a.h" ] &&
			echo "$a $b"
	done | tail -1)
	echo "#include \"$1/$above.h\"" >>"$1/$below.h"
	circles "$1" >out
	grep -q " $above\$" out && grep -q " $below\$" out
	ok $? "$1: a circle is found"
}

for folder in driver plugin runtime models; do
	check "$folder"
done
finish
