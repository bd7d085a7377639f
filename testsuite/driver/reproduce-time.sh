# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium reproduce time and all, on small made tables whose times are what was
# predicted: which rows it looks at, correlations, what decides, the report.

. "$(dirname "$0")/../tap.sh"
export PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"
export PODIUM_CALIBRATION_DIR=$srcdir/calibration
export PODIUM_LOOPS_DIR=$srcdir/nas-loops
unset PODIUM_TABLES
cd "$work" || exit 99

needs "made tables" gcc-12 gcc-12/plugin jq

reproduce() # STUDY [OPTION...]
{
	run "$PODIUM" reproduce --gcc gcc-12 --tables made "$@"
}

# holds FILTER: is the JSON there, and so?
holds()
{
	[ "$(jq "$1" out)" = true ]
}

mkdir made
cat >made/campaign.csv <<'END'
name,loop,N,type,date,processor,cores,compiler,flags,others
cg_f2p_6_S,cg_f2p_6,6000,unsigned,2026-01-01,a processor,4,GCC 12,-O0 -fopenmp,0
cg_f2p_6_2d_S,cg_f2p_6_2d,220,unsigned,2026-01-01,a processor,4,GCC 12,-O0 -fopenmp,0
END
cat >cg_f2p_6_S.rows <<'END'
function,T,ch,t1,t2,t3,PI,kind,paper
Jj_static,1,0,6000,0,0,1,static,
Jj_static,1,0,3000,0,0,2,static,
Jj_static,2,0,1500,0,0,4,static,
Jj_static,2,0,3000,0,0,2,static,
Jj_static,2,0,6000,0,0,1,static,
END
cat >cg_f2p_6_2d_S.rows <<'END'
function,T,ch,t1,t2,t3,PI,kind,paper
ij_dynamic,2,4,0,0,0,220,dynamic,
ij_static_ch,2,1,0,0,0,220,static,published
ij_static,1,0,0,0,0,220,static,published
ij_static,2,0,0,0,0,220,static,published
ij_static,4,0,0,0,0,220,static,published
ij_static_ch,4,16,0,0,0,220,static,published
END

# make NAME LOOP N: the object, whose rows are predicted.
make()
{
	gcc-12 -O0 -fopenmp $("$PODIUM" cflags --gcc gcc-12) -w "-DN=$3" \
		-DTYPE=unsigned -c "$srcdir/nas-loops/$2.c" -o "$1.o" &&
		"$PODIUM" rank --rows "$1.rows" "$1.o" >"$1.ranked" 2>/dev/null
}
make cg_f2p_6_S cg_f2p_6 6000 && make cg_f2p_6_2d_S cg_f2p_6_2d 220
ok $? "the loops are predicted"

# The tables: time is a formula of what is predicted, p, and the row, NR.
times() # FORMULA
{
	local name

	for name in cg_f2p_6_S cg_f2p_6_2d_S; do
		awk -F , -v OFS=, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i
			print $1, $2, $3, $4, $5, $6, $7, $8, $9, "ratio", "time" }
		NR > 1 { p = $at["predicted"] * 1e-9; t = '"$1"'
			print $1, $2, $3, $4, $5, $6, $7, $8, $9, t * 1e6, t }' \
			"$name.ranked" >"made/$name.csv"
	done
}
times p
reproduce time --json
expect 0 "times as predicted"
cp out base.json
holds '.loops | map({loop, t: [.points[].threads]}) == [
	{loop: "cg_f2p_6_2d", t: [1, 2, 4]}, {loop: "cg_f2p_6", t: [1, 2]}]'
ok $? "a point for each number of threads, in the order of the paper"
holds '.loops[0] | .over_threads.estimate > 0.999999 and .variants == 5 and
	.over_variants.estimate > 0.999999'
ok $? "times that are as estimated correlate"
holds '.loops[1] | .over_threads.estimate == null and
	.over_threads.model == null and .variants == 5'
ok $? "two numbers of threads have no correlation"
holds '[.loops[].points[] | .estimate / .measured] |
	max - min < 1e-4 * max'
ok $? "what was measured is that of the row"
holds '[.loops[].points[]] | all(.model > 0 and .model < 1)' &&
	holds '.mean_error.model > 0'
ok $? "the model has times of its own"

# The row alone is a time: that of the blocks that the threads need.
times 'NR * 1e-3'
reproduce time --json
expect 0 "times that number the rows"
holds '.loops[0].points | map(.measured) == [0.004, 0.005, 0.006]'
ok $? "static without a chunk is looked at"
holds '.loops[1].points | map(.measured) == [0.002, 0.005]'
ok $? "or as many blocks as threads"

times '1 / p'
reproduce time --json
holds '.loops[0].over_threads.estimate < 0'
expect 0 "the reverse of what is estimated"
ok $? "has a correlation below 0"

times p
reproduce time
expect 0 "as tables" \
	-o '^Tables 1 and 2' -o '^Tables 5 and 6' \
	-o 'CG_cg_f2p_6_2D  *S  *2 .* 16.46$' \
	-o 'CG_cg_f2p_6  *S  *2 .* 17.85$' \
	-o '0.8  *iterations .*(1460).*(0.36)' \
	-o '^  time .* % .* %  *16.40 %  .* 0.910$' \
	-o '^2 recorded tables, 11 variants: a processor, GCC 12, 2026-01-01'
! grep -q '^Table 4' out
ok $? "nothing of the power models"

# A profile of the machine that recorded them is for times, not for ranks.
regions() # CYCLES
{
	jq --argjson c "$1" '.machine.region = [[1, $c], [64, $c]]' \
		"$srcdir/testsuite/driver/sample.profile" >made/calibrated.json
	reproduce all --json
}
power()
{
	jq '.power | map(.all | {podium, estimate})' "$1"
}
reproduce all --json
cp out generic.json
regions 1000
cp out short.json
regions 51000
expect 0 "with calibrated.json"
cp out long.json
[ "$(power long.json)" = "$(power generic.json)" ] &&
	[ "$(jq .time long.json)" != "$(jq .time generic.json)" ]
ok $? "is for the times alone"
ghz=$(jq .machine.ghz made/calibrated.json)
for by in model estimate; do
	jq -s --argjson ghz "$ghz" --arg by $by '[.[].time.loops] | transpose |
		map({loop: .[0].loop, cycles: ([.[].points[:2] | map(.[$by])] |
			transpose | map((.[1] - .[0]) * $ghz * 1e9 | round))})' \
		short.json long.json | jq -c . >out
	holds '. == [{loop: "cg_f2p_6_2d", cycles: [50000, 50000]},
		{loop: "cg_f2p_6", cycles: [100000, 100000]}]'
	ok $? "each region costs the $by what it was calibrated to"
done
rm made/calibrated.json

# Iterations that wait for their turn: handed on one by one, and each time
# costs what it takes to send a datum; blocks have no row there.
cat >>made/campaign.csv <<'END'
carry_S,carry,24,double,2026-01-01,a processor,4,GCC 12,-O0 -fopenmp,0
END
cat >made/carry_S.csv <<'END'
function,T,ch,t1,t2,t3,PI,kind,tiles,paper,ratio,time
ij_static,1,0,0,0,0,23,static,{},,2,0.002
ij_static,2,0,0,0,0,23,static,{},,3,0.003
ij_static_ch,2,1,0,0,0,23,static,{},,1,0.001
Iij_static_ch,2,1,2,0,0,12,static,{i: 2},,1,0.001
END
turns() # CYCLES
{
	jq --argjson c "$1" '.machine.send = $c' \
		"$srcdir/testsuite/driver/sample.profile" >made/calibrated.json
	reproduce time --json
}
turns 100000
cp out short.json
turns 150000
expect 0 "a loop of turns"
holds '.loops[2] | .class == "PIPE" and .loop == "carry" and
	(.points | map(.measured)) == [0.002, 0.001]'
ok $? "is looked at one by one"
jq -s --argjson ghz "$ghz" '[.[].loops[2].points[1].model] |
	((.[1] - .[0]) * $ghz * 1e9 | round)' short.json out >sent
[ "$(cat sent)" -eq $((50000 * 23)) ]
ok $? "each turn is sent to another thread"
reproduce time
expect 0 "likewise as a table" -o '^  carry  *S  *PIPE  *1, 2 '
rm made/calibrated.json made/carry_S.csv
sed -i '/^carry/d' made/campaign.csv

reproduce all --json
holds '(.power | length == 2) and (.time.loops | length == 2)'
expect 0 "both studies as JSON"

reproduce all -o report
expect 0 "a folder of both" -o "Ranked for: a generic machine" -o "podium reproduce all --gcc"
for part in cases.csv times.csv significance.csv samples.csv; do
	[ -s "report/$part" ] || echo "$part"
done >out
[ ! -s out ]
ok $? "its parts"
[ "$(cat report/times.csv | cut -d , -f 1-3)" = "loop,size,threads
cg_f2p_6_2d,S,1
cg_f2p_6_2d,S,2
cg_f2p_6_2d,S,4
cg_f2p_6,S,1
cg_f2p_6,S,2" ]
ok $? "times as CSV"
run "$PODIUM" significance --csv report/samples.csv
[ "$status" -eq 0 ] && cmp -s out report/significance.csv &&
	[ "$(wc -l <out)" -eq 15 ]
ok $? "podium significance says the same of the samples"
finish
