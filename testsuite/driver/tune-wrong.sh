# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune where variants do wrong, and where the store or a signal ends it: each
# costs a variant and nothing else, what was measured is never lost.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# ---- what variants may do wrong ----

fault "a crash" "crashed: Aborted" FAULT=crash
fault "an exit status" "exit status 3" FAULT=status
fault "a hang" "time limit of %" FAULT=hang --limit 3
fault "wrong numbers" "wrong output: stdout, line 1 is %sum 336%, the baseline%s %sum 3328%" FAULT=wrong
asked_threads="select count(*) from run where step like 'world/threads%'"
fresh
tune ROUNDS=1 FAULT=rest
expect 0 "a number that is added up in another order"
asked "is no wrong output" "select count(*) from run where status != 'ok'" 0
asked "as the original with other threads says" "$asked_threads" 1
cd ..
fresh
tune ROUNDS=1 FAULT=rest SLOW=1
asked "whose time is no limit for others" "select count(*) from run
	where status != 'ok'" 0
cd ..
fresh
tune ROUNDS=1 FAULT=wrong
asked "which makes no other number right" "select count(*) > 0 from run
	where reason like 'wrong output%sum%; --tolerance,%--check%'" 1
cd ..
fresh
tune ROUNDS=1 FAULT=wrong --ignore '^sum'
asked "unless its line is not compared" \
	"select count(*) from run where status != 'ok'" 0
cd ..
fresh
tune --ignore .
expect 1 "an output of which nothing is compared" \
	-e 'nothing of the output is compared: .* give --check CMD or --compare'
tune --ignore '('
expect 2 "an expression that is none" \
	-e "--ignore '(' is not an extended regular expression: " \
	-e 'write \\ before a character that stands for itself'
cd ..
fault "a wrong file" "wrong output: sums, line 1 is %sum 2%" FAULT=file \
	WRITES=sums --compare sums
fault "a file that is not there" "%sums% is not written%" FAULT='no file' \
	WRITES=sums --compare sums
fresh
tune WRITES=sums --compare sums --compare other
expect 1 "a file that the original does not write" \
	-e "the original program fails: 'other' is not written"
cd ..
fresh
tune WRITES=sums --compare sums
expect 0 "a file that is compared"
! grep -q 'not compared' "$work/err"
ok $? "is not said to pass as it is"
asked "is kept" "select count(*) >= 3 from kept where name like 'file ''sums'' of %'" 1
cd ..
fresh
tune STATE=../state
expect 0 "what differs each time is told" \
	-o '^compared: 1 line of stdout; not compared: 1 field$' \
	-o 'line 2 .state [0-9]*.: [0-9]* differs between runs'
asked "and kept" "select content like '%\"line\": 2%' from kept
	where name like 'unjudged of %'" 1
tune STATE=../state --json
expect 0 "and in JSON" -o '"what": "[0-9]*"'
cd ..
fault "endless output" "output limit of 1 MiB" FAULT=output --output-limit 1
case $(ldd "$PODIUM") in
*libasan*) ;;
*) fault "too much memory" "% memory limit of 40 MiB" FAULT=memory SLOW=1 \
	--memory 40 ;;
esac
left=1 fault "a failed compile" "failed compile: error: #error broken" BREAKS=1
rm -f app/broken.h

fresh
tune FAULT=fork
expect 0 "a variant that forks"
pgrep -f "$TMPDIR/podium-" >/dev/null
ok $((1 - $?)) "leaves no process"
tune --check 'grep -q "sum 332833500"'
expect 0 "--check is asked"
tune --check 'echo no; false'
expect 1 "an original that fails its check" \
	-e 'the original program fails: check fails: exit status 1'
cd ..

# ---- the store ----

fresh
head -c 4096 /dev/urandom >podium.db
tune
expect 1 "a store that is none" -e "podium.db': it is no data base"
rm podium.db
tune
expect 0 "a store to be damaged"
size=$(stat -c %s podium.db)
dd if=/dev/urandom of=podium.db bs=1 seek=$((size / 2)) count=$((size / 2)) \
	conv=notrunc 2>/dev/null
tune
expect 1 "a damaged store" -e "podium.db'.* is damaged"
cd ..
fresh
(
	flock 9
	tune
	expect 1 "two tunings at once" -e 'another podium is tuning'
	echo "$number" >"$work/number"
) 9>podium.db-lock
number=$(cat "$work/number")
if [ -z "${lacking-}" ]; then
	tune
	sqlite3 podium.db 'pragma user_version = 99'
	tune
	expect 1 "a store of another format" -e 'was written by another podium'
	rm podium.db
	sqlite3 podium.db 'create table t(x)'
	tune
	expect 1 "a data base of another program" -e 'no store of podium'
fi
run env PODIUM="$PODIUM" bash -c 'ulimit -f 8; "$PODIUM" tune --build true \
	--run ./bin/app --store full.db'
expect 1 "no room for the store" -e 'is the disk full?'

cd ..

# ---- being stopped ----

# No program of a tuning runs, nor what keeps it.
none_left()
{
	! pgrep -f "^./bin/app $$" && ! pgrep -f "^$PODIUM tune .*app $$"
}

fresh
HANGS=1 "$PODIUM" tune --build make --run "./bin/app $$" >../out 2>../err &
tuning=$!
until_true pgrep -f "^./bin/app $$"
kill -TERM $tuning
wait $tuning
status=$?
expect 143 "a signal ends it" -e 'stopped; what was measured is kept'
until_true none_left
ok $? "and all that runs"
[ ! -e podium.tuned ] && [ -z "$(ls "$TMPDIR")" ]
ok $? "and leaves nothing"
cd ..
finish
