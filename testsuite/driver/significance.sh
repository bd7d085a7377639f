# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium significance: the example of its manual to the letter, tables with
# known answers, its forms of output, and what it refuses.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
page=$srcdir/doc/podium-significance.1

# What the manual shows below "$ COMMAND".
shown()
{
	awk -v command="\$ $1" '/^\.Ed/ { on = 0 } /^\$ / { on = 0 }
		on { print } $0 == command { on = 1 }' "$page"
}

example="significance --intervals 4 --threshold 0.8 runs.csv"
shown "cat runs.csv" >runs.csv
shown "podium $example" >wanted
[ "$(wc -l <runs.csv)" -eq 13 ] && [ "$(wc -l <wanted)" -ge 8 ]
ok $? "the manual has an example"
# shellcheck disable=SC2086
run "$PODIUM" $example
expect 0 "the example prints what the manual shows" -O "$(cat wanted)" -E ""

run "$PODIUM" significance --csv --intervals 4 - <runs.csv
expect 0 "CSV, from standard input" -o '^0.8,none,12,12,1,$' \
	-o '^0.9,threads,6,2,0.333333,0.666667$'
[ "$(wc -l <out)" -eq 9 ]
ok $? "a row for each threshold and attribute"
# The order of rows is none of its business.
{
	head -n 1 runs.csv
	tail -n +2 runs.csv | sort -r -t , -k 3
} >turned.csv
mv out first
run "$PODIUM" significance --csv --intervals 4 turned.csv
expect 0 "rows in another order" -O "$(cat first)"
run "$PODIUM" significance --attributes "threads, chunk" --threshold 0.7 \
	--decision n --intervals 2 --csv runs.csv
expect 0 "other columns" -o '^0.7,none,4,0,0,$' -o '^0.7,chunk,2,0,0,$'
run "$PODIUM" significance --attributes threads,chunk --intervals 2 runs.csv
expect 0 "no rule at all" -o 'No rule is as probable as 0.8' \
	-o '^0.8 *threads *2 *2 *0 *0.000 *none$'
if command -v jq >/dev/null; then
	"$PODIUM" significance --json --intervals 4 runs.csv >json
	jq -e '.rows == 12 and .intervals == 4 and
		(.thresholds | length) == 2 and
		.thresholds[1].threshold == 0.9 and
		.thresholds[0].useful == 12 and
		.thresholds[0].without.n.significance == 1 and
		.thresholds[0].without.chunk.sets == 6 and
		[.attributes[].name] == ["n", "threads", "chunk"] and
		(.attributes[1].borders | length) == 1 and
		(.decision.borders | length) == 3' json >/dev/null
	ok $? "JSON"
else
	skip "JSON" "no jq"
fi

# refused NAME LINE:COLUMN PATTERN CONTENT [ARGUMENT...]
refused()
{
	local name=$1 place=$2 pattern=$3

	printf "$4" >bad.csv
	shift 4
	run "$PODIUM" significance --intervals 2 "$@" bad.csv
	expect 2 "$name" -O "" \
		-e "^podium significance: bad.csv:$place: .*$pattern"
}

refused "an empty file" 1:1 "the first line names the columns" ''
refused "no rows" 1:1 "0 rows are too few for 2 intervals" 'a,time\n'
refused "one row" 1:1 "1 rows are too few" 'a,time\n1,2\n'
refused "no decision" 1:1 "no column 'time'; there are: a, b" 'a,b\n1,2\n3,4\n'
refused "no such attribute" 1:1 "no column 'c'" 'a,time\n1,2\n3,4\n' \
	--attributes a,c
refused "an empty list" 1:1 "no column ''" 'a,time\n1,2\n3,4\n' --attributes ''
refused "the decision twice" 1:3 "column 'time' is the decision and" \
	'a,time\n1,2\n3,4\n' --attributes time
refused "nothing but the decision" 1:1 "no column beside 'time'" \
	'time\n1\n2\n'
refused "a word" 3:1 "'x' in column 'a' is no finite.*--attributes" \
	'a,time\n1,2\nx,4\n'
refused "an infinite time" 3:3 "'inf' in column 'time'" 'a,time\n1,2\n3,inf\n'
refused "a short row" 3:1 "1 cells in this row, but 2" 'a,time\n1,2\n3\n'
refused "a time like the others" 1:1 "column 'time' is the same in all rows" \
	'a,time\n1,2\n3,2\n'
refused "more sets than 64 bits" 1:1 "too many columns for 2 intervals" \
	"time$(printf ',a%d' {1..64})\\n1$(printf ',%d' {1..64})\\n2$(
		printf ',%d' {2..65}
	)\\n"
refused "a name in another encoding" 1:1 "a name that is no UTF-8" \
	'\374,time\n1,2\n3,4\n'
refused "a NUL" 2:2 "NUL" 'a,time\n1\0,2\n'

run "$PODIUM" significance missing.csv
expect 1 "a file that is not there" -O "" -E \
	"podium significance: cannot open 'missing.csv': No such file or directory"
run "$PODIUM" significance
expect 2 "no file" -E "podium significance: no file named; see --help"
run "$PODIUM" significance runs.csv -- turned.csv
expect 2 "two files" -e "one at a time: '.*' and 'turned.csv'"
run "$PODIUM" significance --json --csv runs.csv
expect 2 "two forms" -e "exclude each other"
for value in '' 0 1.1 -1 x '0.8,' nan; do
	run "$PODIUM" significance --threshold "$value" runs.csv
	expect 2 "--threshold '$value'" -e "takes probabilities"
done
for value in '' 1 101 x 5x; do
	run "$PODIUM" significance --intervals "$value" runs.csv
	expect 2 "--intervals '$value'" -e "from 2 to 100, not '$value'"
done
finish
