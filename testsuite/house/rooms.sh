# SPDX-License-Identifier: GPL-3.0-or-later
#
# The rooms of driver/ include what the table in ARCHITECTURE.md lets them
# include, each only rooms above it, and no room is without its line.

. "$(dirname "$0")/../driver/tap.sh"
cd "$work" || exit 99
: >err

# "ROOM ROOM...": a room and what it may include, in the order of the page.
sed -n '/^| room |/,/^$/s/^| \([a-z]*\) | .* | \([a-z, ]*\) |$/\1 \2/p' \
	"$srcdir/ARCHITECTURE.md" | tr -d , | grep -v '^room ' >rooms
(cd "$srcdir/driver" && echo */) | tr -d / | tr ' ' '\n' | sort >there
cut -d' ' -f1 rooms | sort >named
diff there named >out
[ -s there ] && [ ! -s out ]
ok $? "every room has its line, and no other"

awk '{ for (i = 2; i <= NF; i++) if (!seen[$i]) print $1, $i; seen[$1] = 1 }' \
	rooms >out
[ ! -s out ]
ok $? "no room may include one below it"

# What a tree of rooms includes against the table.
included()
{
	(cd "$1" && grep -n '^#include "' */*.[ch]) |
		sed -n 's,^\([a-z]*\)/\([^:]*\):[0-9]*:#include "\(.*\)",\1 \2 \3,p'
}

wrong()
{
	included "$1" | while read -r room file header; do
		case $header in
		config.h | models/* | runtime/*) ;;
		*/*)
			grep -q "^$room .*\<${header%%/*}\>" rooms &&
				[ "${header%%/*}" != "$room" ] &&
				[ -e "$1/$header" ] ||
				echo "$room/$file: $header"
			;;
		*)
			[ -e "$1/$room/$header" ] ||
				echo "$room/$file: $header"
			;;
		esac
	done
}

[ "$(included "$srcdir/driver" | wc -l)" -gt 500 ]
ok $? "includes are found"
wrong "$srcdir/driver" >out
[ ! -s out ]
ok $? "each room includes what it may"

cp -r "$srcdir/driver" planted && chmod -R u+w planted
echo '#include "tune/trial.h"' >>planted/base/text.c
echo '#include "trial.h"' >>planted/run/runner.c
wrong planted >out
[ "$(cat out)" = "base/text.c: tune/trial.h
run/runner.c: trial.h" ]
ok $? "a wrong include is found"
finish
