# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune where much goes wrong, or is odd: programs, names, the store,
# full disks, Ctrl-C. It ends with one clear line, or does its work.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"
mark=mark-$$ # among the arguments of our programs, and of no other
export RUNS=$work/runs NOTES=$work/notes STOP=$work/pid
export REACHED=$work/reached GO=$work/go

# begin: a fresh tree, and nothing that was counted.
begin()
{
	fresh
	rm -f "$RUNS" "$NOTES" "$REACHED" "$GO"
}

# start [NAME=VALUE]...: a tuning in the background, $tuning.
start()
{
	env "$@" "$PODIUM" tune --build make --run "./bin/app $mark" \
		"${few[@]}" >../started.out 2>../started.err &
	tuning=$!
}

none_left()
{
	! pgrep -f "$mark"
}

digests()
{
	find . -type f ! -name 'podium.*' ! -name inode | sort | xargs -d '\n' cksum
}

# ---- programs ----

fault "a gigabyte printed by who ignores the limit" "wrong output%" \
	FAULT=gigabyte --output-limit 1
[ -s "$NOTES" ] && sort -n "$NOTES" | tail -n 1 | grep -qx 1048576
ok $? "takes no more room than the limit"

begin
tune FAULT=daemon --run "./bin/app $mark"
expect 0 "a variant that leaves a daemon"
none_left
ok $? "is rid of it"
cd ..

begin
start DAEMON=1 HANGS=1
until_true pgrep -f "^./bin/app $mark"
kill -KILL $tuning
wait $tuning 2>/dev/null
until_true none_left
ok $? "a daemon ends when podium is killed"
cd ..

begin
tune ENDS=4
expect 0 "a program that always ends with status 4" \
	-e 'the original ends with exit status 4; variants'
asked "is right" "select count(*) from run where status != 'ok'" 0
made=$(cat "$RUNS")
tune ENDS=4
expect 0 "it is tuned again" -o 'of them from earlier'
tune ENDS=4 HANGS=1 --limit .3
expect 1 "and fails then" -e 'the original program fails: time limit of 0.3 s'
tune ENDS=4
expect 0 "which costs nothing that was measured" -o 'of them from earlier'
# twice where it fails, if it comes to counting within the limit
runs=$(cat "$RUNS")
[ "$runs" -ge $((made + 2)) ] && [ "$runs" -le $((made + 4)) ]
ok $? "the original alone is asked again"
cd ..

begin
tune ACT=end AT=1
expect 0 "a program of which the first run alone fails" \
	-e 'the original ends with exit status 5; it is run again'
asked "is known to fail at times" "select count(*) from run where
	step glob 'original/stumbled *' and status = 'failed'" 1
asked "its variants are held to exit status 0" \
	"select count(*) from run where status = 'ok' and reason != ''" 0
cd ..

# ---- what was put right ----

# amiss: how many runs are kept that did not end with status 0.
amiss="select count(*) from run where status != 'ok' or reason != ''"

begin
tune HANGS=1 --limit .3
expect 1 "a limit that is too small for the original" \
	-e 'the original program fails: time limit of 0.3 s'
tune --limit 60
expect 0 "and then is not" -o 'runs of the program'
echo 'exit 1' >verify
tune --check '. ./verify'
expect 1 "a check that is wrong" -e 'check fails: exit status 1'
echo 'exit 0' >verify
tune --check '. ./verify'
expect 0 "and then is right" -o 'runs of the program'
asked "what failed is forgotten" "$amiss" 0
tune HANGS=1 --limit .3 --runs 2
expect 0 "an original that fails in the middle"
asked "is kept with its variant for people to read" \
	"select count(*) > 1 from run where status != 'ok'" 1
tune --runs 2
expect 0 "it works again" -o 'of them from earlier'
asked "and so does what was run beside it" "$amiss" 0
cd ..

begin
tune ENDS=1
expect 0 "an original that lacks a file" -e 'ends with exit status 1; variants'
tune
expect 0 "and then has it" -e 'the original used to end otherwise: all'
grep -q 'from earlier' "$work/out"
ok $((1 - $?)) "is measured anew"
asked "and so are all of its variants" "$amiss" 0
cd ..

begin
tune FAULT=output --output-limit 1
asked "variants that print more than they may" \
	"select count(*) > 0 from run where reason = 'output limit of 1 MiB'" 1
tune --output-limit 2
expect 0 "and then may" -o 'of them from earlier'
asked "are tried again" "$amiss" 0
cd ..
fault "another exit status than the original's" "exit status 3" \
	ENDS=4 FAULT=status
fault "no exit status where the original has one" "exit status 0" \
	ENDS=4 FAULT=good
fresh
tune --run './bin/app; no-such-program'
expect 1 "a command that the shell does not find" -e 'no-such-program: not' \
	-e 'the original program fails: exit status 127'
cd ..

# Outputs are compared as they are read, and what is kept of them is on the
# disk: with little memory. A sanitizer wants more for itself.
ldd "$PODIUM" | grep -q libasan || ulimit -S -d 30000
export OMP_NUM_THREADS=2
fault "a wrong number behind a NUL and much else" \
	"wrong output: stdout, bytes differ%" LINES_OUT=15000 NUL=1 FAULT=wrong
cd try || exit 99
tune LINES_OUT=15000 NUL=1 FAULT=wrong
expect 0 "much that is printed, in a second tuning" -o 'of them from earlier'
asked "is kept as it was" "select max(length(content)) > 820000 from kept" 1
cd ..
ulimit -S -d hard
unset OMP_NUM_THREADS

if unshare -m true 2>/dev/null || unshare -rm true 2>/dev/null; then
	begin
	mkdir bin && echo here >bin/word
	tune LOOKS=1
	expect 0 "a program that looks beside itself and tells its name"
	asked "is right in the place of the original" "select count(*) > 3 and
		sum(status != 'ok') = 0 from run where step not like 'clocks %'" 1
	grep -q 'could not be clocked' "$work/err"
	ok $((1 - $?)) "clocks too"
	cd ..
else
	skip "a program that looks beside itself" "no mounts here"
fi

# A library that nothing links.
fresh
cat >Makefile <<'END'
bin/app: main.c work.c
	mkdir -p bin
	gcc -O2 -fopenmp -shared -fPIC work.c -o libwork.so
	printf 'double work(const double *x, int n) { return n + *x; }' >other.c
	gcc -O2 main.c other.c -o bin/app
END
tune
expect 1 "OpenMP in what is not linked" -e 'not linked into it, as for dlopen'
cd ..

# ---- names ----

# A folder, a temporary folder, sources and a program that need care.
odd=$'o dd "q\' $x;\n\xc3\xa9%p'
fresh
mkdir "$odd" "../$odd"
mv work.c "$odd/-work one.c"
mv main.c "$odd/-main \$'two\".c"
cd "$odd" || exit 99
cat >Makefile <<'END'
bin/-app\ one: ./-work\ one.c
	mkdir -p bin
	gcc -O2 -fopenmp -c './-work one.c'
	gcc -O2 -fopenmp './-main $$'"'"'two".c' './-work one.o' -o 'bin/-app one'
END
run env TMPDIR="$work/$odd" "$PODIUM" tune --build make "${few[@]}" \
	--run "'bin/-app one' \"an argument\" '\$\"'"
expect 0 "odd names" -o 'work one.c:7 work#1' -o 'The program\|The original'
grep -q 'podium-run' "$work/err"
ok $((1 - $?)) "a folder for scratch in the tree is podium's own"
asked "do no harm" "select count(*) from run where status != 'ok'" 0
{
	echo 'podium.tuned 2'
	ask "select variant from run where variant != '' limit 1"
} >podium.tuned
gcc -fopenmp $("$PODIUM" cflags) -fplugin-arg-podium-use=podium.tuned \
	-c './-work one.c' -o tuned.o 2>"$work/err" && [ ! -s "$work/err" ]
ok $? "nor in the tuned file"
rm podium.db
run env TMPDIR="$work/$odd" "$PODIUM" tune "${few[@]}" './-work one.c' \
	"./-main \$'two\".c"
expect 0 "sources with such names" -o 'work one.c:7 work#1'
asked "neither" "select count(*) from run where status != 'ok'" 0
mv './-work one.c' $'./a\nb.c'
run "$PODIUM" tune "${few[@]}" $'./a\nb.c' "./-main \$'two\".c"
expect 1 "a name with a line break" -e 'rename it to tune its loops'
cd ../..

# Names in another encoding: o with two dots in Latin 1, U+EFF6 in JSON.
fresh
mv work.c $'w\xf6rk.c'
LC_ALL=C sed -i 's/work\.o/w\xf6rk.o/g' Makefile
tune --json
expect 0 "a name that is no UTF-8" -o $'"file": "w\xee\xbf\xb6rk.c"'
asked "is known to the clocks" \
	"select count(*) > 0 from run where loops like '%work#1%'" 1
asked "and to the tuned file" "select count(*) > 0 from run
	where variant like cast(x'77f6726b2e63' as text) || ':work#1 %' and
	status = 'ok' and program not in (select program from run
		where variant = '')" 1
run "$PODIUM" runs --json
expect 0 "its runs" -o $'"w\xee\xbf\xb6rk.c:work#1 schedule'
run "$PODIUM" features --loop $'w\xf6rk.c:7' $'w\xf6rk.c'
expect 0 "and it is found by that name" -o 'work#1'
cd ..

# ---- room ----

if unshare -m true 2>/dev/null; then
	begin
	mkdir ../small
	run unshare -m bash -c 'mount -t tmpfs -o size=32k,nr_inodes=3 none ../small
		TMPDIR=../small exec "$@"' - \
		"$PODIUM" tune "${few[@]}" work.c main.c
	expect 1 "no room in TMPDIR" -e 'no room is left in' -e 'set TMPDIR'
	for command in "features work.c" "calibrate --quick"; do
		run unshare -m bash -c 'mount -t tmpfs -o size=4k none \
			../small; TMPDIR=../small exec "$@"' - "$PODIUM" $command
		expect 1 "nor for podium $command" \
			-e "^podium ${command%% *}: no room is left in" -O ""
	done
	run unshare -m bash -c 'mount -t tmpfs -o size=16m none ../small
		TMPDIR=$PWD/../small exec "$@"' - env ACT=fill AT=5 \
		"$PODIUM" tune --build make --run ./bin/app "${few[@]}"
	expect 1 "none any more in the middle" -e 'no room is left in' \
		-e 'what was measured is kept'
	asked "blames no variant" \
		"select count(*) = 4 and sum(status != 'ok') = 0 from run" 1
	tune
	expect 0 "with room it goes on" -o '4 of them from earlier'
	cd ..
else
	skip "no room in TMPDIR" "a file system cannot be mounted here"
fi

# ---- the store ----

if [ -z "${lacking-}" ]; then
	# hold: another program has the store for itself until let_go.
	hold()
	{
		mkfifo ../commands
		sqlite3 podium.db <../commands >../held 2>&1 &
		holder=$!
		exec 8>../commands
		echo 'begin exclusive; select 1;' >&8
		until_true grep -q 1 ../held
	}
	let_go()
	{
		exec 8>&-
		wait $holder
		rm -f ../commands ../held
	}

	begin
	hold
	tune
	expect 1 "a new store that another program holds" \
		-e "podium.db': another program holds it; end that one"
	let_go
	[ ! -e bin/app ]
	ok $? "nothing was built for it"
	tune
	expect 0 "it is let go"
	hold
	tune
	expect 1 "a store that another program holds" -e 'another program holds it'
	let_go
	cd ..
	begin
	start ACT=wait AT=2
	until_true test -e "$REACHED"
	run "$PODIUM" tune --build make --run ./bin/app "${few[@]}"
	expect 1 "a second tuning beside the first" -e 'another podium is tuning'
	run "$PODIUM" runs
	expect 0 "its runs can be listed" -o '^1 runs\.$'
	! sqlite3 podium.db 'delete from run' 2>../held && grep -q locked ../held
	ok $? "another program cannot write"
	: >"$GO"
	wait $tuning
	ok $? "and the tuning comes to its end"

	cp podium.db whole.db
	truncate -s 5000 podium.db
	tune
	expect 1 "a store that is cut off" -e 'damaged'
	cp whole.db podium.db
	sqlite3 podium.db 'drop table kept; drop table run'
	tune
	expect 1 "a store without its tables" -e 'no such table' -e '--store'
	sqlite3 foreign.db 'create table t(x)'
	cksum foreign.db >before
	tune --store foreign.db
	expect 1 "a data base of another program" -e 'no store of podium'
	cksum foreign.db | cmp -s - before
	ok $? "is left as it is"
	tune --store bin
	expect 1 "a folder for a store" -e "store 'bin': it cannot be opened"
	cd ..
fi

fresh
"$PODIUM" tune --build make --run ./bin/app "${few[@]}" >&- 2>"$work/err"
status=$?
expect 1 "closed output" -e 'cannot write the result'
asked "does not harm the store" "pragma integrity_check" ok
"$PODIUM" tune --build make --run ./bin/app "${few[@]}" 0<&- 2>&- >"$work/out"
status=$?
expect 0 "closed input and errors" -o 'of them from earlier'
cd ..

fresh
run timeout 300 env --ignore-signal=CHLD "$PODIUM" tune --build make \
	--run ./bin/app "${few[@]}"
expect 0 "a caller that ignores the ends of children" -o 'runs of the program'
cd ..

# ---- a source that is edited ----

begin
tune ACT=edit AT=2
expect 1 "a source that is edited meanwhile" \
	-e "'work.c' was edited while it was tuned; start again"
tune
expect 0 "the edited one is tuned"
grep -q 'from earlier' "$work/out"
ok $((1 - $?)) "from the beginning"
cd ..

# ---- Ctrl-C ----

# interrupted AT: a tuning that Ctrl-C ends in run number AT.
interrupted()
{
	run env --default-signal=INT ACT=stop AT="$1" bash -c \
		'echo $$ >"$STOP"; exec "$@"' - "$PODIUM" tune --build make \
		--run ./bin/app "${few[@]}"
	expect 130 "Ctrl-C in run $1" \
		-e 'stopped; what was measured is kept in .podium.db., and the same'
}

begin
make -s && digests >../built
rm -r bin ./*.o
for at in 2 4 5; do
	interrupted $at
	asked "costs that run" "select count(*) from run" $((at - 1))
	digests | cmp -s - ../built && [ -z "$(ls "$TMPDIR")" ] &&
		[ ! -e podium.tuned ]
	ok $? "and leaves the tree as it is"
	echo $((at - 1)) >"$RUNS"
done
tune
expect 0 "the same command comes to its end" -o '4 of them from earlier'
sed -i 's/^all:.*/&\n\tkill -INT $$(cat "$$STOP"); sleep 60/' Makefile
run env --default-signal=INT bash -c 'echo $$ >"$STOP"; exec "$@"' - \
	"$PODIUM" tune --build make --run ./bin/app
expect 130 "Ctrl-C in the build" -e 'stopped; what was measured is kept'
cat >build <<'END'
trap 'sleep 0.5; rm half; exit 1' TERM
: >half
(sleep 1000 &)
kill -INT $(cat "$STOP")
while :; do
	sleep 0.1
done
END
run env --default-signal=INT bash -c 'echo $$ >"$STOP"; exec "$@"' - \
	"$PODIUM" tune --build 'sh build' --run ./bin/app
[ $status -eq 130 ] && [ ! -e half ]
ok $? "a build takes away what it has half made, whoever ends before it"
cd ..
finish
