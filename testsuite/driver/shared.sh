# SPDX-License-Identifier: GPL-3.0-or-later
#
# The store on a network file system, where SQLite's locks are not to be
# trusted: PODIUM_TEST_NETWORK says that all are such, and how long a writer may
# be silent.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"
export PODIUM_TEST_NETWORK=2

# waiting: a tuning whose program stops in its second run; its number is $first.
waiting()
{
	rm -f "$work/reached" "$work/go" "$work/runs"
	env ACT=wait AT=2 RUNS="$work/runs" REACHED="$work/reached" \
		GO="$work/go" "$PODIUM" tune --build make --run ./bin/app \
		"${few[@]}" >"$work/first.out" 2>"$work/first.err" &
	first=$!
	until_true test -e "$work/reached"
}

# whole NAME: the store is one file, and a good one.
whole()
{
	[ "$(find . -maxdepth 1 -name 'podium.db*' ! -name '*-build')" = ./podium.db ]
	ok $? "$1: it is one file"
	asked "$1: and whole" "pragma integrity_check" ok
}

fresh
tune
expect 0 "a tuning" -o 'work.c:7 work#1'
whole "a tuning"
asked "runs are in it" "select count(*) > 2 from run" 1
[ "$(find "$TMPDIR" -name 'podium-run.*' | wc -l)" -eq 0 ]
ok $? "nothing is left of the copy"
tune
expect 0 "a second one goes on from there" -o 'of them from earlier'
run "$PODIUM" runs
expect 0 "runs are listed" -o 'original'
ln -s "$PWD/podium.db" ../link.db
tune --store ../link.db
[ -L ../link.db ]
ok $? "a link stays one"
chmod a-w . && run "$PODIUM" runs
chmod u+w .
expect 0 "who may only read reads"
cd ..

# ---- two at once ----

fresh
waiting
tune
expect 1 "two writers at once" \
	-e "another podium is tuning with this store, process $first on '$(uname -n)', as '.*podium.db-writer' says"
run "$PODIUM" runs
expect 0 "who reads waits for none" -o 'original'
asked "and sees what was run" "select count(*) from run" 1
run "$PODIUM" report -o page
grep -q 'Under way' page/report.md
ok $? "and what is written is said to be under way"
kill -KILL $first
wait $first 2>/dev/null
run "$PODIUM" report -o page
grep -q 'No verdict' page/report.md && ! grep -q 'Under way' page/report.md
ok $? "a tuning that was killed is not"
touch "$work/go"
tune
expect 0 "a writer that was killed is gone" -o 'of them from earlier'
whole "after it"
cd ..

# One that was stopped for long comes back.
fresh
waiting
kill -STOP $first
tune
expect 0 "a writer that was silent for long" -o 'of them from earlier'
count=$(ask "select count(*) from run")
kill -CONT $first
touch "$work/go"
wait $first
[ $? -eq 1 ] && grep -q "another podium has taken '.*podium.db'" "$work/first.err"
ok $? "is told when it comes back"
asked "and changes nothing" "select count(*) from run" "$count"
whole "after that"
cd ..

# Two that see the same one fall silent: one of them follows.
fresh
waiting
kill -KILL $first
wait $first 2>/dev/null
touch "$work/go"
for i in 1 2; do
	"$PODIUM" tune --build make --run ./bin/app "${few[@]}" \
		>"$work/$i.out" 2>"$work/$i.err" &
	both[i]=$!
done
good=0
for i in 1 2; do
	if wait ${both[i]}; then
		good=$((good + 1))
	else
		grep -q "another podium \(is tuning\|has taken\)" "$work/$i.err" ||
			good=9
	fi
done
cat "$work/1.err" "$work/2.err" >"$work/err"
[ $good -ge 1 ] && [ $good -le 2 ]
ok $? "of two that follow one writes at a time"
whole "after both"
cd ..

# ---- a store that was on another file system ----

fresh
unset PODIUM_TEST_NETWORK
waiting
kill -KILL $first
wait $first 2>/dev/null
touch "$work/go"
[ -e podium.db-wal ]
ok $? "a log is left"
export PODIUM_TEST_NETWORK=2
tune
expect 0 "and nothing in it is lost" -o 'of them from earlier'
whole "the log was put in"
unset PODIUM_TEST_NETWORK
tune
expect 0 "back again" -o 'of them from earlier'
export PODIUM_TEST_NETWORK=2
cd ..

# ---- no room, no right ----

fresh
run env PODIUM="$PODIUM" bash -c 'ulimit -f 8; "$PODIUM" tune --build true \
	--run ./bin/app --store full.db'
expect 1 "no room" -e 'full\|cannot write\|room'
tune --store no/podium.db
expect 1 "no folder" -e "cannot write '.*no/podium.db-writer': No such file"
cd ..

finish
