# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune where much goes wrong, or is odd: programs, names, the store,
# full disks, Ctrl-C. It ends with one clear line, or does its work.

. "$(dirname "$0")/tap.sh"
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
	hold
	: >"$GO"
	wait $tuning
	status=$?
	cp ../started.err "$work/err"
	expect 1 "one that is held while it runs" -e 'another program holds it'
	let_go
	asked "loses the run in flight" "select count(*) from run" 1
	tune --run "./bin/app $mark"
	expect 0 "and goes on" -o '1 of them from earlier'

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
	expect 1 "a folder for a store" -e "cannot open 'bin': Is a directory"
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
finish
