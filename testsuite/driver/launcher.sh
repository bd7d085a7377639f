# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune --launcher: runs are made by a command that carries nothing over,
# starts late, prints, reads, fails at times, and dies.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# launcher NAME: a script of that name, from standard input.
launcher()
{
	printf '#!/bin/bash\n%s\n' "$(cat)" >"$work/$1" && chmod +x "$work/$1"
}

# Nothing of podium's is left, here or in the folder for temporary files: what
# runs elsewhere cleans up by itself.
clean()
{
	until_true tidy
	ok $? "$1"
}

tidy()
{
	[ "$(find . "$TMPDIR" -name 'podium-run.*' | wc -l)" -eq 0 ]
}

# ---- a launcher that carries nothing over ----

# What the program shall see stands in the file "seen by it".
launcher bare <<END
n=\$(cat '$work/count')
echo \$((n + 1)) >'$work/count'
echo "words of the launcher"
echo "and its errors" >&2
cat >/dev/null
[ ! -e '$work/fails' ] || [ \$((n % 3)) -ne 1 ] || exit 3
sleep "\$(cat '$work/late')"
cd / && exec env -i PATH="\$PATH" TMPDIR=/nowhere \$(cat '$work/env') "\$@"
END
forget()
{
	rm -f "$work/fails"
	: >"$work/env"
	echo 0 | tee "$work/count" >"$work/late"
}

forget
fresh
touch "$work/fails"
tune OMP_NUM_THREADS=2 OMP_SCHEDULE=dynamic --launcher "$work/bare" \
	--run "env >'$work/seen'; ./bin/app 'two words'"
expect 0 "every run goes through a launcher" -o 'work.c:7 work#1' \
	-e "^runs are made on '.*': [0-9]* of [0-9]* cores of " \
	-e 'exit status 3: words of the launcher and its errors; the run is made again'
asked "what the launcher loses is recorded" \
	"select count(*) > 0 from run where status = 'lost'
	and reason like '%exit status 3%' and step like 'lost/%'" 1
asked "and is nobody's fault" "select count(*) from run where status = 'failed'" 0
asked "the loops are clocked there" "select count(*) > 0 from run where
	status = 'ok' and loops like '%work#1%'" 1
run "$PODIUM" runs --failed
expect 0 "podium runs --failed shows it" -o 'lost/' -o 'the launcher ends'
clean "nothing is left"
[ "$(grep -c -x -e OMP_NUM_THREADS=2 -e OMP_SCHEDULE=dynamic \
	-e OMP_PROC_BIND=true -e OMP_PLACES=cores "$work/seen")" -eq 4 ]
ok $? "variables of OpenMP are carried over, threads are bound"
grep -q '^PWD=.*/try$' "$work/seen"
ok $? "the folder is that of the user"
forget
tune OMP_NUM_THREADS=2 OMP_SCHEDULE=dynamic --launcher "$work/bare" \
	--run "env >'$work/seen'; ./bin/app 'two words'"
expect 0 "a second tuning" -o 'of them from earlier'
[ "$(cat "$work/count")" -eq 1 ]
ok $? "asks the launcher what the machine is, and for no run"
cd ..

forget
fresh
echo "OMP_PROC_BIND=false OMP_NUM_THREADS=1" >"$work/env"
tune OMP_NUM_THREADS=2 --launcher "$work/bare" \
	--run "env >'$work/seen'; ./bin/app"
expect 0 "a launcher that sets variables"
grep -q -x OMP_PROC_BIND=false "$work/seen" &&
	grep -q -x OMP_NUM_THREADS=1 "$work/seen" &&
	! grep -q OMP_PLACES "$work/seen"
ok $? "has its way"
cd ..

forget
fresh
echo READS=1 >"$work/env"
echo "a line" >input
run "$PODIUM" tune --build make --run ./bin/app "${few[@]}" \
	--launcher "$work/bare" <input
expect 0 "what podium was given to read, runs read there"
asked "and none waits for it" "select count(*) from run where status != 'ok'" 0
[ "$(ask "select count(*) from kept where name like 'output%' and
	cast(content as text) like 'read a line%'")" -gt 0 ] ||
	[ -n "${lacking-}" ]
ok $? "each from its beginning"
cd ..

forget
fresh
echo 2 >"$work/late"
tune --launcher "$work/bare" --limit 1.9
expect 0 "time in a queue counts for no limit"
asked "and for no time" "select max(wall) < 1.9 and count(*) > 2 from run
	where status = 'ok'" 1
cd ..

forget
fresh
cat >cluster <<END
--launcher "$work/bare"
	--limit 9 --run './bin/app two\\ words'
END
run "$PODIUM" tune --build make @cluster "${few[@]}"
expect 0 "options in a file" -o 'work.c:7 work#1' -e "^runs are made on '.*'"
asked "are those of the campaign" "select count(*) > 0 from campaign where
	command like '%two% words%launcher%'" 1
run "$PODIUM" tune --build make @nowhere
expect 2 "a file that is not there" -e "'@nowhere' is no source"
run "$PODIUM" runs -- @cluster
expect 2 "behind -- words stay as they are" -e "unexpected '@cluster'"
cd ..

# ---- what goes wrong there ----

# remote_fault FAULT REASON [OPTION]...: it costs the variant, with this reason.
# The original takes its time, and so leaves variants the time for their fault.
remote_fault()
{
	local fault=$1 reason=$2

	shift 2
	forget
	echo "FAULT=$fault SLOW=1" >"$work/env"
	fresh
	tune --launcher "$work/bare" "$@"
	asked "$fault: the limit holds there" "select count(*) > 0 from run
		where status = 'failed' and reason like '$reason'" 1
	asked "$fault: nothing was lost" \
		"select count(*) from run where status = 'lost'" 0
	clean "$fault: nothing is left"
	cd ..
}

remote_fault hang 'time limit of%' --limit 3
remote_fault crash 'crashed: Aborted%'
remote_fault wrong 'wrong output%'
remote_fault memory '%limit of 300 MiB%' --memory 300
remote_fault output 'output limit of 1 MiB%' --output-limit 1

# ---- launchers that do not work ----

forget
fresh
tune --launcher "$work/nowhere/srun -n1"
expect 1 "no launcher" -O '' \
	-e "tune: --launcher '.*nowhere/srun -n1' does not work: .*exit status 127: .*not found"
tune --launcher "true"
expect 1 "one that runs nothing" -O '' -e 'before the run does, exit status 0;'
tune --launcher "echo"
expect 1 "one that only prints" -O '' -e 'exit status 0: .*podium-keeper'
tune --launcher "'"
expect 1 "one that is no command" -O '' -e 'does not work'
tune --launcher "exec 3>&1; kill -9 \$\$;"
expect 1 "one that is killed" -O '' -e 'does not work: .*killed'
# what runs on begins when the launcher has ended
launcher behind <<<'(while kill -0 $$; do sleep .1; done; exec setsid "$@") & exit 0'
tune --launcher "$work/behind"
expect 1 "one that does not wait" -O '' -e 'end when that does'
[ ! -e main.o ]
ok $? "is told before anything is built"
clean "nothing is left of any"
mkdir 'a b' && cp -r ./*.c Makefile 'a b' && cd 'a b' || exit 99
tune --launcher env
expect 1 "a folder that launchers take apart" -e "has blanks.*--store FILE"
cd ../..

forget
fresh
launcher twice <<<'"$@" & "$@"; wait'
tune RUNS="$work/try/runs" --launcher "$work/twice"
expect 0 "one that starts it twice"
ran_once "runs it once"
cd ..

# One that works once, and then no more.
forget
fresh
launcher dies <<END
n=\$(cat '$work/count')
echo \$((n + 1)) >'$work/count'
[ -e '$work/mended' ] || [ \$n -lt 2 ] || exit 9
exec "\$@"
END
tune --launcher "$work/dies"
expect 1 "one that fails again and again" \
	-e "exit status 9; that happened 4 times in a row" -e "goes on from there"
asked "is recorded each time" \
	"select count(*) from run where status = 'lost'" 4
asked "and is nobody's fault" \
	"select count(*) from run where status = 'failed'" 0
touch "$work/mended"
tune --launcher "$work/dies"
expect 0 "mended, it goes on from there" -o 'of them from earlier'
cd ..

# ---- another machine ----

# It takes its commands from a pipe, and nobody who waits is its parent.
mkfifo node
(
	cd / && exec env -i PATH="$PATH" bash -c '
		while read -r keeper errand; do
			env $(cat "$1/env") "$keeper" "$errand" </dev/null
		done <>"$1/node"' node "$work"
) >/dev/null 2>&1 &
node=$!
trap 'kill $node 2>/dev/null; rm -rf "$work"' EXIT
launcher remote <<END
echo "\$@" >'$work/node'
while [ -e "\$2" ] && [ ! -e "\$2.report" ]; do
	[ ! -e '$work/reached' ] || ! rm '$work/cut' 2>/dev/null || exit 7
	sleep .02
done
END

# reset: the program stops in its second run until it may go on.
reset()
{
	forget
	fresh
	rm -f "$work/cut" "$work/reached" "$work/go" "$work/runs"
	echo "ACT=wait AT=2 RUNS=$work/runs REACHED=$work/reached GO=$work/go" \
		>"$work/env"
}

# Does the program run no more?
gone()
{
	! pgrep -f "^./bin/app $work" >/dev/null
}

# Nor what has started it?
idle()
{
	gone && ! pgrep -f "podium-keeper $TMPDIR/" >/dev/null
}

reset
touch "$work/cut"
tune --launcher "$work/remote" --run "./bin/app $work"
expect 0 "a launcher that dies while the program runs" \
	-e 'exit status 7; the run is made again'
asked "costs that run, which is made again" \
	"select sum(status = 'lost') = 1 and sum(status = 'failed') = 0 and
	sum(status = 'ok') >= 3 from run" 1
until_true gone
ok $? "and the program does not run on"
cd ..

reset
env --default-signal=INT "$PODIUM" tune --build make \
	--run "./bin/app $work" "${few[@]}" \
	--launcher "$work/remote" >"$work/out" 2>"$work/err" &
podium=$!
until_true test -e "$work/reached"
kill -INT $podium
wait $podium
status=$?
expect 130 "an interruption" -e 'the same command goes on from there'
until_true gone
ok $? "ends what runs there"
clean "nothing is left of it"
asked "what was run is kept" "select count(*) from run" 1
rm "$work/reached"
echo 1 >"$work/runs"
"$PODIUM" tune --build make --run "./bin/app $work" "${few[@]}" \
	--launcher "$work/remote" >"$work/out" 2>"$work/err" &
podium=$!
until_true test -e "$work/reached"
kill -KILL $podium
wait $podium 2>/dev/null
touch "$work/go"
until_true idle # the next one clears up behind what runs no more
tune --launcher "$work/remote" --run "./bin/app $work"
expect 0 "a podium that was killed goes on" -o 'of them from earlier'
until_true gone
ok $? "nothing runs on there"
clean "and nothing is left of either"
cd ..

# ---- several machines ----

# What the kernel says is another processor there.
if grep -q '^model name' /proc/cpuinfo; then
	forget
	fresh
	mkdir -p "$work/root/proc"
	sed 's/^\(model name.*: \).*/\1Another One/
		s/^flags.*/flags : lm fxsr sse2 cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3/' \
		/proc/cpuinfo >"$work/root/proc/cpuinfo"
	cp /proc/meminfo /proc/loadavg "$work/root/proc"
	echo "PODIUM_SYSTEM_ROOT=$work/root" >"$work/env"
	tune --launcher "$work/bare" \
		--build 'make CFLAGS="-O2 -fopenmp -march=native"'
	expect 0 "a machine of another kind" -e 'cores of Another One' \
		-e 'uses -march=native, which means .*runs are made on Another One .*: write -march=x86-64-v2 instead' \
		-e "never measured, .* run podium calibrate --launcher '$work/bare'$"
	asked "is what the runs are kept under" "select count(*) from campaign
		where machine like 'Another One%'" 1
	run "$PODIUM" calibrate --from "$data/sample.profile"
	tune --launcher "$work/bare"
	expect 0 "what was selected for this machine" -e 'never measured, a generic'
	mkdir programs
	for name in operations memory threads patterns; do
		printf '#include <stdio.h>\nint main(void) { puts("%s"); }\n' \
			'clock .25 0\ncheck.a 1 0\ncheck.b 1 0\ncheck.load 1 0\nload 1 0' \
			>programs/$name.c
	done
	touch programs/probe.c programs/probe.h
	run env PODIUM_CALIBRATION_DIR=programs "$PODIUM" calibrate --quick \
		--launcher "$work/bare"
	expect 0 "that machine is measured" -o '^another-one-'
	tune --launcher "$work/bare"
	expect 0 "and tunings there" -e 'of Another One'
	! grep -q 'never measured' "$work/err"
	ok $? "take its profile"
	launcher wandering <<-END
	n=\$(cat '$work/count')
	echo \$((n + 1)) >'$work/count'
	[ \$n -ne 2 ] || export PODIUM_SYSTEM_ROOT='$work/root'
	exec "\$@"
	END
	forget
	tune --launcher "$work/wandering"
	expect 0 "one that leads elsewhere at times" \
		-e "a machine of another kind: .*Another One.*made again"
	cd ..
else
	skip "a machine of another kind" "/proc/cpuinfo names no model"
fi

finish
