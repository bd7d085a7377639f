# SPDX-License-Identifier: GPL-3.0-or-later
#
# The rooms of driver/ and plugin/ include what their tables in ARCHITECTURE.md
# let them include, each only rooms above it, and no room is without its line.
# Folders without rooms include themselves alone.

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
	(cd "$1" && ls -- */*.[ch]*) >files
	included "$1" | awk -v top="${1##*/}" '
		FILENAME == "rooms" {
			for (i = 2; i <= NF; i++)
				may[$1, $i] = 1
			next
		}
		FILENAME == "files" { there[$1] = 1; next }
		FILENAME == "without" { without[$1] = 1; next }
		$3 ~ /^(config|runtime\/letter)\.h$/ { next }
		top == "driver" && $3 ~ /^models\// &&
			!without[$1] { next }
		top == "plugin" && ($1 "/" $2 == "base/gcc.h" ||
			$1 "/" $2 == "code/vector.cc" && $3 ~ /-/) { next }
		{ split($3, part, "/"); own = part[1] == $3 }
		own && !there[$1 "/" $3] ||
		!own && !(may[$1, part[1]] && part[1] != $1 && there[$3]) {
			print $1 "/" $2 ": " $3
		}' rooms files without -
}

# Rooms that do not see models/.
sed -n 's,.*All rooms but \(.*\) may include models/.*,\1,p' \
	"$srcdir/ARCHITECTURE.md" | sed 's/,\| and/\n/g' | tr -d ' ' >without
[ "$(wc -l <without)" -ge 3 ]
ok $? "the page says which rooms do not see models/"

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
	printf '#include "%s"\n' "$last/x.h" nowhere.h nas-loops/loop.h \
		runtime/trial.h models/nest.h >>"$1/$2"
	wrong "$1" >out
	[ "$(cat out)" = "$2: $last/x.h
$2: nowhere.h
$2: nas-loops/loop.h
$2: runtime/trial.h
$2: models/nest.h" ]
	ok $? "$1: a wrong include is found"
}

# "FILE: HEADER" of includes in a folder without rooms that lead out of it.
leading_out()
{
	(cd "$1" && grep -H '^#include "' ./*.[ch]) |
		sed -n 's,^\./\([^:]*\):#include "\(.*\)",\1 \2,p' |
		while read -r file header; do
			[ -e "$1/${header#"${1##*/}/"}" ] ||
				[ "$header" = config.h ] ||
				echo "$file: $header"
		done
}

# closed FOLDER FILE: it is, and an include of the driver is found in the file.
closed()
{
	leading_out "$srcdir/$1" >out
	[ ! -s out ]
	ok $? "$1: it includes itself alone"
	cp -r "$srcdir/$1" "$1" && chmod -R u+w "$1"
	echo '#include "base/text.h"' >>"$1/$2"
	leading_out "$1" >out
	[ "$(cat out)" = "$2: base/text.h" ]
	ok $? "$1: a wrong include is found"
}

check driver "The driver"
planted driver base/text.c
check plugin "The plugin"
planted plugin base/json.cc
closed models judge.c
closed runtime clock.c
closed calibration sync.c
closed nas-loops check.c
finish
