# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium overhead against programs whose overheads are known by construction,
# see truth.c: each within 10 % of the truth or 3 standard errors of it. What
# others disturb is run again, and skipped if they go on. TRUTH_CASES names some
# of the cases, TRUTH_ROUNDS how many rounds.

. "$(dirname "$0")/tap.sh"
cd "$work" || exit 99
: "${JQ:=jq}" "${TRUTH_ROUNDS:=7}"

if ! command -v "$JQ" >/dev/null; then
	skip "known overheads" "no jq"
	finish
	exit 0
fi
if ! "$PODIUM" cflags --clock >flags 2>err ||
	! gcc -O2 -g -fopenmp $(cat flags) "$data/truth.c" -o truth 2>>err; then
	skip "known overheads" "no plugin for gcc"
	finish
	exit 0
fi

# Is what it says of a part near the truth? Nothing that has a truth may be
# said to be something else: 3 % of the time are left to that.
judge='
def mean: add / length;
def deviation: mean as $m | map((. - $m) * (. - $m)) | add /
	(if length > 1 then length - 1 else 1 end) | sqrt;
def error: deviation / (length | sqrt);
def far($truth; $least): (.value - $truth | fabs) >
	([.1 * $truth, 3 * (.rounds | error), $least] | max);
[.places[] | select(PLACE)][0] |
.time.value as $time | .parts | to_entries[] |
($wanted[.key] // 0) as $truth |
"\(.key): \(.value.value * 1e3) ms (\(.value.low * 1e3)..\(.value.high * 1e3))"
+ ", known \($truth * 1e3), " +
(if .value | far($truth; if $truth > 0 then 0 else .03 * $time end)
then "far" else "near" end)'

# Ticks of all processors that were used, that passed, and that we used.
ticks()
{
	awk '/^cpu / { print $2 + $3 + $4 + $7 + $8 + $9,
		$2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' /proc/stat
	awk '{ print $16 + $17 }' /proc/$$/stat
}

# alone COMMAND...: run it while others take at most 3 % of the machine; three
# times at most.
alone()
{
	for _ in 1 2 3; do
		set -- "$(ticks | tr '\n' ' ')" "$@"
		run "${@:2}"
		echo "$1 $(ticks | tr '\n' ' ')" | awk '{
			others = ($4 - $1 - ($6 - $3)) / ($5 - $2)
			printf "%.1f\n", 100 * others
			exit others > .03 }' >others && return
		shift
	done
	false
}

# Is this case among those asked for?
asked()
{
	[[ " ${TRUTH_CASES:-$1} " == *" $1 "* ]]
}

# truth CASE THREADS WANTED [PLACE]: what each of 8 times costs, in seconds, as
# JSON, and of which place.
truth()
{
	local place=${4:-'.kind == "program"'}

	asked "$1" || return
	if ! alone "$PODIUM" overhead --threads "$2" \
		--rounds "$TRUTH_ROUNDS" --json -- ./truth "$1" 8; then
		skip "$1" "others take $(cat others) % of the machine"
		return
	fi
	[ "$status" -eq 0 ] &&
		"$JQ" -r --argjson wanted "$3" '($wanted | map_values(8 * .))
			as $wanted | '"${judge/PLACE/$place}" \
			out >said && ! grep -q 'far$' said
	result=$?
	mv said out
	ok $result "$1"
	sed 's/^/# /' out
}

# Regions of 50 us: what looking costs.
cost()
{
	asked small || return
	if ! alone "$PODIUM" overhead --threads 2 --rounds "$TRUTH_ROUNDS" \
		--json -- ./truth small 20; then
		skip "small" "others take $(cat others) % of the machine"
		return
	fi
	"$JQ" -r '.cost |
		"# \(.value * 100) % (\(.low * 100)..\(.high * 100))"' out
	"$JQ" -e '.cost.value <= .03' out >said 2>err
	ok $? "looking costs at most 3 %"
}

# A million regions, each of which is nothing.
million()
{
	asked short || return
	run env OMP_WAIT_POLICY=passive "$PODIUM" overhead --threads 2 \
		--rounds 1 --json -- ./truth short 1000000
	"$JQ" -e '[.places[] | select(.kind == "region")][0].calls == 1000000' \
		out >said 2>err
	ok $? "a million regions"
}

truth ideal 2 '{}'
truth single 2 '{"load imbalance": 0.015}'
truth mirror 2 '{"load imbalance": 0.005}'
truth sections 3 '{"load imbalance": 0.005, "partially parallelised": 0.005}'
truth triangle 2 '{"load imbalance": 0.010}'
truth critical 2 '{"waiting for critical": 0.010}'
truth locks 2 '{"waiting for locks": 0.010}'
truth replicated 2 '{"replicated work": 0.005}'
truth chain 2 '{}'
truth nested 2 '{"load imbalance": 0.010}' '.kind == "region" and .nested'
truth serial 2 '{"unparallelised": 0.010}'

cost
million
finish
