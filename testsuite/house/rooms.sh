# SPDX-License-Identifier: GPL-3.0-or-later
#
# The rooms of driver/ and plugin/ include what their tables in ARCHITECTURE.md
# let them include, each only rooms above it, and no room is without its line.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: >err

# "ROOM ROOM...": a room and what it may include, in the order of the page.
table_below()
{
	awk -F'|' -v heading="## $1" '
		/^## / { here = $0 == heading }
		!/^\|/ { table = 0 }
		here && table && !/^\|-/ { print $2 $4 }
		here && /^\| room / { table = 1 }' "$srcdir/ARCHITECTURE.md" |
		tr -d , | tr -s ' ' | sed 's/^ //; s/ $//'
}

# "ROOM FILE HEADER" of all files in the rooms of a folder.
included()
{
	(cd "$1" && grep '^#include "' */*.[ch]*) |
		sed -n 's,^\([a-z]*\)/\([^:]*\):#include "\(.*\)",\1 \2 \3,p'
}

# Those that are not as the table says. GCC's own headers have two doors.
wrong()
{
	included "$1" | while read -r room file header; do
		case $room/$file:$header in
		*:config.h | *:models/* | *:runtime/*) continue ;;
		base/gcc.h:* | code/vector.cc:*-*) continue ;;
		*:*/*)
			grep -q "^$room .*\<${header%%/*}\>" rooms &&
				[ "${header%%/*}" != "$room" ] &&
				[ -e "$1/$header" ] && continue
			;;
		*)
			[ -e "$1/$room/$header" ] && continue
			;;
		esac
		echo "$room/$file: $header"
	done
}

# check FOLDER HEADING
check()
{
	table_below "$2" >rooms
	ls "$srcdir/$1"/*/*.[ch]* | awk -F/ '{ print $(NF - 1) }' |
		sort -u >there
	cut -d' ' -f1 rooms | sort | diff there - >out
	[ -s there ] && [ ! -s out ]
	ok $? "$1: every room has its line, and no other"

	awk '{ for (i = 2; i <= NF; i++) if (!seen[$i]) print $1, $i
	       seen[$1] = 1 }' rooms >out
	[ ! -s out ]
	ok $? "$1: no room may include one below it"

	[ "$(included "$srcdir/$1" | wc -l)" -gt 200 ]
	ok $? "$1: includes are found"
	wrong "$srcdir/$1" >out
	[ ! -s out ]
	ok $? "$1: each room includes what it may"
}

# planted FOLDER FILE: one of the last room, and one as if of its own
planted()
{
	local last

	last=$(tail -1 rooms | cut -d' ' -f1)
	cp -r "$srcdir/$1" "$1" && chmod -R u+w "$1"
	printf '#include "%s"\n' "$last/x.h" "nowhere.h" >>"$1/$2"
	wrong "$1" >out
	[ "$(cat out)" = "$2: $last/x.h
$2: nowhere.h" ]
	ok $? "$1: a wrong include is found"
}

check driver "The driver"
planted driver base/text.c
check plugin "The plugin"
planted plugin base/json.cc
finish
