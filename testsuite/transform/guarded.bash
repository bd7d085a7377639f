# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random nests of pointers, changed behind a test at run time: they compute the
# same as before whether arrays overlap or not.

. "$(dirname "${BASH_SOURCE[0]}")/../tap.sh"
. "$srcdir/testsuite/transform/taken.bash"
cd "$work" || exit 99
export OMP_NUM_THREADS=1
made=0 runs=0 taken=0 illegal=0 wrong=0 replaced=0
: >refused

# variants GCC [OPTION...]: of the nest
variants()
{
	local gcc=$1

	shift
	"$PODIUM" variants --gcc "$gcc" --profile "$data/sample.profile" \
		--set n=100 --set length=100 "$@" nest.c
}

# compare GCC RANK: the nest as it was and changed
compare()
{
	local numbers

	count_changed <changed.c >counted.c
	"$1" -O2 -w -fopenmp -c nest.c -o nest.o &&
		"$1" -O2 -w -fopenmp -Dnest_0=changed -c counted.c -o changed.o &&
		"$1" -fopenmp overlap.o nest.o changed.o -o overlap || return 1
	./overlap >numbers
	read -r numbers _ _ _ _ _ _ <<<"$(grep runs numbers)"
	runs=$((runs + numbers))
	taken=$((taken + $(sed -n 's/.*runs, \([0-9]*\) with.*/\1/p' numbers)))
	! grep '^#' numbers
}

# nest KIND SEED: in a region of its own where the kind is "region"
nest()
{
	local inner='\n#pragma omp for'

	[ "$1" = region ] || inner=' for'
	"$builddir/testsuite/transform/oracle" "${1/region/pointers}" "$2" 1 |
		sed "s/^#pragma omp parallel for/#pragma omp parallel$inner/"
}

# guarded GCC SEED COUNT [KIND]: so many nests that are made behind a test; of
# the kind "sums", with sums in variables, those that are made without one, too
guarded()
{
	local gcc=$1 seed=$2 goal=$3 kind=${4:-pointers} rank wanted

	"$gcc" -O1 -c "$srcdir/testsuite/transform/overlap.c" \
		-o overlap.o || exit 99
	wanted=$((made + goal))
	for ((; made < wanted; seed++)); do
		nest "$kind" "$seed" >nest.c
		rank=$(variants "$gcc" --json --top 100000 2>/dev/null |
			jq --argjson seed "$seed" --arg kind "$kind" '
				.[0].variants // [] | map(select($kind == "sums"
					or .condition != "") | .rank) |
				if length > 0 then .[$seed % length] else 0 end')
		if [ "${rank:-0}" -eq 0 ]; then
			illegal=$((illegal + 1))
		elif ! variants "$gcc" --show "$rank" >changed.c 2>log; then
			sed "s/'[^']*'/it/g; s/.*not written: //" log >>refused
			if [ "$kind" != sums ] && grep -q 'what was meant' log; then
				wrong=$((wrong + 1))
				sed "s/^/# seed $seed: /" log
			fi
		else
			made=$((made + 1))
			[ "$(grep -c 'double s' changed.c)" -gt \
				"$(grep -c 'do not overlap' changed.c)" ] ||
				replaced=$((replaced + 1))
			if ! compare "$gcc"; then
				echo "# seed $seed, variant $rank"
				sed 's/^/# /' changed.c
				wrong=$((wrong + 1))
			fi
		fi
	done
	[ "$wrong" -eq 0 ] && [ "$taken" -gt 0 ] && [ "$taken" -lt "$runs" ]
	ok $? "$gcc: both versions are right whether arrays overlap or not"
	echo "# $made nests made, $runs runs, $taken of the changed loops, $wrong wrong"
	[ "$kind" != sums ] || echo "# $replaced without the variable"
	echo "# of $illegal nests nothing is offered"
	sort refused | uniq -c | sed 's/^/# not written:/'
}
