# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random nests of which iterations go abreast: they leave the same bits.

. "$(dirname "${BASH_SOURCE[0]}")/../tap.sh"
cd "$work" || exit 99
offered=0 made=0 wrong=0
flags=(-O2 -ffp-contract=off)

# offers GCC [OPTION...]: of the nest
offers()
{
	local gcc=$1

	shift
	"$PODIUM" variants --gcc "$gcc" --profile "$data/sample.profile" \
		--set n=100 --set m=100 "$@" nest.c -- "${flags[@]}" 2>log
}

# compare GCC THREADS: what the changed nest prints, in short tiles
compare()
{
	sed -i '/^#define PODIUM_TILE/s/[0-9]*$/4/' changed.c
	"$1" "${flags[@]}" -fopenmp changed.c -o changed &&
		OMP_NUM_THREADS=$2 ./changed | cmp -s - wanted
}

# try GCC SEED RANK
try()
{
	local threads=1

	offered=$((offered + 1))
	offers "$1" --show "$3" >changed.c || return 0
	made=$((made + 1))
	grep -q 'o = 0\|j = j_tile' changed.c && ! grep -q 'o = 0' changed.c &&
		threads=3
	compare "$1" $threads && return
	echo "# seed $2, variant $3"
	sed 's/^/# /' changed.c
	wrong=$((wrong + 1))
}

# siblings GCC SEED COUNT: one variant of each loop and height
siblings()
{
	local gcc=$1 seed rank

	for ((seed = $2; seed < $2 + $3; seed++)); do
		"$builddir/testsuite/transform/siblings" "$seed" >nest.c
		"$gcc" -O1 -ffp-contract=off -fopenmp nest.c -o nest || exit 99
		OMP_NUM_THREADS=1 ./nest >wanted
		for rank in $(offers "$gcc" --json --top 100000 |
			jq '.[0].variants | map(select(.variant |
				test("jam"))) | group_by(.variant |
				sub(":[0-9]*"; "")) | .[][0].rank'); do
			try "$gcc" "$seed" "$rank"
		done
	done
	echo "# $offered offered, $made made, $wrong wrong"
	[ "$wrong" -eq 0 ] && [ "$made" -gt $((offered / 3)) ]
	ok $? "$gcc: iterations that go abreast leave the same bits"
}
