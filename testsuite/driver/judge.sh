# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium reproduce judge: the example of its manual to the letter, its figures
# as JSON, and what it refuses.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
page=$srcdir/doc/podium-reproduce-judge.1

# What the manual shows below "$ COMMAND".
shown()
{
	awk -v command="\$ $1" '/^\.Ed/ { on = 0 } /^\$ / { on = 0 }
		on { print } $0 == command { on = 1 }' "$page"
}

shown "cat rows.csv" >rows.csv
shown "podium reproduce judge rows.csv" >wanted
[ "$(wc -l <rows.csv)" -eq 6 ] && [ "$(wc -l <wanted)" -ge 12 ]
ok $? "the manual has an example"
run "$PODIUM" reproduce judge rows.csv
expect 0 "the example prints what the manual shows" -O "$(cat wanted)" -E ""
run "$PODIUM" reproduce judge - <rows.csv
expect 0 "standard input" -o "podium reproduce judge --json -\$"
run "$PODIUM" reproduce judge --within 5 rows.csv
expect 0 "--within" -o '^within 5 %  *1  *2 '
run "$PODIUM" reproduce judge --within 0 -- rows.csv
expect 0 "--within 0, and an end of options" -o '^within 0 %  *3  *3 '

# The published form of the tables: CRLF, other columns, a time.
printf 'function,ratio,ci_lo,ci_hi,time,predicted\r\n' >times.csv
printf 'f0,1.31,1.27,1.36,0.0043177,7.31\r\n' >>times.csv
printf 'f1,1,0.98,1.02,0.0021,9.7\r\n' >>times.csv
printf 'f2,25,23,27,0.11,6.1\r\n' >>times.csv
run "$PODIUM" reproduce judge --json times.csv
expect 0 "a table with times"
if command -v jq >/dev/null; then
	jq -e '[.variants, .kmin, .ties, .near, .fastest_line, .equal_predictions,
		."regret@1", ."regret@3", ."t/kmin", ."Tt/Tkmin", .within] ==
		[3, 3, 1, 2, 3, 0, 24, 0, 1, 1, 3]' out >/dev/null
	ok $? "its figures"
	jq -e '.random."regret@1" - (0.31 + 0 + 24) / 3 | fabs < 1e-9' \
		out >/dev/null
	ok $? "regret@1 of a random order is the mean"
	jq -e '.random."Tt/Tkmin near" - 0.0064177 / (0.0021 + 0.0043177 / 2) |
		fabs < 1e-9' out >/dev/null
	ok $? "Tt/Tkmin near leaves the hopeless one out"
	printf 'predicted,ratio\n5,2.3\n5,2.9\n' >same.csv
	"$PODIUM" reproduce judge --json same.csv |
		jq -e '.Spearman == null and .kmin == 2 and
			.equal_predictions == 2' >/dev/null
	ok $? "equal predictions"
else
	skip "its figures" "no jq"
fi
printf 'predicted,ratio\n5,2.3\n5,2.9\n' >same.csv
run "$PODIUM" reproduce judge same.csv
expect 0 "no correlation" -o '^Spearman  *none ' -o '2 are predicted equal'

printf 'predicted,ratio,rank\n5,2.3,2\n6,2.9,3\n7,1.7,1\n' >ranked.csv
run "$PODIUM" reproduce judge --by rank ranked.csv
expect 0 "another column to order by" -o '^kmin  *1 ' -o '^regret@1  *0.00 %'
run "$PODIUM" reproduce judge ranked.csv
expect 0 "the column predicted" -o '^kmin  *3 ' -o '^regret@1  *35.29 %'
run "$PODIUM" reproduce judge --by place ranked.csv
expect 2 "no such column to order by" -e "1:1: no column 'place'"

# refused NAME LINE:COLUMN PATTERN CONTENT
refused()
{
	printf "$4" >bad.csv
	run "$PODIUM" reproduce judge bad.csv
	expect 2 "$1" -O "" -e "^podium reproduce judge: bad.csv:$2: .*$3"
}

refused "an empty file" 1:1 "the first line names the columns" ''
refused "no rows" 1:1 "no rows" 'predicted,ratio\n'
refused "a missing column" 1:1 "no column 'ratio'; there are: predicted, time" \
	'predicted,time\n1,2\n'
refused "other separators" 1:1 "no column 'predicted'.*by commas" \
	'predicted;ratio\n1;2\n'
refused "a column twice" 1:17 "a second column 'ratio'" \
	'predicted,ratio,ratio\n1,2,3\n'
refused "one end of an interval" 1:1 "no column 'ci_hi'" \
	'predicted,ratio,ci_lo\n1,2,1\n'
refused "a short row" 3:1 "1 cells in this row, but 2" \
	'predicted,ratio\n1,2\n3\n'
refused "a word" 3:3 "'abc' in column 'ratio' is no finite number" \
	'predicted,ratio\n1,2\n3,abc\n'
refused "an empty cell" 2:1 "'' in column 'predicted'" \
	'predicted,ratio\n,2\n'
refused "a number that is none" 2:1 "'nan'" 'predicted,ratio\nnan,2\n'
refused "an infinite number" 2:1 "'1e999'" 'predicted,ratio\n1e999,2\n'
refused "a ratio of zero" 3:3 "ratio is not above zero" \
	'predicted,ratio\n1,2\n3,0\n'
refused "a negative time" 2:5 "time is not above zero" \
	'predicted,ratio,time\n1,2,-3\n'
refused "an interval the wrong way" 2:5 "ci_lo is above ci_hi" \
	'predicted,ratio,ci_lo,ci_hi\n1,2,3,1\n'
refused "an open quote" 2:3 "never closed" 'predicted,ratio\n1,"2\n3,4\n'
refused "a NUL" 2:2 "NUL" 'predicted,ratio\n1\0,2\n'
refused "letters that steer a terminal" 2:1 "'?\[31m'" \
	'predicted,ratio\n\033[31m,2\n'
run "$PODIUM" reproduce judge /dev/zero
expect 2 "a device without end" -O "" -e "^podium reproduce judge: /dev/zero:1:1: a NUL"

run "$PODIUM" reproduce judge missing.csv
expect 1 "a file that is not there" -O "" \
	-E "podium reproduce judge: cannot open 'missing.csv': No such file or directory"
run "$PODIUM" reproduce judge .
expect 1 "a folder" -O "" -E "podium reproduce judge: cannot read '.': Is a directory"
run "$PODIUM" reproduce judge
expect 2 "no file" -E "podium reproduce judge: no file named; see --help"
run "$PODIUM" reproduce judge rows.csv same.csv
expect 2 "two files" -e "one at a time: '.*' and 'same.csv'"
run "$PODIUM" reproduce judge rows.csv -- same.csv
expect 2 "two files, one after --" -e "one at a time: '.*' and 'same.csv'"
for value in '' -1 abc nan inf 2x; do
	run "$PODIUM" reproduce judge --within "$value" rows.csv
	expect 2 "--within '$value'" -e "takes a number from 0 on, not '$value'"
done
finish
