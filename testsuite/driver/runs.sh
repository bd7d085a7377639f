# SPDX-License-Identifier: GPL-3.0-or-later
#
# A store that is made here: podium runs.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

run "$PODIUM" runs --json --csv
expect 2 "two forms" -O "" -e "exclude each other"

# A store of format 1.
store()
{
	cat "$data/empty.sql" - <<'END' | sqlite3 made.db
INSERT INTO campaign VALUES(1, 'a', 'made', 'gcc 12', 'b', 'c', './app', '');
CREATE TEMP TABLE given(step, variant, status, reason, wall, predicted);
INSERT INTO given VALUES
	('original/0 0', '', 'ok', '', 2, 1),
	('clocks 0', '', 'ok', '', 9, 1),
	('try/0/original 0', '', 'ok', '', 2, 1),
	('try/0/variant 1', 'f.c:g#1 schedule(dynamic,4) num_threads(2)' ||
		char(10), 'ok', '', 1, .5),
	('try/1/variant 2', 'f.c:g#1 schedule(static,1)' || char(10), 'ok', '',
		1.8, .8),
	('try/1/original 0', '', 'ok', '', 2, 1),
	('try/2/original 0', '', 'ok', '', 2, 1),
	('try/2/variant 3', 'f.c:g#1 schedule(guided)' || char(10), 'failed',
		'wrong output: line 1 differs', .1, .9),
	('build/3 4', 'f.c:g#1 schedule(guided,4)' || char(10), 'failed',
		'it does not compile', 0, .7),
	('final/a/0/original 0', '', 'ok', '', 3, 0),
	('final/a/0/variant 1', 'f.c:g#1 schedule(dynamic,4) num_threads(2)' ||
		char(10), 'ok', '', 1.8, 0);
INSERT INTO run(campaign, step, variant, status, reason, program, loops, wall,
	cpu, resident, predicted, load, mhz, governor, ended)
	SELECT 1, step, variant, status, reason, '', '', wall, wall, 0,
	predicted, 0, 0, '', '2026-11-21 10:44:42' FROM given;
END
}

needs "a store" sqlite3
store
ok $? "a store is made"
if unshare -rm true 2>/dev/null; then
	mkdir still && cp made.db 'still/# 1%41?.db'
	run unshare -rm bash -c 'mount --bind still still &&
		mount -o remount,bind,ro still && "$@"' - \
		"$PODIUM" runs --store 'still/# 1%41?.db'
	expect 0 "a store in a folder that cannot be written" -E "" \
		-o '^11 runs\.$'
else
	skip "a store in a folder that cannot be written" "no mounts here"
fi
sqlite3 made.db "INSERT INTO campaign VALUES(2, 'd', '', '', '', '', '', '');
	INSERT INTO run(campaign, step, variant, status, reason, program, loops,
	governor, wall) VALUES(2, 'original/0 0', '', 'ok', '', '', '', '', 1)"
run "$PODIUM" runs --store made.db --failed
expect 0 "those that failed" -o 'wrong output: line 1 differs' -o '^2 runs\.$'
run "$PODIUM" runs --store made.db --campaign 2
expect 0 "one of two campaigns" -o '^1 runs\.$'
sqlite3 made.db "update run set variant = hex(zeroblob(1000000)),
	wall = 9e999 where id = 1;
	update run set variant = hex(zeroblob(1000000)) where id = 2"
run timeout 300 "$PODIUM" runs --store made.db
expect 0 "a variant of two million letters" \
	-e "run 'original/0 0' is left out: .* no number"
run "$PODIUM" runs --store made.db --campaign 3
expect 1 "no such campaign" -O "" -e "no campaign 3 in this store"
sqlite3 made.db 'delete from run'
sqlite3 made.db 'pragma user_version = -3'
run "$PODIUM" runs --store made.db
expect 1 "a format below the first" -e 'written by another podium'
finish
