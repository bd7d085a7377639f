# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium rank on recorded loops: what it asks for, what it shows, the rows of
# studies, and how it meets bad input. A profile stands for the machine.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

object sample.o "$data/sample.json" || exit 99
sed -n 1p "$data/sample.json" >one.json && object one.o one.json || exit 99

run "$PODIUM" rank sample.o
expect 1 "parameters that nobody gave are asked for" \
	-e 'sample.o: 2 loops cannot be ranked without values: --set n=N --set ii=N$' \
	-e 'never measured, a generic one stands in'
run "$PODIUM" rank --loop matmul#1 --set n=600 --set ii=0 sample.o
expect 0 "one loop is ranked" -o '^sample.c:10 matmul#1, parallel for$' \
	-o '^#  *variant  *threads  *predicted' -o '^10 ' \
	-o '^now  *dynamic,4  *[0-9]*  *1  '
jq -c '.params |= map(if .name == "n"
	then . + {kind: "local", is: ["*", 100, "m"]} else . end +
	{}) | .params += [{name: "m", kind: "argument", type: "i32"}]' \
	one.json >computed.json && object computed.o computed.json || exit 99
run "$PODIUM" rank --set ii=0 computed.o
expect 1 "what is computed is asked for by what it is computed from" \
	-e 'without values: --set m=N$'
jq -c '.schedule.chunk = "piece"' one.json >piece.json &&
	object piece.o piece.json || exit 99
run "$PODIUM" rank --set n=600 --set ii=0 piece.o
expect 1 "so is the size of pieces, if that is a variable" \
	-e 'without values: --set piece=N$'
run "$PODIUM" rank --set n=600 --set ii=0 --set piece=64 piece.o
expect 0 "which may be given" -o '^now  *dynamic,64  '
"$PODIUM" rank --set n=600 --set ii=0 one.o 2>/dev/null >given
run "$PODIUM" rank --set m=6 --set ii=0 computed.o
cmp -s out given
ok $? "it is computed"
run "$PODIUM" rank --set n=600 --set ii=0 computed.o
cmp -s out given
ok $? "it may be given"
run "$PODIUM" rank --set '*=0' --set n=600 one.o
cmp -s out given
ok $? "all others have one value"
run "$PODIUM" rank --set n=600 --set '*=0' one.o
cmp -s out given
ok $? "whichever comes first"
run "$PODIUM" rank --set n=600 --set ii=0 --top 3 one.o
grep -q '^3 ' out && ! grep -q '^4 ' out
ok $? "--top 3 shows three"
run "$PODIUM" rank --set n=600 --set ii=0 --schedule static,guided --chunk 8 \
	--threads 1,2 one.o
[ "$(grep -c '^[1-9]' out)" -eq 6 ] && ! grep -q '^[1-9].*dynamic' out
ok $? "kinds, chunks and threads are those asked for"
run "$PODIUM" rank --set n=600 --set ii=0 --explain one.o
expect 0 "--explain shows the terms" -o ' us = ' -o 'busiest thread' \
	-o ', misses [1-9][0-9.e+]* lines in L1, [0-9.e+]* in L2,'

# With a critical section, which stands in no loop of the construct then.
sed 's/"around":\[{.*\],"nest"/"around":[],"nest"/; s/"omp":0/"omp":null/g
	s/"strides_around":\[0\]/"strides_around":[]/g' one.json >unshared.json
object unshared.o unshared.json || exit 99
run "$PODIUM" rank --set n=600 --set ii=0 unshared.o
expect 1 "no loop of a record is shared out" -e 'is shared out'

# ---- JSON ----

"$PODIUM" rank --set n=600 --set ii=0 --json one.o >out 2>err
jq -e '.[0].variants | map(.cycles) | . == sort' out >/dev/null
ok $? "--json: the cheapest first"
jq -e '.[0].variants | map(. as $v | ([.terms[]] | add) / $v.cycles - 1 |
	fabs < 1e-6 and $v.lo < $v.predicted and $v.predicted < $v.hi) | all' \
	out >/dev/null
ok $? "--json: the terms are the whole, the interval holds it"
jq -e '.[0].variants | map(.misses | .L1 > 0 and .L1 >= .L2 and .L2 >= .L3) | all' \
	out >/dev/null
ok $? "--json: what a cache misses, the one before misses as well"
jq -e '.[0].original.predicted == 1 and .[0].id == "matmul#1"' out >/dev/null
ok $? "--json: relative to the original"

# ---- rows ----

printf 'function,note,n,ii,p\r\nmatmul,"a, b",600,0,1\r\nmatmul,,600,0,2\r\n' \
	>rows.csv
run "$PODIUM" rank --rows rows.csv one.o
expect 0 "rows come back with columns added" \
	-o '^function,note,n,ii,p,predicted,lo,hi,rank$' \
	-o '^matmul,"a, b",600,0,1,[0-9.e+]*,[0-9.e+]*,[0-9.e+]*,2$' \
	-o '^matmul,,600,0,2,[0-9.e+]*,[0-9.e+]*,[0-9.e+]*,1$'
run "$PODIUM" rank --json --rows rows.csv one.o
jq -e 'map(.rank) == [2, 1] and .[0].note == "a, b"' out >/dev/null
ok $? "rows as JSON"

printf 'function,p\nmatmul,1\nmatmul,2\n' >few.csv
run "$PODIUM" rank --set n=600 --set ii=0 --rows few.csv one.o
expect 0 "what all rows share may be set" -o '^matmul,2,[0-9.e+]*,.*,1$'
cut -d, -f3 out | tail -n +2 >cycles
sed -i 's/"a, b"//' rows.csv
for setting in p=1 n=1; do
	"$PODIUM" rank --set $setting --rows rows.csv one.o 2>err |
		tail -n +2 | cut -d, -f6 | cmp - cycles >out
	ok $? "but columns come before --set $setting"
done

# How far two references to an array are apart is no bound, but counts.
jq -c '.params += [{name: "far", kind: "argument", type: "i32"}] |
	.refs += [.refs[0] + {offset: ["*", 8, "far"]}]' one.json >far.json &&
	object far.o far.json || exit 99
printf 'function,n,ii,p,far\nmatmul,600,0,1,%s\nmatmul,600,0,1,%s\n' \
	1 500000 >near.csv
printf 'function,n,ii,p,far\nmatmul,600,0,1,%s\nmatmul,600,0,1,%s\n' \
	500000 1 >apart.csv
for table in near apart; do
	"$PODIUM" rank --rows $table.csv far.o 2>err | tail -n +2 |
		cut -d, -f5-6 | sort >$table
done
cmp near apart >out && [ "$(cut -d, -f2 near | sort -u | wc -l)" -eq 2 ]
ok $? "the order of the rows changes nothing"

# refuses STATUS NAME PATTERN ROWS: a table that is not good
refuses()
{
	printf '%b' "$4" >bad.csv
	run "$PODIUM" rank --rows bad.csv one.o
	expect "$1" "$2" -e "$3" -O ""
}

refuses 2 "no column function" "no column 'function'" 'n,ii\n1,2\n'
refuses 1 "a function that is not there" \
	'bad.csv:2:1: nobody: no such function' 'function,n,ii\nnobody,1,2\n'
refuses 1 "a parameter without a column" "matmul: needs a column 'ii', or --set ii=N" \
	'function,n\nmatmul,1\n'
refuses 1 "a value that is none" 'bad.csv:2:8: ' 'function,n,ii\nmatmul,x,2\n'
refuses 2 "an empty file" 'bad.csv:1:1' ''
run "$PODIUM" rank --rows nowhere.csv one.o
expect 2 "a table that is not there" -e 'nowhere.csv'

# ---- bad usage ----

usage()
{
	local name=$1 pattern=$2

	shift 2
	run "$PODIUM" rank "$@"
	expect 2 "$name" -e "$pattern" -O ""
}

usage "no file" 'no file named'
usage "two files" "one at a time: 'one.o' and 'sample.o'" one.o sample.o
usage "--set without a value" "'--set' takes NAME=NUMBER, not 'n'" --set n one.o
usage "--set to no number" 'takes NAME=NUMBER' --set n=many one.o
usage "--set to infinity" 'takes NAME=NUMBER' --set n=inf one.o
usage "--top 0" 'takes a whole number from 1 on' --top 0 one.o
usage "--schedule of none" 'takes static, dynamic and guided' \
	--schedule fast one.o
usage "--chunk 0" 'takes whole numbers from 1' --chunk 0,1 one.o
usage "--threads without number" 'takes whole numbers' --threads '' one.o
usage "flags for an object" "flags after '--'" one.o -- -O2
run "$PODIUM" rank nowhere.o
expect 1 "a file that is not there" -e "nowhere.o"
run "$PODIUM" rank --loop nobody#1 one.o
expect 1 "a loop that is not there" -e "no loop 'nobody#1' in 'one.o'"
run "$PODIUM" rank empty.o
expect 1 "an object without records" -e 'no records of loops; build with'
run "$PODIUM" rank --profile one.json one.o
expect 1 "a profile that is none" -e 'one.json'

# ---- values beyond all reason ----

for n in 0 -5 1e15 0.5; do
	run "$PODIUM" rank --set n=$n --set ii=0 one.o
	expect 0 "n = $n" -o '^1 '
	! grep -q 'nan\|inf ' out
	ok $? "n = $n: numbers"
done

# ---- what GCC cannot count ----

sed -n 1p "$data/sample.json" | jq -c '.collapse = 1 | .params = [] |
	.static_chunk_most = 16 | .static_iterations_most = 1000000 |
	.nest = [.nest[0] | .trip = "n" | .parent = null | .depth = 0] |
	.params = [{name: "n", kind: "argument", type: "int"}] |
	.refs = [] | .deps = [] | .code = [] | .calls = []' >counts.json
if object counts.o counts.json; then
	run "$PODIUM" rank --top 40 --set n=10000 --threads 2 counts.o
	expect 0 "chunks that wrap around" -o static,16 -o 'static  ' \
		-o dynamic,64
	! grep -q static,64 out
	ok $? "are left out"
	run "$PODIUM" rank --top 40 --set n=100000 --threads 2 counts.o
	expect 0 "iterations that cannot be counted" -o dynamic,64
	! grep -v '^now' out | grep -q '  static'
	ok $? "are not given to static schedules"
else
	skip "what GCC cannot count" "no jq or objcopy"
fi

# ---- a machine that shows nothing of itself ----

if unshare -m true 2>/dev/null; then
	run unshare -m bash -c 'mount -t tmpfs none /sys && exec "$@"' - \
		"$PODIUM" rank --set n=1000 --set ii=0 one.o
	expect 0 "without /sys" -o '^1 '
	! grep -q hwloc err
	ok $? "no library speaks"
else
	skip "without /sys" "no mounts here"
fi

finish
