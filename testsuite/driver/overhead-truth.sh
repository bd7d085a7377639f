# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium overhead against programs whose overheads are known by construction,
# see truth.c: each within 10 % of the truth or 3 standard errors of it. Once
# with threads that sleep instead of working, which others hardly disturb and
# for which there may be more threads than cores, once with threads that work.
# What comes out far while others use the machine is run again, and skipped if
# they go on. TRUTH_CASES names some of the cases, TRUTH_HOWS one of asleep and
# working, TRUTH_ROUNDS how many rounds.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: "${JQ:=jq}" "${TRUTH_ROUNDS:=7}" "${TRUTH_HOWS:=asleep working}"

needs "known overheads" "$JQ"
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

# alone COMMAND...: run it; did others take at most 3 % of the machine?
alone()
{
	local before

	before=$(ticks | tr '\n' ' ')
	run "$@"
	echo "$before $(ticks | tr '\n' ' ')" | awk '{
		others = ($4 - $1 - ($6 - $3)) / ($5 - $2)
		printf "%.1f\n", 100 * others
		exit others > .03 }' >others
}

# settle NAME CLAIM COMMAND...: is what CLAIM says of the command's output true?
# If not, and others disturbed it, it is asked again.
settle()
{
	local name=$1 claim=$2 result quiet

	shift 2
	for _ in 1 2 3; do
		alone "$@"
		quiet=$?
		[ "$status" -eq 0 ] && "$claim" >said 2>>err
		result=$?
		[ $result -eq 0 ] || [ $quiet -eq 0 ] && break
	done
	mv said out
	if [ $result -ne 0 ] && [ $quiet -ne 0 ]; then
		skip "$name" "others take $(cat others) % of the machine"
	else
		ok $result "$name"
	fi
	sed 's/^/# /' out
}

# Is this case among those asked for?
asked()
{
	[[ " ${TRUTH_CASES:-$1} " == *" $1 "* ]]
}

is_near()
{
	"$JQ" -r --argjson wanted "$wanted" '($wanted | map_values(8 * .))
		as $wanted | '"${judge/PLACE/$place}" out |
		tee near && [ -s near ] && ! grep -q 'far$' near
}

# truth [-s] CASE THREADS WANTED [PLACE]: what each of 8 times costs, in
# seconds, as JSON, and of which place; -s: asleep only. Threads that wait by
# spinning would take the processor from those that work, or wake up.
truth()
{
	local hows=$TRUTH_HOWS how wanted place

	if [ "$1" = -s ]; then
		hows=${TRUTH_HOWS/working/}
		shift
	fi
	asked "$1" || return
	wanted=$3
	place=${4:-'.kind == "program"'}
	for how in $hows; do
		settle "$1, $2 threads, $how" is_near \
			env TRUTH_HOW=$how TRUTH_LONGER=4 \
			OMP_WAIT_POLICY=passive "$PODIUM" overhead \
			--threads "$2" --rounds "$TRUTH_ROUNDS" --json -- \
			./truth "$1" 2
	done
}

is_cheap()
{
	"$JQ" -r '.cost | "\(.value * 100) % (\(.low * 100)..\(.high * 100))"' \
		out
	"$JQ" -e '.cost.value <= .03' out >/dev/null
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
truth -s single 4 '{"load imbalance": 0.0275}'
truth mirror 2 '{"load imbalance": 0.005}'
truth -s mirror 4 '{"load imbalance": 0.0075}'
truth -s sections 3 '{"load imbalance": 0.005, "partially parallelised": 0.005}'
truth -s sections 4 \
	'{"load imbalance": 0.005, "partially parallelised": 0.0075}'
truth triangle 2 '{"load imbalance": 0.010}'
truth -s triangle 4 '{"load imbalance": 0.0075}'
truth critical 2 '{"waiting for critical": 0.010, "load imbalance": 0.002}'
truth locks 2 '{"waiting for locks": 0.010, "load imbalance": 0.002}'
truth mutexes 2 '{"waiting for locks": 0.010, "load imbalance": 0.002}'
truth condition 2 '{"waiting for conditions": 0.005, "load imbalance": 0.005}'
truth ordered 2 '{"waiting for ordered": 0.005, "load imbalance": 0.001}'
truth replicated 2 '{"replicated work": 0.005}'
truth -s replicated 4 '{"replicated work": 0.0075}'
truth chain 2 '{}'
truth -s chain 4 '{}'
truth nested 2 '{"load imbalance": 0.010}' '.kind == "region" and .nested'
truth serial 2 '{"unparallelised": 0.010}'
truth -s serial 4 '{"unparallelised": 0.015}'

! asked small || settle "looking at regions of 50 us costs at most 3 %" \
	is_cheap "$PODIUM" overhead --threads 2 --rounds "$TRUTH_ROUNDS" \
	--json -- ./truth small 20
million
finish
