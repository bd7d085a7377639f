# SPDX-License-Identifier: GPL-3.0-or-later
#
# Figures from samples that are known, and a campaign that is killed again and
# again. Nothing depends on how long anything takes.

. "$(dirname "$0")/../tap.sh"
mkdir "$work/loops"
cp "$srcdir"/nas-loops/{*.[ch],loops.bash} "$work/loops"
. "$work/loops/loops.bash"
export OMP_WAIT_POLICY=passive LOOP_THREADS=1,2
major=${PLUGIN_GCCS%% *}
gcc=GCC_$major
gcc=${!gcc:-gcc}
cd "$work" || exit 99

# What is measured here need not be true.
sed -i 's/^#define \(PAUSE\|TIMING\) .*/#define \1 0/' loops/measure.c
run grep -c -x '#define [A-Z]* 0' loops/measure.c
expect 0 "no pauses" -O 2
run build_frame
[ "$status" -eq 0 ] && run build_loop "$loops/matmul.c" "$work/loop" -O1 -DN=8
expect 0 "a small loop"
./loop variants >variants.csv
count=$(($(wc -l <variants.csv) - 1))

# Variant v takes 1 + v / 10 ms, three of them the same within passes that
# disagree; the machine drifts by half. What is too slow is not in the finals.
made()
{
	awk -v count="$count" '
	function line(pass, round, variant, factor,   drift) {
		drift = 1 + .5 * ((pass * 7 + round * 3) % 5) / 4
		printf "time,%d,%d,%d,%.9g\n", pass, round, variant,
			1e-3 * (1 + variant / 10) * factor * drift
	}
	BEGIN {
		printf "title,matmul 8 double, %d variants\n", count
		for (r = 0; r < 11; r++)
			for (v = 0; v < count; v++)
				if (v <= 15 && (v <= 5 || r < 6) || r < 3)
					line(0, r, v, 1)
		print "end,0"
		for (p = 1; p <= 8; p++) {
			for (r = 0; r < 10; r++)
				for (v = 0; v <= 3; v++)
					line(p, r, v, v == 1 ? \
						(p % 2 ? 1.2 : .85) / 1.1 : 1)
			print "end," p
		}
	}'
}

made >made.samples
run ./loop table made.samples
expect 0 "a table" -E ""
mv out table.csv
head -1 table.csv | grep -q -x "$(head -1 variants.csv),ratio,ci_lo,ci_hi,n,time"
ok $? "its columns"
cut -d , -f 1-12 table.csv >identity.csv
run diff variants.csv identity.csv
expect 0 "every variant, in order"

# row NUMBER: ratio, ci_lo, ci_hi, n of variant NUMBER.
row()
{
	sed -n "$(($1 + 2))p" table.csv | cut -d , -f 13-16
}

# Ratios to variant 0 are exact where a round is compared with itself.
[ "$(row 0)" = 1,1,1,91 ]
ok $? "the best"
[ "$(row 2)" = 1.2,1.2,1.2,91 ] && [ "$(row 3)" = 1.3,1.3,1.3,91 ]
ok $? "the drift of the machine is not in the ratios"
row 1 | awk -F , '{ exit !($1 > .84 && $1 < 1.21 && $2 < 1 && $3 > 1) }'
ok $? "passes that disagree make a tie"
[ "$(row 5)" = 1.5,1.5,1.5,11 ] || row 5 | grep -q ',11$'
ok $? "one that was screened out"
row $((count - 1)) | grep -q ',3$'
ok $? "one that was dropped early"

# The last line cut off, a pass begun anew: neither counts.
{ cat made.samples; printf 'time,8,9,0,0.0'; } >torn.samples
run ./loop table torn.samples
mv out again.csv
run diff table.csv again.csv
expect 0 "a line that was cut off"
{
	sed '/^end,8/d' made.samples
	echo begin,8,0
	sed -n '/^time,8,/p; /^end,8/p' made.samples
} >begun.samples
run ./loop table begun.samples
mv out again.csv
run diff table.csv again.csv
expect 0 "a pass that was begun anew"
sed '/^end,8/d' made.samples >open.samples
run ./loop table open.samples
expect 0 "no table without all passes" -e "is not complete" -O ""
{ cat made.samples; echo begin,8,0; } >void.samples
run ./loop table void.samples
expect 0 "nor with one that was declared void" -e "is not complete" -O ""
sed '1s/8 double/9 double/' made.samples >other.samples
run ./loop table other.samples
expect 1 "samples of another size" -e "holds samples of something else"

# Killed at many places, each time a little later; then run to its end.
for delay in .01 .02 .03 .05 .1; do
	./loop screen real.samples &
	sleep $delay
	kill -9 $! 2>/dev/null
	wait $! 2>/dev/null
done
run ./loop screen real.samples
expect 0 "the screen after five kills"
for round in 0 2 5 10; do
	# What stands behind the last time that the round was begun.
	tac real.samples | sed "/^begin,0,$round\$/q" |
		sed -n "s/^time,0,$round,\([0-9]*\),.*/\1/p" | sort >round
	[ -s round ] && [ -z "$(uniq -d round)" ]
	ok $? "round $round is whole"
done
run bash -c 'trap "" XFSZ; ulimit -f 1; exec ./loop screen full.samples'
expect 1 "a full disk" -e 'cannot write the samples: .*; make room if'
for pass in 1 2 3 4 5 6 7 8; do
	run ./loop final $pass real.samples
done
cp real.samples before
./loop final 3 real.samples
run cmp before real.samples
expect 0 "what was measured is not measured again"
run ./loop table real.samples
[ "$status" -eq 0 ] && [ "$(wc -l <out)" -eq $((count + 1)) ] &&
	! grep -q nan out
ok $? "the whole campaign"
run ./loop final 9 real.samples
expect 2 "no pass 9" -e '^usage: '
finish
