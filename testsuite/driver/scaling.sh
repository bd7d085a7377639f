# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium scaling: the example of its manual to the letter, the published
# tables, programs that print their time and those that fail, its forms of
# output, and what it refuses. Nothing depends on how long a run takes.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
page=$srcdir/doc/podium-scaling.1

# What the manual shows below "$ COMMAND".
shown()
{
	awk -v command="\$ $1" '/^\.Ed/ { on = 0 } /^\$ / { on = 0 }
		on { print } $0 == command { on = 1 }' "$page"
}

shown "cat floyd.csv" >floyd.csv
shown "podium scaling --table floyd.csv" >wanted
[ "$(wc -l <floyd.csv)" -eq 9 ] && [ "$(wc -l <wanted)" -ge 12 ]
ok $? "the manual has an example"
run "$PODIUM" scaling --table floyd.csv
expect 0 "the example prints what the manual shows" -O "$(cat wanted)" -E ""

# Times with more digits, as the printed fractions have them: all printed
# figures come out to their digits.
awk -F , -v OFS=, 'NR == 1 { print "p", "time" } NR > 1 {
	f = $1 == 1 ? 0 : $5
	printf "%d,%.7f\n", $1, 1.85 * (f * (1 - 1 / $1) + 1 / $1)
}' floyd.csv >exact.csv
"$PODIUM" scaling --csv --table exact.csv |
	awk -F , 'NR > 2 { printf "%d,%.2f,%.3f,%.5f\n", $2, $4, $7, $10 }' >got
awk -F , 'NR > 2 { printf "%d,%.2f,%.3f,%.5f\n", $1, $3, $4, $5 }' \
	floyd.csv >published
cmp -s got published && [ "$(wc -l <got)" -eq 7 ]
ok $? "the published figures come out of times with more digits"
run "$PODIUM" scaling --table exact.csv
expect 0 "where the fraction falls at first" -E "" \
	-o '^Serial fraction falling, then growing:.* from 4 on\.$'
# A figure that no rounding explains is named.
sed 's/^8,.*/8,0.37,5.05,0.731,0.08361/' floyd.csv >wrong.csv
run "$PODIUM" scaling --table wrong.csv
expect 0 "a figure that does not follow is named" -o \
	'^Line 9: efficiency 0.731 does not follow.* 0.615.* to 0.635'
[ "$(grep -c '^Line' out)" -eq 1 ]
ok $? "no other is"

# Both published tables in one file.
cat >both.csv <<'END'
nodes,p,time,speedup,efficiency,fraction
3000,1,382.2,1,1,0
3000,2,191.97,1.99,0.995,0.00453
3000,3,128.7,2.97,0.99,0.0051
3000,4,97.51,3.92,0.98,0.00685
3000,5,78.23,4.89,0.977,0.00584
3000,6,65.85,5.8,0.967,0.00674
3000,7,56.59,6.75,0.965,0.00608
3000,8,49.8,7.67,0.959,0.00606
3000,9,44.77,8.54,0.949,0.00679
3000,10,40.67,9.4,0.94,0.00712
3000,11,37.46,10.2,0.927,0.00782
3000,12,34.34,11.13,0.927,0.00711
END
sed -n 's/^[1-8]/500,&/p' floyd.csv >>both.csv
run "$PODIUM" scaling --by nodes --table - <both.csv
expect 0 "both tables" -o '^500:$' -o '^3000:$' -o ' 0.16757 .* outlier$' -E ""
[ "$(grep -c 'outlier$' out)" -eq 1 ] && ! grep -q '^Line' out
ok $? "one outlier, and no figure that contradicts its time"
[ "$(grep -c '^Serial fraction growing' out)" -eq 2 ]
ok $? "both grow"
if command -v jq >/dev/null; then
	"$PODIUM" scaling --by nodes --json --table both.csv |
		jq -e 'length == 2 and .[0].name == "3000" and
		(.[1].points | length) == 8 and .[1].trend == "growing" and
		.[1].points[6].note == "outlier" and
		.[1].points[6].seconds == [0.53] and
		.[1].points[0].fraction.value == null and
		(.[0].points[11].fraction |
			.low < 0.00711 and 0.00711 < .high) and
		.[0].points[1].confidence == 1 and .[0].remarks == ""' >/dev/null
	ok $? "JSON"
else
	skip "JSON" "no jq"
fi

# Rounds, in any order of rows; those of one thread are each others' partner.
{
	echo threads,time
	for round in 1.31 1.97 1.13 1.57 1.23; do
		awk -v t=$round 'BEGIN { for (p = 1; p <= 4; p++)
			printf "%d,%.9f\n", p, t * (.2 + .8 / p) }'
	done | sort -s -t , -k 1,1
} >rounds.csv
run "$PODIUM" scaling --table rounds.csv
expect 0 "rounds" -o '^Median of 5 rounds.*93.75 %' \
	-o '^4 .* 0.20000 ' -o '^Serial fraction constant:' \
	-o 'more than 5 times faster'

# A program that prints its time: Amdahl's law, and where it was called.
cat >app <<'END'
#!/bin/sh
[ "$OMP_THREAD_LIMIT" = "$OMP_NUM_THREADS" ] || exit
echo "$OMP_NUM_THREADS $OMP_DYNAMIC $OMP_PROC_BIND $OMP_PLACES $*" >>calls
awk -v p="$OMP_NUM_THREADS" 'BEGIN { print "seconds: 99" 
	print "seconds: " 3 * (.1 + .9 / p) " in all" }'
END
chmod +x app
unset OMP_PROC_BIND OMP_PLACES
run "$PODIUM" scaling --threads 4,2,2,3 --rounds 6 --time seconds -- ./app x "y z"
expect 0 "a program" -o '^4 .* 3.08 .* 0.10000' -o '^1 .* 3 ' \
	-o '^Median of 6 rounds' -o '^Serial fraction constant' -E ""
[ "$(wc -l <calls)" -eq 25 ] && [ "$(grep -c '^3 false close cores x y z$' calls)" -eq 6 ] &&
	[ "$(grep -c '^1 ' calls)" -eq 6 ] && [ "$(grep -c '^4 ' calls)" -eq 7 ]
ok $? "it ran in rounds, once before, with one thread as well"
tail -n +2 calls | head -n 4 | cut -c 1 | sort | tr -d '\n' >got
[ "$(cat got)" = 1234 ]
ok $? "a round has each number of threads once"
run env OMP_PROC_BIND=false "$PODIUM" scaling --threads 2 --rounds 1 \
	--time seconds: -- ./app
expect 0 "one round" -o '^1 round; no intervals below 5'
tail -n 1 calls | grep -q 'false false cores'
ok $? "what the user set stays"
mkdir -p root/proc
echo "99.00 9.00 9.00 9/99 1" >root/proc/loadavg
run env PODIUM_SYSTEM_ROOT=root "$PODIUM" scaling --threads 2 --rounds 1 \
	--time seconds -- ./app
expect 0 "a busy machine" -o '^The machine was busy when this began'
cat >slow <<'END'
#!/bin/sh
echo "seconds: $OMP_NUM_THREADS"
END
chmod +x slow
run "$PODIUM" scaling --threads 2 --rounds 1 --time seconds -- ./slow
expect 0 "slower with more threads" -o 'slower; podium overhead says where'
run "$PODIUM" scaling --threads 1,2 --rounds 1 --csv -- ./app
expect 0 "the clock" -o '^\./app,2,[0-9.e-]*,[0-9]'

cat >reader <<'END'
#!/bin/sh
read -r seconds && echo "seconds: $seconds"
END
chmod +x reader
echo 3 >input
run "$PODIUM" scaling --threads 2 --rounds 2 --time seconds --csv -- ./reader \
	<input
expect 0 "a program that reads a file, each time all of it" -E "" \
	-o '^./reader,2,3,'
run "$PODIUM" scaling --threads 2 --rounds 1 -- ./reader < <(cat input)
expect 1 "a pipe, which can be read but once, is not read" -e 'exit status 1'

# The bundled case.
if "${CC:-gcc}" -O2 -fopenmp "$srcdir/examples/floyd.c" -o floyd 2>err; then
	run "$PODIUM" scaling --threads 2 --rounds 1 --time seconds --csv -- \
		./floyd 50
	expect 0 "Floyd" -o '^\./floyd,1,.*,1,1,1,1,1,1,,,,$' -o '^\./floyd,2,'
	run "$PODIUM" scaling --threads 2 --rounds 1 --regions --csv -- \
		./floyd 50
	expect 0 "of its regions" -o '^\./floyd,2,' -E ""
	[ "$(grep -c '(floyd\(.c:[0-9]*\|+0x[0-9a-f]*\)),[12],' out)" -eq 2 ]
	ok $? "it has one"
	./floyd 100 >one
	OMP_NUM_THREADS=3 ./floyd 100 | cut -d , -f 2 >three
	cut -d , -f 2 one | cmp -s - three
	ok $? "its result does not depend on the threads"
else
	skip "Floyd" "no OpenMP"
fi

# Programs that fail.
run "$PODIUM" scaling -- ./missing
expect 1 "a program that is not there" -O "" \
	-e "^podium scaling: cannot time './missing': .*No such file or directory"
run "$PODIUM" scaling --threads 1 -- sh -c 'echo why >&2; echo; exit 3'
expect 1 "a program that fails" -O "" \
	-E "podium scaling: cannot time 'sh': exit status 3, with 1 thread: why"
run "$PODIUM" scaling --threads 2 -- sh -c 'kill -SEGV $$'
expect 1 "a program that crashes" -O "" -e "crashed: Segm.*2 threads"
run "$PODIUM" scaling --threads 2 --time took -- echo it takes 3
expect 1 "a program without a time" -O "" \
	-E "podium scaling: 'echo' printed no time behind 'took'"
run "$PODIUM" scaling --threads 2 --time took -- echo took 0
expect 1 "a time of zero" -e "printed no time"

# refused NAME LINE:COLUMN PATTERN CONTENT [ARGUMENT...]
refused()
{
	local name=$1 place=$2 pattern=$3

	printf "$4" >bad.csv
	shift 4
	run "$PODIUM" scaling "$@" --table bad.csv
	expect 2 "$name" -O "" -e "^podium scaling: bad.csv:$place: .*$pattern"
}

refused "an empty file" 1:1 "the first line names the columns" ''
refused "no rows" 1:1 "no rows" 'p,time\n'
refused "no threads" 1:1 "no column 'threads'" 'n,time\n1,2\n'
refused "no time" 1:1 "no column 'time'" 'p,t\n1,2\n'
refused "no such program" 1:1 "no column 'x'" 'p,time\n1,2\n' --by x
refused "not one thread" 3:1 "no time with 1 thread" 'p,time\n3,2\n2,3\n'
refused "rounds that lack a time" 4:1 "1 times with 2 threads, but 2 with 1" \
	'p,time\n1,2\n1,2.1\n2,1.2\n'
refused "no thread" 3:1 "not whole, from 1 to" 'p,time\n1,2\n0,3\n'
refused "too many threads" 3:1 "from 1 to 1000000" 'p,time\n1,2\n1e9,3\n'
refused "a time of ages" 2:3 "as long" 'p,time\n1,1e308\n2,1\n'
refused "a time of nothing" 3:3 "as short" 'p,time\n1,2\n2,1e-320\n'
refused "a time below zero" 3:3 "not above zero" 'p,time\n1,2\n2,-1\n'
refused "no number" 3:3 "'nan' in column 'time'" 'p,time\n1,2\n2,nan\n'
refused "half a thread" 3:1 "not whole" 'p,time\n1,2\n1.5,3\n'
refused "no time at all" 3:3 "time is not above zero" 'p,time\n1,2\n2,0\n'
refused "a word" 3:3 "'x' in column 'time' is no finite" 'p,time\n1,2\n2,x\n'
refused "a short row" 3:1 "1 cells in this row, but 2" 'p,time\n1,2\n3\n'
run "$PODIUM" scaling --table missing.csv
expect 1 "a file that is not there" -O "" -E \
	"podium scaling: cannot open 'missing.csv': No such file or directory"

run "$PODIUM" scaling
expect 2 "no program" -e "no program; write it behind --"
run "$PODIUM" scaling ./app
expect 2 "no --" -e "unexpected './app'; write the program behind --"
run "$PODIUM" scaling --table floyd.csv -- ./app
expect 2 "a table and a program" -e "'--table' runs nothing, but there is './app'"
run "$PODIUM" scaling --table floyd.csv --rounds 7
expect 2 "a table and rounds" -e "are for runs"
run "$PODIUM" scaling --table floyd.csv --regions
expect 2 "a table and regions" -e "are for runs"
run "$PODIUM" scaling --regions --threads 1 --rounds 1 -- true
expect 1 "a program without regions" -O "" -e 'no parallel region was seen'
run "$PODIUM" scaling --by nodes -- ./app
expect 2 "--by without a table" -e "names a column of '--table'"
run "$PODIUM" scaling --json --csv -- ./app
expect 2 "two forms" -e "exclude each other"
for value in '' 0 1.5 x '1,,' 1025 -1; do
	run "$PODIUM" scaling --threads "$value" -- ./app
	expect 2 "--threads '$value'" -e "takes numbers from 1 to 1024"
done
for value in '' 0 x 1001; do
	run "$PODIUM" scaling --rounds "$value" -- ./app
	expect 2 "--rounds '$value'" -e "from 1 to 1000, not '$value'"
done
finish
