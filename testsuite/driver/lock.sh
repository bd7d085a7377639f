# SPDX-License-Identifier: GPL-3.0-or-later
#
# The lock of a store: one podium writes at a time, here and on other machines,
# and readers wait for none.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

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

# single NAME: the store is one file.
single()
{
	[ "$(find . -maxdepth 1 -name 'podium.db*' ! -name '*-build')" = ./podium.db ]
	ok $? "$1: it is one file"
}

# ---- two at once ----

fresh
waiting
tune
expect 1 "two writers at once" \
	-e "process $first on '$(uname -n)', as '.*podium.db-lock' says; wait for it, or name another one with --store\$"
ln -s "$PWD/podium.db" ../link.db
tune --store ../link.db
expect 1 "through a link" -e "process $first on '$(uname -n)'"
run "$PODIUM" runs
expect 0 "a reader does not wait" -o '^1 runs\.$'
run "$PODIUM" runs --store ../link.db
expect 0 "a reader through a link" -o '^1 runs\.$'
run "$PODIUM" report -o page
grep -q 'Under way' page/report.html
ok $? "the report says that a tuning is under way"
kill -KILL $first
wait $first 2>/dev/null
[ -e podium.db-lock ]
ok $? "a kill leaves the lock file"
# What it has started holds the lock until it ends, too.
is_free()
{
	"$PODIUM" report -o page >out && ! grep -q 'Under way' page/report.html
}
until_true is_free
grep -q 'Not finished' page/report.html
ok $? "a tuning that was killed is not under way"

# ---- another machine ----

mv podium.db-lock ../killed-lock
printf 'no.such.machine 1\n' >podium.db-lock
tune
expect 1 "a lock of another machine" \
	-e "process 1 on 'no.such.machine', .*; if no podium runs there any more, remove that file\$"
run "$PODIUM" report -o page
grep -q 'Under way' page/report.html
ok $? "a tuning there may be under way"
run "$PODIUM" runs
expect 0 "a reader does not wait for it"
mv ../killed-lock podium.db-lock

# ---- taken over ----

touch "$work/go"
tune
expect 0 "its lock is taken over" -o '1 of them from earlier'
single "after it"
asked "and whole" "pragma integrity_check" ok
: >podium.db-lock
tune
expect 0 "a lock that names nobody" -o 'of them from earlier'
cd ..

# ---- a transaction that was cut off ----

if [ -z "${lacking-}" ]; then
	fresh
	tune
	count=$(ask "select count(*) from run")
	{
		echo "pragma cache_size = 1; begin; delete from run;
			create table t(x); insert into t values(zeroblob(1000000));
			select 1;"
		until_true test -e ../stop
	} | sqlite3 podium.db >../begun &
	writer=$!
	until_true grep -q 1 ../begun
	pkill -KILL -P $$ -x sqlite3
	touch ../stop
	wait $writer 2>/dev/null
	[ -s podium.db-journal ] && cksum podium.db podium.db-journal >../before
	ok $? "a journal is left"
	run "$PODIUM" runs
	expect 0 "a reader does not see it" -o "^$count runs\\.\$"
	cksum podium.db podium.db-journal | cmp -s - ../before
	ok $? "and changes nothing"
	tune
	expect 0 "a writer takes it back" -o 'of them from earlier'
	single "after it"
	cd ..
fi

# ---- no locks, no folder ----

fresh
cat >../unlocked.c <<'END'
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A file system without locks. */
int fcntl64(int file, int what, ...)
{
	va_list rest;
	long value;

	va_start(rest, what);
	value = va_arg(rest, long);
	va_end(rest);
	if (what == F_SETLK) {
		errno = ENOSYS;
		return -1;
	}
	return syscall(SYS_fcntl, file, what, value);
}
int fcntl(int, int, ...) __attribute__((alias("fcntl64")));
END
if gcc -shared -fPIC -o ../unlocked.so ../unlocked.c 2>../log; then
	tune LD_PRELOAD="$work/unlocked.so" \
		ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0"
	expect 1 "a file system without locks" \
		-e "store 'podium.db': its file system has no locks; name another"
else
	skip "a file system without locks" "no gcc, or another libc"
fi
tune --store no/podium.db
expect 1 "no folder" -e "cannot write '.*no/podium.db-lock': No such file"
cd ..
finish
