# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every key of doc/records.md is known to the reader of records, and every
# key that it knows is documented there.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
: "${RECORD_KEYS:=$builddir/testsuite/driver/record-keys}"
records=$srcdir/doc/records.md
cd "$work" || exit 99

# Rows of the tables below a heading: "HEADING: key". Objects without a table
# of their own are written in the second cell, `{"kind", "chunk"}`.
documented_keys()
{
	awk '
	/^##/ { title = $0; sub(/^#+ */, "", title); sub(/ *\(.*/, "", title) }
	/^\| `/ && title != "Expressions" {
		split($0, cells, "|")
		inner = cells[3]
		names = cells[2]
		count = 0
		while (match(names, /`[a-z_]+`/)) {
			key = substr(names, RSTART + 1, RLENGTH - 2)
			names = substr(names, RSTART + RLENGTH)
			print title ": " key
			count++
		}
		if (count != 1 || !match(inner, /\{"[^}]*\}/))
			next
		inner = substr(inner, RSTART, RLENGTH)
		while (match(inner, /"[a-z_]+"/)) {
			print title ": " key "." \
				substr(inner, RSTART + 1, RLENGTH - 2)
			inner = substr(inner, RSTART + RLENGTH)
		}
	}' "$records"
}

# Words in backquotes of the paragraph on operations, types and classes apart.
documented_words()
{
	sed -n '/^### Operations/,/^###/p' "$records" | sed '/^#/d' | tr '\n' ' ' |
	sed 's/`i8` to `i128`/`i8`, `i16`, `i32`, `i64`, `i128`/' |
	case $1 in
	type) sed 's/.*Types: //; s/Classes:.*//' ;;
	class) sed 's/.*Classes: //; s/\*also\* counted as `mul` and `add`//' ;;
	esac | grep -o '`[a-z0-9]*`' | sed "s/\`\(.*\)\`/$1: \1/"
}

"$RECORD_KEYS" >known 2>err
[ "$(wc -l <known)" -gt 100 ]
ok $? "the reader's keys"
# The keys of `ops` are written there and once more for each loop.
{
	documented_keys
	documented_words class
	documented_words type
} | sort -u >documented
sort -u known >sorted
comm -23 documented sorted >out
[ ! -s out ]
ok $? "every key of records.md is known to the reader"
comm -13 documented sorted >out
[ ! -s out ]
ok $? "every key of the reader is in records.md"
finish
