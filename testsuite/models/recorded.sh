# SPDX-License-Identifier: GPL-3.0-or-later
#
# The quality of the ranking as a test: every recorded table, those of
# testsuite/recorded and of the folders in PODIUM_TABLES, is ranked anew by
# podium reproduce. Variants of loops that were measured once; nothing is run
# here. Of two sizes of a loop the large one, L, is left to check-slow:
# recorded-all.sh.

. "$(dirname "$0")/../tap.sh"
export PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"
export PODIUM_LOOPS_DIR=$srcdir/nas-loops
cd "$work" || exit 99

# The first choice may be slower than the best by so much, in percent, as the
# geometric mean over all tables.
limit=${LIMIT-6}

needs "recorded tables" gcc-12 gcc-12/plugin jq

IFS=: read -r -a folders <<<"$srcdir/testsuite/recorded${PODIUM_TABLES:+:$PODIUM_TABLES}"
unset PODIUM_TABLES
mkdir tables
expected=0
for i in "${!folders[@]}"; do
	mkdir "tables/$i"
	cp "${folders[i]}"/* "tables/$i"
	[ "${SIZES-S}" = SL ] || rm "tables/$i"/*_L.csv
	expected=$((expected + $(ls "tables/$i"/*_[SL].csv | wc -l)))
	rm -f "tables/$i/machine.json"
done
run "$PODIUM" reproduce power --json --gcc gcc-12 \
	$(printf -- '--tables %s ' tables/*)
expect 0 "every table is ranked"
jq -r '.[] | [.table, .all.estimate.kmin, .all.estimate."regret@1"] | @tsv' \
	out >figures
[ "$expected" -gt 0 ] && [ "$(wc -l <figures)" -eq "$expected" ]
ok $? "$expected tables have figures"
sed 's/^/# /' figures
regret=$(awk -F '\t' '{ sum += log(1 + $3) }
	END { printf "%.3f", 100 * exp(sum / NR) - 100 }' figures)
awk -v is="$regret" -v limit="$limit" 'BEGIN { exit !(is <= limit) }'
ok $? "geometric mean of regret@1: $regret %, at most $limit %"
finish
