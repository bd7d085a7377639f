# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium reproduce on small made tables, whose truth is what was predicted or
# its reverse; and that no loop is judged by a model that was fitted to it.

. "$(dirname "$0")/../tap.sh"
export PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"
export PODIUM_CALIBRATION_DIR=$srcdir/calibration
export PODIUM_LOOPS_DIR=$srcdir/nas-loops
export PODIUM_TABLES=nowhere
cd "$work" || exit 99

run "$PODIUM" reproduce
expect 2 "no study" -E "podium reproduce: reproduce what? there are: power, time, all, replay"
run "$PODIUM" reproduce tim --tables .
expect 2 "an unknown study" -e "reproduce what?"
run "$PODIUM" reproduce power
expect 1 "no tables" -O "" -e "cannot open 'nowhere': No such file"
run "$PODIUM" reproduce power power
expect 2 "two studies" -e "one at a time: '.*' and '.*'"
run "$PODIUM" reproduce power --tables nowhere
expect 1 "no such folder" -O "" -e "cannot open 'nowhere': No such file"
mkdir empty
run "$PODIUM" reproduce power --tables empty
expect 1 "a folder without tables" -O "" -e "no recorded tables there"

needs "made tables" gcc-12 gcc-12/plugin jq

reproduce()
{
	run "$PODIUM" reproduce power --gcc gcc-12 --tables made "$@"
}

# The patterns took what a power law says, but for a little that is no law.
mkdir made
patterns() # TIME-OF-matmul: a formula in n, threads and chunk
{
	awk -v OFS=, '
	function row(kernel, power, factor) {
		time = n ^ power / threads ^ .9 * chunk ^ -.05 * 1e-9
		time *= 1 + (n * 7 + chunk * 3 + threads) % 5 / 100
		print kernel, n, threads, chunk, time * factor
	}
	BEGIN {
		print "kernel", "size", "T", "chunk", "time"
		for (n = 24; n <= 144; n += 20)
			for (threads = 1; threads <= 2; threads++)
				for (chunk = 1; chunk <= 4; chunk *= 2) {
					row("pat_noninterf", 2.1, 1)
					row("pat_matmul", 3.1, '"${1:-1}"')
				}
	}' >made/patterns.csv
}
patterns

cat >made/campaign.csv <<'END'
name,loop,N,type,date,processor,cores,compiler,flags,others
matmul_S,matmul,64,double,2026-01-01,none,2,GCC 12,-O0 -fopenmp,0
mg_3_S,mg_3,18000,double,2026-01-01,none,2,GCC 12,-O0 -fopenmp,0
csr_S,csr,4000,double,2026-01-01,none,2,GCC 12,-O0 -fopenmp,0
END

# made NAME FUNCTION FORMULA: a table whose ratios are a formula of what is
# predicted, p; four rows of the paper's space and one beside it.
made()
{
	cat >rows <<END
function,T,ch,t1,t2,t3,paper
$2_static,1,0,0,0,0,published
$2_static,2,0,0,0,0,published
$2_static_ch,2,1,0,0,0,published
$2_static_ch,2,16,0,0,0,published
$2_dynamic,2,1,0,0,0,
END
	"$PODIUM" rank --rows rows "$1.o" 2>/dev/null |
		awk -F , -v OFS=, '
		NR == 1 { print $1, $2, $3, $4, $5, $6, $7, "ratio", "time" }
		NR > 1 { p = $8; r = '"$3"'
			print $1, $2, $3, $4, $5, $6, $7, r, r * 1e-6 }' \
		>"made/$1.csv"
	[ "$(wc -l <"made/$1.csv")" -eq 6 ]
}

object_of() # NAME LOOP N
{
	gcc-12 -O0 -fopenmp $("$PODIUM" cflags --gcc gcc-12) -w "-DN=$3" \
		-DTYPE=double -c "$srcdir/nas-loops/$2.c" -o "$1.o"
}

# holds FILTER FILE: is the JSON there, and so?
holds()
{
	[ "$(jq "$1" "$2")" = true ]
}

first() # LOOP: the nest of the papers, or the first
{
	"$PODIUM" features --json "$1.o" |
		jq -r '.[].function' | sed -n 's/_static$//p' | head -1
}

object_of matmul_S matmul 64 && object_of mg_3_S mg_3 18000 &&
	object_of csr_S csr 4000
ok $? "the loops compile"
names="matmul_S mg_3_S csr_S"
make_all() # FORMULA
{
	for name in $names; do
		made "$name" "$(first "$name")" "$1" || return 1
	done
}
make_all p
ok $? "tables as predicted"

reproduce --json
expect 0 "the study"
cp out base.json
holds 'length == 3 and all(.[]; .all.estimate.kmin == 1 and
	.all.estimate."regret@1" == 0 and .all.podium.kmin == 1 and
	.all.variants == 5 and .published.variants == 4)' base.json
ok $? "what is as predicted has kmin 1, in both spaces"
holds 'all(.[]; .all."most threads first".kmin > 1 and
	.all.random."regret@1" > 0)' base.json
ok $? "other orders are worse"
holds 'map({(.loop): .power_model.points}) | add |
	.matmul == 42 * .5 * 2 and .csr == 84 and .mg_3 == 42' base.json
ok $? "a fit has its pattern's points, but none of the judged loop"

# The same times, but for a factor.
for name in $names; do
	sed -i '2,$s/$/e-9/' "made/$name.csv"
done
reproduce --json
expect 0 "times of a faster machine"
jq -s '[.[] | map(.power_model)] | transpose | length == 3 and all(
	(.[0].mean_error - .[1].mean_error | fabs) > .01 and
	(.[0].trend_error - .[1].trend_error | fabs) < 1e-6 and
	.[0].trend_error > 1e-6)' base.json out >same
[ "$(cat same)" = true ]
ok $? "have other errors, but for that factor the same"
for name in $names; do
	sed -i '2,$s/e-9$//' "made/$name.csv"
done

reproduce
expect 0 "the tables of the paper" -o '^Table 3' -o '^Table 4' \
	-o 'R2 of the power models, matmul' \
	-o 'MG_mg_3  *S  *published  *6  *1  *-  *6  *8.41' \
	-o "MG_mg_3  *S  *the paper's  *4  *1 " \
	-o 'MG_mg_3  *S  *extended  *5  *1 ' \
	-o 'UA_transfer_16  *L  *published' -o 'not recorded'

# Leave one out: no row of the judged loop reaches its fit.
fits() # FILE LOOP
{
	jq -c --arg loop "$2" '.[] | select(.loop == $loop) |
		.power_model | {points, exponents}' "$1"
}
patterns 'n * chunk ^ 2'
reproduce --json
expect 0 "the pattern matmul took something else"
[ -n "$(fits out matmul)" ] && [ "$(fits out matmul)" = "$(fits base.json matmul)" ]
ok $? "the fit for matmul does not see it"
[ "$(fits out csr)" != "$(fits base.json csr)" ]
ok $? "that for a further loop does"
[ "$(fits out mg_3)" = "$(fits base.json mg_3)" ]
ok $? "that for a loop of the other pattern does not"
patterns

make_all '1 / p'
reproduce --json
expect 0 "the reverse of what is predicted"
holds 'all(.[]; .all.estimate.kmin == 5)' out
ok $? "has the worst kmin"
for name in matmul mg_3 csr; do
	[ "$(fits out $name)" = "$(fits base.json $name)" ]
	ok $? "rows of $name reach no fit"
done
reproduce --out report
expect 0 "a folder of figures"
[ "$(head -1 report/cases.csv)" = "table,loop,size,space,order,variants,ties,\
kmin,regret@1,regret@3,regret@5,t/kmin,Tt/Tkmin,Tt/Tkmin near,within" ] &&
	[ "$(wc -l <report/cases.csv)" -eq 34 ] &&
	[ "$(sed 's/"[^"]*"//g' report/cases.csv | awk -F , '{ print NF }' |
		sort -u)" = 15 ]
ok $? "as CSV: three tables, two spaces, five orders, a search"
reproduce --out missing/report
expect 1 "no place for a folder" -O "" -e "cannot make 'missing/report'"

rm made/patterns.csv
PODIUM_TABLES=made:empty run "$PODIUM" reproduce power --gcc gcc-12
expect 0 "no patterns" -o 'No pattern loops were recorded'
! grep -q 'power model  *1 ' out
ok $? "no order by a model that is not there"
sed -i '2s/^[^,]*,/nothing,/' made/csr_S.csv
reproduce --json
expect 1 "a table that does not fit" -e 'csr_S.*nothing: no such function'
holds 'length == 2' out
ok $? "the others are judged"
finish
