# SPDX-License-Identifier: GPL-3.0-or-later
#
# No two modules of a program have the same name, in whichever rooms they are,
# or names that a plural or a participle tells apart: list and listing.
# The programs are podium, which is driver/ with models/, the plugin, and the
# library in the measured program: they share no code, and where two of them
# have a name in common, it is the same matter on either side of a record.
# What a command calls is a module and has a header; the command itself, which
# has none, is named as users type it.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: >err

# modules FOLDER...: of each file with code or declarations its folder and name
modules()
{
	find "$@" -name '*.c' -o -name '*.cc' -o -name '*.h' |
		sed 's,\.[a-z]*$,,' | sort -u | while read -r module; do
			case $module in
			*driver/command/*)
				[ -e "$module.h" ] || continue
				;;
			esac
			echo "$module"
		done
}

# twins FOLDER...: names that several modules have
twins()
{
	modules "$@" | sed 's,.*/,,' | sort | uniq -d
}

# near FOLDER...: stems that several names have
near()
{
	modules "$@" | sed 's,.*/,,' | sort -u |
		sed -E 's/(ied|ies)$/y/; s/(.{3})(ed|es|ing|[eds])$/\1/' |
		sort | uniq -d
}

# check PROGRAM FOLDER...
check()
{
	local program=$1

	shift
	[ "$(modules "$@" | wc -l)" -ge 15 ]
	ok $? "$program: modules are found"
	twins "$@" >out
	[ ! -s out ]
	ok $? "$program: no two have the same name"
	near "$@" >out
	[ ! -s out ]
	ok $? "$program: no two have names of the same stem"
}

check podium "$srcdir/driver" "$srcdir/models"
check plugin "$srcdir/plugin"
check runtime "$srcdir/runtime"

mkdir -p driver/command driver/tune models
: >driver/command/search.c
: >models/search.c
twins driver models >out
[ ! -s out ]
ok $? "a command is named as users type it"
: >driver/tune/search.h
[ "$(twins driver models)" = search ]
ok $? "a second module of a name is found"
: >models/searches.c
[ "$(near driver models)" = search ]
ok $? "and one that is its plural"
finish
