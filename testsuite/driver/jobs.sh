# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune --jobs: pairs of runs on several machines at a time, by launchers
# that wait, change the order, kill, lose and double what they are given.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# launcher NAME: a script of that name, from standard input. It knows "pair":
# is what it shall start more than one run?
launcher()
{
	cat >"$work/$1" <<-END
	#!/bin/bash
	pair()
	{
		[ "\$(tr '\\0' '\\n' <"\$errand" | grep -c '^run=')" -gt 1 ]
	}
	# wait_for COMMAND...: ten seconds at most
	wait_for()
	{
		for _ in \$(seq 100); do
			"\$@" && return 0
			sleep .1
		done
		return 1
	}
	errand=\$2
	$(cat)
	END
	chmod +x "$work/$1"
}

# Four variants, of which nothing is known before all are chosen.
four=(--runs 4 --confirm 0)

# tune_four LAUNCHER JOBS [VARIABLE]... [OPTION]...
tune_four()
{
	local launcher=$work/$1 jobs=$2 variables=()

	shift 2
	while [[ ${1-} == [A-Z]*=* ]]; do
		variables+=("$1")
		shift
	done
	fresh
	rm -rf "$work/runs" "$work/other" "$work/once" "$work/waits" && mkdir "$work/waits"
	run env RUNS="$work/runs" "${variables[@]}" "$PODIUM" tune --build make \
		--run ./bin/app "${four[@]}" --launcher "$launcher" --jobs "$jobs" "$@"
}

# steps: those of the search, in the order in which they were kept. Which
# variants these are is a matter of how noisy the loop is.
steps()
{
	ask "select substr(step, 1, instr(step, ' ')) from run where step like 'try/%' or step like 'loops/%'
		order by id"
}

clean()
{
	[ "$(find . "$TMPDIR" -name 'podium-run.*' | wc -l)" -eq 0 ]
	ok $? "$1"
}

# ---- usage ----

fresh
tune --jobs 2
expect 2 "several at a time on one machine" -O '' \
	-e 'two programs on one machine disturb each other; --launcher CMD'
[ ! -e main.o ]
ok $? "are refused before anything is built"
cd ..

# ---- machines ----

# Two, of which each has its lock, and is busy or free. The kernel says there
# who it is.
for node in a b; do
	mkdir -p "$work/$node/proc/sys/kernel"
	cp /proc/cpuinfo /proc/meminfo /proc/loadavg "$work/$node/proc"
	cp -r --parents /sys/devices/system/cpu/online \
		/sys/devices/system/cpu/cpu[0-9]*/topology "$work/$node"
	echo "$node" >"$work/$node/proc/sys/kernel/hostname"
done
launcher free <<END
exec 8>>'$work/a/lock' 9>>'$work/b/lock'
flock -n 8 && node=a || { flock 9 && node=b; }
! pair || echo "\$node \$(tr '\\0' '\\n' <"\$errand" | grep -c '^run=')" >>'$work/pairs'
PODIUM_SYSTEM_ROOT=$work/\$node exec "\$@"
END
: >"$work/pairs"
tune_four free 1
expect 0 "one pair after the other" -o '4 of [0-9]* combinations tried'
[ "$(cat "$work/pairs")" = "$(printf '%s\n' 'a 6' 'a 6')" ]
ok $? "two variants go with one run of the original, to one machine"
! grep -q 'several machines\|disturb each other' "$work/err"
ok $? "and nobody is warned"
cp "$work/runs" . && ran_once "each is run once"
cd ..

# Both must be under way before one of them may go on.
launcher both <<END
node=a
if pair; then
	mkdir '$work/once' 2>/dev/null || node=b
	touch "$work/waits/\$node"
	two() { [ -e '$work/waits/a' ] && [ -e '$work/waits/b' ]; }
	wait_for two || exit 9
fi
PODIUM_SYSTEM_ROOT=$work/\$node exec "\$@"
END
tune_four both 2
expect 0 "two pairs at a time" -o '4 of [0-9]* combinations tried'
asked "none is lost" "select count(*) from run where status != 'ok'" 0
asked "the store knows where each was" "select min(content) || max(content)
	from kept where name like 'host of %/%/%'" ab
steps >"$work/two"
cd ..

# The first one is ready when the second one is.
launcher late <<END
if pair && mkdir '$work/once' 2>/dev/null; then
	second() { [ -e '$work/waits/second' ]; }
	wait_for second || exit 9
elif pair; then
	'$work/free' "\$@"
	touch '$work/waits/second'
	exit
fi
exec '$work/free' "\$@"
END
tune_four late 2
expect 0 "the second is ready first"
steps >"$work/three"
[ -s "$work/two" ] && cmp -s "$work/two" "$work/three"
ok $? "the order of what is kept is the same"
asked "none is lost" "select count(*) from run where status != 'ok'" 0
run env "$PODIUM" tune --build make --run ./bin/app "${four[@]}" \
	--launcher "$work/late" --jobs 2
expect 0 "again, they are all there" -o 'of them from earlier'
[ "$(steps)" = "$(cat "$work/two")" ]
ok $? "and nothing is run again"
newest=$(ask "select max(id) from run")
ask "delete from run where step like '%/0/original %'" >/dev/null
run env "$PODIUM" tune --build make --run ./bin/app "${four[@]}" \
	--launcher "$work/late" --jobs 2
expect 0 "a pair of which a part is lacking"
asked "is made again as a whole" "select count(*) from run
	where id > ${newest:-0} and step like '%/0/%'" 3
run env "$PODIUM" tune --build make --run ./bin/app "${four[@]}" \
	--launcher "$work/late"
expect 0 "with one machine the campaign is the same"
asked "and goes on" "select count(*) from campaign" 1
cd ..

# ---- launchers that do harm ----

# harm NAME: a pair is lost, once.
harm()
{
	asked "$1: it is recorded" \
		"select count(*) >= 1 from run where status = 'lost'" 1
	asked "$1: and no fault" \
		"select count(*) from run where status = 'failed'" 0
	steps >"$work/steps"
	cmp -s "$work/two" "$work/steps"
	ok $? "$1: it is made again"
	clean "$1: nothing is left"
	cd ..
}

# once: it has not done so yet.
launcher kills <<END
if pair && mkdir '$work/once' 2>/dev/null; then
	export ACT=wait AT=2 RUNS=$work/other REACHED=$work/waits/it GO=$work/no
	"\$@" &
	second() { [ -e '$work/waits/it' ]; }
	wait_for second
	kill -9 \$!
	echo 'node failure'
	exit 1
fi
exec '$work/free' "\$@"
END
tune_four kills 2
expect 0 "killed between two runs of a pair" -e 'node failure; the run is made again'
harm "killed"

launcher says <<END
echo "ok"; echo "wall=0x0p+0" >&2
if pair && mkdir '$work/once' 2>/dev/null; then exit 0; fi
exec '$work/free' "\$@"
END
tune_four says 2
expect 0 "it prints, and runs nothing" -e 'exit status 0: ok wall=.*made again'
harm "silent"

launcher doubles <<END
"\$@" & "\$@"; wait
END
tune_four doubles 1
expect 0 "it runs everything twice"
cp "$work/runs" . && ran_once "which counts once"
cd ..

launcher full <<END
if pair && mkdir '$work/once' 2>/dev/null; then ulimit -f 0; fi
exec '$work/free' "\$@"
END
tune_four full 2
expect 0 "no room there for the report" -e 'made again'
harm "full"

# For one step the disk that both sides share has room for what is told of the
# runs, and not for all that they print; then it has.
launcher fills <<END
if pair && mkdir '$work/once' 2>/dev/null; then
	head -c 100m /dev/zero >filler 2>/dev/null
	truncate -s -128K filler
	'$work/free' "\$@"
	status=\$?
	rm filler
	exit \$status
fi
exec '$work/free' "\$@"
END
if unshare -rm true 2>/dev/null; then
	fresh
	rm -rf "$work/once"
	run env LINES_OUT=5000 unshare -rm bash -c 'mount -t tmpfs -o size=24m none . && cd "$PWD" &&
		cp -r ../app/. . && "$@"; status=$?; cp podium.db ..; exit $status' - \
		"$PODIUM" tune --build make --run ./bin/app "${four[@]}" \
		--launcher "$work/fills"
	expect 0 "a disk that is full for a while" -e 'the run is made again'
	mv ../podium.db .
	harm "no room"
else
	skip "a disk that is full for a while" "no mounts here"
fi

launcher stops <<END
! pair || exit 7
exec '$work/free' "\$@"
END
tune_four stops 2
expect 1 "no pair gets through" -e 'exit status 7; that happened 4 times in a row'
asked "what was measured is kept" \
	"select count(*) > 2 from run where status = 'ok'" 1
clean "nothing is left"
cd ..

# One machine that says it is two: each run disturbs the other.
launcher same <<END
if pair; then
	export ACT=wait AT=1 RUNS=$work/waits/runs.\$\$
	export REACHED=$work/waits/reached.\$\$ GO=$work/waits/go
	two() { [ \$(ls '$work/waits' | grep -c "\$1") -ge 2 ]; }
	touch $work/waits/begins.\$\$
	wait_for two begins || exit 9
	"\$@" &
	wait_for two reached || exit 9
	touch '$work/waits/go'
	wait
	exit
fi
exec "\$@"
END
tune_four same 2
expect 0 "two pairs on one machine" -e 'while another run is made there: they disturb each other'
cd ..

# ---- interrupted ----

gone()
{
	! pgrep -f "^./bin/app $work" >/dev/null
}

launcher hangs <<END
! pair || exec env HANGS=1 "\$@"
exec "\$@"
END
hung()
{
	[ "$(pgrep -c -f "^./bin/app $work")" -ge 2 ]
}
for signal in INT KILL; do
	fresh
	env --default-signal=INT "$PODIUM" tune --build make \
		--run "./bin/app $work" "${four[@]}" --launcher "$work/hangs" \
		--jobs 2 >"$work/out" 2>"$work/err" &
	podium=$!
	until_true hung
	ok $? "$signal: two programs run"
	kill -$signal $podium
	wait $podium 2>/dev/null
	until_true gone
	ok $? "and both end"
	run "$PODIUM" tune --build make --run "./bin/app $work" "${four[@]}" \
		--launcher "$work/free" --jobs 2
	expect 0 "it can be tuned" -o '4 of [0-9]* combinations tried'
	clean "and nothing is left"
	cd ..
done

# ---- programs that write where they stand ----

: >"$work/pairs"
tune_four free 2 WRITES=result
expect 0 "a program that writes into the folder" \
	-e "--jobs 2: the program writes into this folder, .*'result'"
cd ..

# judged NAME REASON [OPTION]...: what the original leaves behind the variant of
# a step does not hide what the variant has left.
judged()
{
	local name=$1 reason=$2

	shift 2
	fresh
	: >"$work/pairs"
	run env WRITES=result FAULT="${fault-file}" "$PODIUM" tune --build make \
		--run ./bin/app "${four[@]}" --launcher "$work/free" --jobs 2 "$@"
	expect 0 "$name" -e 'one after the other'
	[ "$(sort -u "$work/pairs")" = 'a 6' ]
	ok $? "$name: a variant and its original are one step"
	asked "$name: each variant is wrong" "select count(*) from run where
		variant != '' and step like 'try/%' and status != 'failed'" 0
	asked "$name: and recorded" "select count(*) >= 4 from run where
		reason like '$reason' and variant != ''" 1
	asked "$name: no original is" "select count(*) from run where
		variant = '' and step like 'try/%' and status != 'ok'" 0
	clean "$name: nothing is left"
	cd ..
}

judged "a file that is compared" "wrong output: result%" --compare result
fault="no file" judged "one that is not written" "''result'' is not written%" \
	--compare result
: >"$work/checks"
judged "a file that a check reads" 'check fails: exit status 1' \
	--check "echo \$PODIUM_SYSTEM_ROOT >>'$work/checks'; grep -q 'sum 1' result"
[ "$(sort -u "$work/checks")" = "$work/a" ]
ok $? "the check is made where the run was"

launcher keeps <<END
if pair && mkdir '$work/once' 2>/dev/null; then mkdir "\$errand.left-0-0"; fi
exec '$work/free' "\$@"
END
tune_four keeps 1 WRITES=result --compare result
expect 0 "a file cannot be kept" -e "cannot copy '.*result'.*made again"
harm "kept"

finish
