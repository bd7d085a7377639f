#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The checker of the golden loops itself: it must see that a record made by
# hand bears out what is true of it, and tell of every fact that is not.
set -u

golden=${srcdir:?}/testsuite/golden
check=${builddir:?}/testsuite/golden/golden-check
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
points=0

# Print a TAP line for a command line that must give this exit status.
expect()
{
	local name=$1 status=$2 got

	shift 2
	"$@" > "$scratch"/out 2>&1
	got=$?
	points=$((points + 1))
	if [ $got = "$status" ]; then
		echo "ok $points - $name"
	else
		echo "not ok $points - $name"
		echo "# exit status $got, not $status"
		sed 's/^/# /' "$scratch"/out
	fi
}

# The fact, alone, against f of hand.json; all other loops are named.
expect_told()
{
	printf 'loop f\n%s\nloop g#2\n' "$1" > "$scratch"/expect
	expect "told: $1" 1 "$check" x "$scratch"/expect "$golden"/hand.json
}

expect "true facts hold" 0 \
	"$check" x "$golden"/hand.expect "$golden"/hand.json

while IFS= read -r fact; do
	[ "${fact#\#}" = "$fact" ] || continue
	expect_told "$fact"
done < "$golden"/hand.wrong

echo 'loop f' > "$scratch"/expect
expect "a record that was not expected" 1 \
	"$check" x "$scratch"/expect "$golden"/hand.json
printf 'loop f\nloop g#2\nloop h\n' > "$scratch"/expect
expect "a record that is missing" 1 \
	"$check" x "$scratch"/expect "$golden"/hand.json
printf 'loop f\nloop g\n' > "$scratch"/expect
expect "the ordinal counts" 1 \
	"$check" x "$scratch"/expect "$golden"/hand.json

echo 'class FAN' > "$scratch"/expect
expect "a fact before the first loop" 2 \
	"$check" x "$scratch"/expect "$golden"/hand.json
head -c 300 "$golden"/hand.json > "$scratch"/records
expect "a truncated record" 2 \
	"$check" x "$golden"/hand.expect "$scratch"/records
expect "no such expectation" 2 \
	"$check" x "$scratch"/none "$golden"/hand.json
expect "no such records" 2 \
	"$check" x "$golden"/hand.expect "$scratch"/none
expect "too few arguments" 2 "$check" x

echo "1..$points"
