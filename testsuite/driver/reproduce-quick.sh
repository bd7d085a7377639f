# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium reproduce --quick on two tiny loops: what it measures, that it goes on
# where it was killed, and its limits. Nothing depends on how long anything
# takes.

. "$(dirname "$0")/../tap.sh"
export PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"
export PODIUM_CALIBRATION_DIR=$srcdir/calibration
export PODIUM_LOOPS_DIR=$work/loops
export PODIUM_CAMPAIGN="--others 100 --spread 0" OMP_WAIT_POLICY=passive
cd "$work" || exit 99

needs "measured loops" gcc-12 gcc-12/plugin jq flock timeout

mkdir loops
cp "$srcdir"/nas-loops/*.[ch] "$srcdir"/nas-loops/{campaign,loops.bash} loops
# What is measured here need not be true.
sed -i 's/-O3 /-O0 /' loops/campaign
sed -i 's/^#define \(PAUSE\|TIMING\) .*/#define \1 0/' loops/measure.c
[ "$(grep -c -x '#define [A-Z]* 0' loops/measure.c)" -eq 2 ]
ok $? "no pauses"
printf '%s\n' 'mg_3 60 120' 'cg_f2p_6_2d 12 24' >loops/sizes
place=data/podium/reproduce/gcc-12-1,2
quick() # [OPTION...]
{
	run "$PODIUM" reproduce power --quick --gcc gcc-12 --threads 1,2 \
		--oversubscribe "$@"
}

run "$PODIUM" reproduce power --quick --gcc gcc-12 --threads 1,100000
expect 1 "more threads than cores" -O "" -e '100000 threads on [0-9]* cores'
run "$PODIUM" reproduce power --quick --threads 1,x
expect 2 "no number of threads" -e "takes numbers, not '1,x'"
run "$PODIUM" reproduce power --threads 1
expect 2 "threads of what was measured" -e "need '--quick' or '--full'"
run "$PODIUM" reproduce power --quick --tables .
expect 2 "tables that are measured already" -e "leave out '--quick'"

# What a full disk cut off is no campaign of another compiler.
if unshare -m true 2>/dev/null; then
	run unshare -m bash -c 'mkdir -p data &&
		mount -t tmpfs -o size=32k,nr_inodes=20 none data &&
		head -c 32k /dev/zero >data/filler; "$@"; status=$?
		rm data/filler; find data -name flags -size 0; exit $status' - \
		"$PODIUM" reproduce power --quick --gcc gcc-12 --threads 1,2 \
		--oversubscribe
	expect 1 "a full disk" -e 'cannot write .*/flags.: make room if' -O ""
else
	skip "a full disk" "a file system cannot be mounted here"
fi

# No time at all: nothing is measured, and all of it is left to do.
PODIUM_CAMPAIGN="$PODIUM_CAMPAIGN --minutes 0" quick
expect 1 "no time" -e 'mg_3_S is left out: no time for screen' \
	-e 'no recorded tables there'

# Killed again and again, each time when there is a little more; what is left
# of its campaign ends by itself, or is waited for.
for lines in 20 200 1000; do
	"$PODIUM" reproduce power --quick --gcc gcc-12 --threads 1,2 \
		--oversubscribe >out 2>err &
	victim=$!
	while kill -0 $victim 2>/dev/null &&
		[ "$(cat $place/samples/*.samples 2>/dev/null | wc -l)" -lt $lines ]; do
		sleep .02
	done
	kill -9 $victim 2>/dev/null
	wait $victim 2>/dev/null
done
quick --json
expect 0 "after three kills"
[ "$(jq -c 'map(.table) | sort' out)" = '["cg_f2p_6_2d_S","mg_3_S"]' ]
ok $? "both loops are judged"
for name in mg_3_S cg_f2p_6_2d_S; do
	[ "$(sed -n 's/^end,//p' $place/samples/$name.samples | sort -n |
		tr '\n' ' ')" = "0 1 2 3 4 5 6 7 8 " ]
	ok $? "no pass of $name was measured twice"
done
! awk -F , 'NR > 1 && ($2 > 2)' $place/tables/mg_3_S.csv | grep -q .
ok $? "with the threads that were asked for"

cat $place/samples/*.samples >before
quick
expect 0 "once more" -o '^Table 4' -o "^2 recorded tables, "
cat $place/samples/*.samples | cmp -s - before
ok $? "measures nothing anew"

# A libgomp whose versions are others stands for that of another major.
mkdir later
newest=$(cat $place/samples/libgomp)
sed "s/${newest//./\\.}/GOMP_7${newest#GOMP_?}/g" \
	"$(gcc-12 -print-file-name=libgomp.so.1)" >later/libgomp.so.1
LD_LIBRARY_PATH=$work/later quick
expect 1 "another libgomp" -e "was measured with libgomp $newest, programs load GOMP_7"

# --full goes on from there with the large sizes.
run "$PODIUM" reproduce power --full --gcc gcc-12 --threads 1,2 --oversubscribe \
	--json
expect 0 "--full"
[ "$(jq -c 'map(.table) | sort' out)" = '["cg_f2p_6_2d_L","cg_f2p_6_2d_S",'\
'"mg_3_L","mg_3_S"]' ]
ok $? "has both sizes"
cat $place/samples/*_S.samples | cmp -s - before
ok $? "and keeps the small one"
run env PODIUM_CAMPAIGN="$PODIUM_CAMPAIGN --type float" "$PODIUM" reproduce \
	power --quick --gcc gcc-12 --threads 1,2 --oversubscribe
expect 1 "samples of something else" -e 'move it away to begin anew'
finish
