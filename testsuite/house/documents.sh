# SPDX-License-Identifier: GPL-3.0-or-later
#
# Commands, options, files, make targets and variables that the documents
# name exist.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
cd "$work" || exit 99
: >err
pages=(README.md ARCHITECTURE.md CONTRIBUTING.md)

# Options of a program by its --help, one a line.
options()
{
	"$@" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*' | sort -u
}

"$PODIUM" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
options "$PODIUM" >podium.options
while read -r command; do
	options "$PODIUM" "$command" >"$command.options"
done <commands
for tool in quickstart bench-compile bench-constants bench-loops bench-rank bench-sets check-gccs check-packages readme-transcript; do
	options bash "$srcdir/tools/$tool" >"$tool.options"
done
options bash "$srcdir/configure" >configure.options
printf '%s\n' --enable-werror --with-gcc >ours
comm -23 ours configure.options >out
[ ! -s out ]
ok $? "configure has the options of podium"

# Calls of our programs in a page, with all that follows up to the next
# program: "PROGRAM OPTION".
calls()
{
	grep -o -e '\(podium [a-z]\+\|tools/[a-z-]\+\|/configure\)\( [^|)`$&]*\)\?' \
		"$srcdir/$1" | while read -r program rest; do
		if [ "$program" = podium ]; then
			program=${rest%% *}
		fi
		program=${program##*/}
		[ -e "$program.options" ] || continue
		# After -- stand the compiler's.
		for word in ${rest%% -- *}; do
			case $word in
			--?*) echo "$program $word" ;;
			esac
		done
	done | sed 's/\(--[a-z-]*\).*/\1/' | sort -u
}

for page in "${pages[@]}"; do
	calls "$page" >called
	while read -r program option; do
		grep -q -x -e "$option" "$program.options" ||
			echo "$program has no $option"
	done <called >out
	if [ "$page" = ARCHITECTURE.md ]; then
		expected=1
	else
		expected=5
	fi
	[ "$(wc -l <called)" -ge $expected ] && [ ! -s out ]
	ok $? "$page: options of the programs it calls"
	# Wherever else one stands, some program has it.
	cat ./*.options | sort -u >known
	grep -o -e '[ `(]--[a-z][a-z-]*' "$srcdir/$page" | cut -c 2- |
		sort -u | grep -v -x -e '--args' -e '--dump-section' |
		comm -23 - known >out
	[ ! -s out ]
	ok $? "$page: every option is some program's"
	grep -o '`podium [a-z][a-z]*\|^    \(\$ \)\?podium [a-z][a-z]*\|(podium [a-z]*' \
		"$srcdir/$page" | sed 's/.* //' | sort -u >called
	sort commands | comm -13 - called >out
	[ -s called ] && [ ! -s out ]
	ok $? "$page: its commands exist"
done

# Paths in the words of a page, files of the source.
for page in "${pages[@]}" doc/records.md doc/tuned.md; do
	grep -o '\(plugin\|driver\|doc\|tools\|testsuite\|m4\|examples\)/[A-Za-z0-9_./-]*[A-Za-z0-9]' \
		"$srcdir/$page" | sort -u |
		while read -r path; do
			case $path in
			*/NAME.* | */podium-NAME.*) continue ;;
			esac
			[ -e "$srcdir/$path" ] || echo "$path"
		done >out
	[ ! -s out ]
	ok $? "$page: its files exist"
	grep -o '](\([A-Z][A-Za-z.]*\|doc/[a-z.]*\))' "$srcdir/$page" |
		tr -d '()]' | while read -r path; do
			[ -e "$srcdir/$path" ] || echo "$path"
		done >out
	[ ! -s out ]
	ok $? "$page: its links lead somewhere"
done

# Those that are named without their folder.
grep -o '[a-z_-]*[a-z]\.\(c\|cc\|h\|sh\|bash\)\b' "$srcdir/ARCHITECTURE.md" |
	sort -u | while read -r name; do
	found=
	for path in "$srcdir"/{plugin,driver,testsuite}/*/"$name" \
		"$srcdir"/{models,runtime,nas-loops,calibration,examples}/"$name"; do
		[ ! -e "$path" ] || found=$path
	done
	[ -n "$found" ] || echo "$name"
done >out
[ ! -s out ]
ok $? "ARCHITECTURE.md names no module that is gone"

# Prose is read in lines; tables and code have their own.
(cd "$srcdir" && awk 'length > 160 && !/^\|/ && !/^    / {
	print FILENAME ":" FNR ": " length " letters" }' "${pages[@]}" \
	doc/models.md doc/figures.md) >out
[ ! -s out ]
ok $? "no line of prose is longer than 160 letters"

# Pages of doc/, and where they link to.
(cd "$srcdir" && ls doc/*.md doc/*/*.md) >pages
grep -v -x -F -f <(tr -d '\t \\' <"$srcdir/doc/local.mk") pages >out
[ -s pages ] && [ ! -s out ]
ok $? "doc/local.mk lists every page: the tarball is whole"
while read -r page; do
	grep -o '](\.*[a-z./]*\.md)' "$srcdir/$page" | tr -d '()]' |
		while read -r path; do
			[ -e "$srcdir/${page%/*}/$path" ] || echo "$page: $path"
		done
done <pages >out
[ ! -s out ]
ok $? "links between the pages lead somewhere"

# make targets: in backquotes, behind "make" or "make -C build".
for page in "${pages[@]}"; do
	grep -o '`make[^`]*`' "$srcdir/$page" |
		sed 's/`//g; s/^make//; s/ -C build//; s/ [A-Z]*=.*//' |
		tr ' ' '\n' | sed '/^$/d' | sort -u >targets
	while read -r target; do
		grep -q "^$target:" "$builddir/Makefile" || echo "$target"
	done <targets >out
	[ ! -s out ]
	ok $? "$page: its make targets exist"
done
[ -s targets ]
ok $? "CONTRIBUTING.md has make targets"

# Variables of the environment.
grep -h -o 'PODIUM_[A-Z_]*' "${pages[@]/#/$srcdir/}" | sort -u >variables
while read -r variable; do
	grep -q -w "$variable" "$srcdir"/driver/*/*.c "$srcdir"/plugin/*/*.cc \
		"$srcdir"/runtime/*.c \
		"$srcdir"/m4/*.m4 || echo "$variable"
done <variables >out
[ -s variables ] && [ ! -s out ]
ok $? "variables of the environment are read"

# Names in the code that "To add" sends people to.
: >out
for name in analyse_write_nothing:plugin/analyse/analyse.cc operation_of_code:plugin/analyse/operation.cc \
	schema_operations:driver/record/schema.c \
	schedule_kinds:plugin/construct/schedule.cc \
	schedule_modifiers:plugin/construct/schedule.cc \
	unknown_key:driver/rank/space.c classes:driver/record/convert.c \
	clause_kinds:models/clause.c clause_modifiers:models/clause.c \
	reasons:plugin/rewrite/reason.cc SCHEMA_VERSION:driver/record/schema.h \
	NEWEST_GCC:driver/machine/compiler.h PODIUM_MAJORS:m4/gcc-plugins.m4 \
	ask_gcc:plugin/analyse/ask.cc; do
	grep -q -w "${name%%:*}" "$srcdir/ARCHITECTURE.md" &&
		grep -q -w "${name%%:*}" "$srcdir/${name#*:}" ||
		echo "$name" >>out
done
[ ! -s out ]
ok $? "the names that ARCHITECTURE.md sends to are in the code"

# Equations are numbered one after the other; above the code that computes one
# stands its number.
sed -n 's/^ *(\([0-9]*\)) .*/\1/p' "$srcdir/doc/models.md" >numbers
seq "$(wc -l <numbers)" | diff numbers - >out
[ "$(wc -l <numbers)" -ge 30 ] && [ ! -s out ]
ok $? "the equations of doc/models.md are numbered one after the other"
cat "$srcdir"/models/*.[ch] | tr -s '* \t\n' ' ' |
	grep -o '[Ee]quations\? ([0-9]*)\( and ([0-9]*)\)\?' |
	grep -o '[0-9]*' | sort -n -u | diff numbers - >out
[ ! -s out ]
ok $? "models/ names each of them, and no other"

# The constants are there as well.
PODIUM_VARY=list "$builddir/testsuite/models/varied" >constants
while IFS=$'\t' read -r name value unit meaning source; do
	grep -q -F "| $name | $value $unit | $meaning | $source | " \
		"$srcdir/doc/models.md" || echo "$name"
done <constants >out
[ -s constants ] && [ ! -s out ]
ok $? "constants are in doc/models.md, as they are in the code"
finish
