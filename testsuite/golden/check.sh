#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The checker of the golden loops itself: it must see that a record made by
# hand bears out what is true of it, and tell of every fact that is not.
set -u

. "$(dirname "$0")/../tap.sh"
golden=$srcdir/testsuite/golden
check=$builddir/testsuite/golden/golden-check

# A command line must give this exit status.
gives()
{
	local name=$1 wanted=$2

	shift 2
	run "$@"
	expect "$wanted" "$name"
}

# The fact, alone, against f of hand.json; all other loops are named.
told()
{
	printf 'loop f\n%s\nloop g#2\n' "$1" > "$work"/expect
	gives "told: $1" 1 "$check" x "$work"/expect "$golden"/hand.json
}

gives "true facts hold" 0 \
	"$check" x "$golden"/hand.expect "$golden"/hand.json

while IFS= read -r fact; do
	[ "${fact#\#}" = "$fact" ] || continue
	told "$fact"
done < "$golden"/hand.wrong

echo 'loop f' > "$work"/expect
gives "a record that was not expected" 1 \
	"$check" x "$work"/expect "$golden"/hand.json
printf 'loop f\nloop g#2\nloop h\n' > "$work"/expect
gives "a record that is missing" 1 \
	"$check" x "$work"/expect "$golden"/hand.json
printf 'loop f\nloop g\n' > "$work"/expect
gives "the ordinal counts" 1 \
	"$check" x "$work"/expect "$golden"/hand.json

echo 'class FAN' > "$work"/expect
gives "a fact before the first loop" 2 \
	"$check" x "$work"/expect "$golden"/hand.json
head -c 300 "$golden"/hand.json > "$work"/records
gives "a truncated record" 2 \
	"$check" x "$golden"/hand.expect "$work"/records
gives "no such expectation" 2 \
	"$check" x "$work"/none "$golden"/hand.json
gives "no such records" 2 \
	"$check" x "$golden"/hand.expect "$work"/none
gives "too few arguments" 2 "$check" x

finish
