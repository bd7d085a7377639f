# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium reproduce replay on tables that are made here, whose answers are known.

. "$(dirname "$0")/../tap.sh"
export PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"
export PODIUM_LOOPS_DIR=$srcdir/nas-loops
cd "$work" || exit 99

run "$PODIUM" reproduce replay
expect 2 "nothing to replay" -E "podium reproduce replay: no table named; see --help"
run "$PODIUM" reproduce replay nowhere
expect 1 "nothing there" -O "" -e "nowhere: No such file or directory"
run "$PODIUM" reproduce replay --within much x
expect 2 "no percent" -e "'--within' takes a number from 0 on, not 'much'"
mkdir empty
run "$PODIUM" reproduce replay empty
expect 1 "an empty folder" -O "" -e "empty: no recorded table"
echo nothing >text
run "$PODIUM" reproduce replay text
expect 1 "no table" -O "" -e "text: neither a folder nor a table"

# holds FILTER: is the JSON in the output so?
holds()
{
	[ "$(jq "$1" out)" = true ]
}

needs "made tables" gcc-12 gcc-12/plugin jq
mkdir made
cat >made/campaign.csv <<'END'
name,loop,N,type,date,processor,cores,compiler,flags,others
made,matmul,64,double,2026-01-01,none,2,GCC 12,-O0 -fopenmp,0
END
cat >rows <<'END'
function,T,ch,t1,t2,t3
ijk_static,1,0,0,0,0
jki_static,1,0,0,0,0
ijk_static_ch,2,1,0,0,0
jki_static_ch,2,1,0,0,0
END
gcc-12 -O0 -fopenmp $("$PODIUM" cflags --gcc gcc-12) -w -DN=64 -DTYPE=double \
	-c "$srcdir/nas-loops/matmul.c" -o made.o
ok $? "the loop compiles"
# table FORMULA: ratios by what is predicted, p.
table()
{
	"$PODIUM" rank --rows rows made.o 2>err | awk -F , -v OFS=, '
		NR == 1 { print $1, $2, $3, $4, $5, $6, "ratio", "ci_lo", "ci_hi" }
		NR > 1 { p = $7; r = '"$1"'; print $1, $2, $3, $4, $5, $6, r,
			r * .99, r * 1.01 }' >made/made.csv
	[ "$(wc -l <made/made.csv)" -eq 5 ]
}
replay()
{
	run "$PODIUM" reproduce replay --gcc gcc-12 --json "$@"
}

table p
ok $? "a table as predicted"
replay made/made.csv
expect 0 "is replayed"
holds '.problems | length == 1 and (.[0] | .name == "made" and .variants == 4 and
	.good == 1 and .refined.runs == 1 and .ranked.runs == 1 and
	.ranked."regret@1" == 0 and .end.left == 0)'
ok $? "the first is the best"
cp out one
replay made
cmp -s out one
ok $? "a folder is its tables"
mkdir objects && cp made/made.csv made.o objects
replay --gcc none objects
cmp -s out one
ok $? "an object needs no compiler"
table '1 / p'
replay made
holds '.problems[0] | .ranked.runs == 4 and .refined.runs > 1 and
	.refined."regret@1" > 0'
ok $? "the reverse takes longer"
table '1'
replay made
holds '.problems[0] | .good == 4 and .random.runs == 1 and .end.missed == 0'
ok $? "ties are as good as the best"
replay made/none.csv
expect 1 "no such table" -e "none.csv: No such file"
mkdir other && cp made/* other && mv other/made.csv other/other.csv &&
	sed -i 's/^made,/other,/' other/campaign.csv
sed -i '2s/^[^,]*,/nothing,/' made/made.csv
replay other made
expect 1 "a table that does not fit" -e "made: .*nothing: no such function"
holds '.problems | length == 1 and .[0].name == "other"'
ok $? "the other is replayed"
finish
