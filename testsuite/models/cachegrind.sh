# SPDX-License-Identifier: GPL-3.0-or-later
#
# The lines that the estimator says a nest misses, against valgrind's
# cachegrind: two caches, counted access by access. The nest runs once and
# twice; the difference is one execution on data as the last one left it.

. "$(dirname "$0")/../tap.sh"
: "${PODIUM_PLUGINS:=$srcdir/plugin}"
export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS OMP_NUM_THREADS=1
export OMP_WAIT_POLICY=passive
loops=$srcdir/nas-loops
major=${PLUGIN_GCCS##* }
gcc=GCC_$major
gcc=${!gcc:-gcc-12}

# Rank correlation at least this, and each within this factor.
correlation=.95
factor=2

# What fits the last cache by the simulator is never fetched again; by the
# estimator, whose caches are those of real machines, up to this part of it.
leftover=.75

# The caches, and the same in a profile; all else is that of some machine.
first=32768,8,64
last=1048576,16,64
jq '.machine.cache.L1 = {bytes: 32768, ways: 8, cores: 1} |
	.machine.cache.L2 = {bytes: 1048576, ways: 16, cores: 1}' \
	"$data/sample.profile" >"$work/profile"

needs "cachegrind" valgrind jq "$gcc"

# count PROGRAM TIMES: misses of data in both caches
count()
{
	valgrind -q --tool=cachegrind --cache-sim=yes --D1=$first --LL=$last \
		--cachegrind-out-file="$work/counts" "$1" "$2" \
		>/dev/null 2>&1 || return
	awk '/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
		/^summary:/ { print $at["D1mr"] + $at["D1mw"],
			$at["DLmr"] + $at["DLmw"] }' "$work/counts"
}

# simulate PROGRAM FEW MANY: misses of one execution
simulate()
{
	local few many

	few=$(count "$1" "$2") && many=$(count "$1" "$3") || return
	echo "$few $many" | awk -v times=$(($3 - $2)) '
		{ print ($3 - $1) / times, ($4 - $2) / times }'
}

# predict OBJECT LOOP: what the estimator says for the source's own clauses
predict()
{
	"$PODIUM" rank --json --profile "$work/profile" --loop "$2" "$1" |
		jq -r 'map(.original) | "\(map(.misses.L1) | add) \(
			map(.misses.L2) | add) \(map(.bytes) | max / 64)"'
}

# compare_nest LOOP ORDER N: a line of the table
compare_nest()
{
	local flags="-O2 -fopenmp -DTHREADS=1 -DORDER=$2 -DN=$3"

	"$gcc" $flags $("$PODIUM" cflags --gcc "$gcc") -w -c \
		"$loops/$1.c" -o "$work/loop.o" &&
		"$gcc" -O1 -fopenmp "$work/loop.o" \
			"$srcdir/testsuite/models/misses.c" -o "$work/loop" -lm &&
		echo "$1 $2 $3 $(simulate "$work/loop" 1 2) $(predict \
			"$work/loop.o" "${2%%,*}_chosen")"
}

# spearman SIMULATED PREDICTED: columns of "$work/chosen"
spearman()
{
	sort -g -k "$1,$1" "$work/chosen" | awk -v column="$1" "$ranks" |
		sort -g -k "$2,$2" | awk -v column="$2" "$ranks" |
		awk '{ x = $(NF - 1); y = $NF; n++; sx += x; sy += y
				sxx += x * x; syy += y * y; sxy += x * y }
			END { scale = (n * sxx - sx ^ 2) * (n * syy - sy ^ 2)
				if (scale > 0)
					printf "%.3f", (n * sxy - sx * sy) / sqrt(scale) }'
}

# Add to sorted lines their rank, the mean one where they are equal.
ranks='
	{ line[NR] = $0; value[NR] = $column }
	END {
		for (i = 1; i <= NR; i = last + 1) {
			for (last = i; last < NR && value[last + 1] == value[i];)
				last++
			for (j = i; j <= last; j++)
				print line[j], (i + last) / 2
		}
	}'

# far SIMULATED PREDICTED: those of "$work/chosen" that are not near enough
far()
{
	awk -v simulated="$1" -v predicted="$2" -v factor="$factor" '
		$9 == "" && ($predicted > factor * $simulated ||
			factor * $predicted < $simulated) {
			print $1, $2, $3 ": " $predicted ", not " $simulated }' \
		"$work/chosen"
}

# judge CACHE SIMULATED PREDICTED
judge()
{
	local many is

	many=$(wc -l <"$work/chosen")
	is=$(spearman "$2" "$3")
	awk -v is="${is:-0}" -v least="$correlation" \
		'BEGIN { exit !(is >= least) }'
	ok $? "$1: rank correlation $is over $many nests, at least $correlation"
	far "$2" "$3" >"$work/out"
	! [ -s "$work/out" ]
	ok $? "$1: all within a factor of $factor, but for those known"
}

# A line: loop, order, size, then what is not predicted well, and why.
list=${MISSES_OF:-$(sed 's/#.*//; /^ *$/d' \
	"$srcdir/testsuite/models/cachegrind.loops")}
while read -r loop order size known; do
	run compare_nest "$loop" "$order" "$size"
	[ "$status" -eq 0 ] && [ "$(wc -w <"$work/out")" -eq 8 ]
	ok $? "$loop $order $size"
	sed "s/\$/ $known/" "$work/out" >>"$work/table"
done <<<"$list"

# Loop, order, size; simulated misses of both caches; predicted; lines; known.
awk '{ printf "# %-14s %-12s %6d %8d %7d %8d %7d %6d %s\n", $1, $2, $3, $4, $5,
	$6, $7, $8, $9 }' "$work/table"
cp "$work/table" "$work/chosen"
judge "first cache" 4 6
awk '$8 * 64 > 1048576' "$work/table" >"$work/chosen"
judge "last cache, what does not fit it" 5 7
awk -v part=$leftover '$8 * 64 <= 1048576 && $7 > part * $8' "$work/table" \
	>"$work/out"
! [ -s "$work/out" ]
ok $? "last cache, what fits: at most $leftover of the lines"
cp "$work/table" "$work/chosen"
echo "# last cache, all: rank correlation $(spearman 5 7)"
finish
