# SPDX-License-Identifier: GPL-3.0-or-later
#
# The quality of the ranking as a test: every recorded table, those of
# testsuite/recorded and of the folders in PODIUM_TABLES, is ranked anew and
# judged. Variants of loops that were measured once; nothing is run here. Of
# two sizes of a loop the large one, which BUT names, is left to check-slow:
# recorded-all.sh.

. "$(dirname "$0")/../tap.sh"
export PODIUM PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"

# The first choice may be slower than the best by so much, in percent, as the
# geometric mean over all tables.
limit=${LIMIT-6}

needs "recorded tables" gcc-12 gcc-12/plugin jq

rank()
{
	run "$BASH" "$srcdir/tools/bench-rank" --gcc 12 --tsv "$@"
}

# The geometric mean of regret@1 in the output, in percent.
regret()
{
	awk -F '\t' '{ sum += log(1 + $5); count++ }
		END { if (count)
			printf "%.3f", 100 * exp(sum / count) - 100 }' "$work/out"
}

# over LIMIT: is the regret of the output above it, or is there none?
over()
{
	[ ! -s "$work/out" ] ||
		awk -v is="$(regret)" -v limit="$1" 'BEGIN { exit !(is > limit) }'
}

# A table that is just as predicted is judged best, its reverse is not.
mkdir "$work/made"
cat >"$work/made/campaign.csv" <<'END'
name,loop,N,type,date,processor,cores,compiler,flags,others
made,matmul,64,double,2026-01-01,none,2,GCC 12,-O0 -fopenmp,0
END
cat >"$work/made/made.csv" <<'END'
function,T,ch,t1,t2,t3,paper,ratio
ijk_static,1,0,0,0,0,published,1
ijk_static,2,0,0,0,0,published,1
jki_static_ch,2,1,0,0,0,,1
IKikj_dynamic,2,1,8,16,0,,1
END
. "$srcdir/testsuite/loops/replay.bash"
gcc="gcc-12"
run compile_table "$work/made" made
[ "$status" -eq 0 ] &&
	run "$PODIUM" rank --rows "$work/made/made.csv" "$work/made.o"
expect 0 "a made table is ranked" -o ',predicted,lo,hi,rank$'
cp "$work/out" "$work/ranked"
measured() # FORMULA: the ratio, of what was predicted
{
	awk -F , -v OFS=, 'NR > 1 { $8 = '"$1"' } { print $1, $2, $3, $4, $5,
		$6, $7, $8 }' "$work/ranked" >"$work/made/made.csv"
}
measured '$9'
rank "$work/made"
expect 0 "what is as predicted has no regret" -o "^made	4	1	1	0	"
! over 0
ok $? "and is below every limit"
measured '1 / $9'
rank "$work/made"
over $limit
expect 0 "the reverse is above the limit" -o '^made'
rank --space published "$work/made"
expect 0 "one space alone" -o "^made	2	"
rank --but 'm*' "$work/made"
expect 0 "not this table" -O ""
sed -i 's/ijk_static,1/none_static,1/' "$work/made/made.csv"
rank "$work/made"
expect 1 "a row that no object has" -e 'made failed' -e 'none_static'

# The truth.
folders=()
[ ! -e "$srcdir/testsuite/recorded/campaign.csv" ] ||
	folders=("$srcdir/testsuite/recorded")
IFS=: read -r -a more <<<"${PODIUM_TABLES:-}"
folders+=("${more[@]}")
if [ ${#folders[@]} -eq 0 ]; then
	skip "recorded tables" "none in testsuite/recorded or PODIUM_TABLES"
	finish
	exit
fi
rank --but "${BUT-*_L}" "${folders[@]}"
expect 0 "every table is ranked" -E ""
print_figures <"$work/out" | sed 's/^/# /'
! over $limit
ok $? "geometric mean of regret@1: $(regret) %, at most $limit %"
finish
