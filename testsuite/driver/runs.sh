# SPDX-License-Identifier: GPL-3.0-or-later
#
# A store that is made here: podium runs and its --format.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

run "$PODIUM" runs --format xml
expect 2 "no such format" -e "'--format' takes kernel-tuner or t4, not 'xml'"
run "$PODIUM" runs --json --csv
expect 2 "two forms" -O "" -e "exclude each other"

# holds FILTER: is the JSON in the output so?
holds()
{
	[ "$(jq "$1" out)" = true ]
}

# As format 1 has it. The ratios: 1; .5 and .6, median .55; .9; two fail.
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

needs "a store" sqlite3 jq
store
ok $? "a store is made"
run "$PODIUM" runs --store made.db --format kernel-tuner
expect 0 "a cache of Kernel Tuner"
holds '.schema_version == "1.1.0" and .device_name == "made" and
	.objective == "time" and
	.tune_params_keys == ["f.c:g#1 schedule", "f.c:g#1 chunk",
		"f.c:g#1 num_threads"]'
ok $? "has the parameters"
holds '.tune_params["f.c:g#1 chunk"] == ["as written", 4, 1]'
ok $? "and their values"
holds '.cache | length == 5 and
	.["as written,as written,as written"].times ==
		[2000, 2000, 2000, 2000, 3000] and
	(.["dynamic,4,2"] | .time == 1400 and .times == [1000, 1800] and
		(.ratio - .55 | fabs) < 1e-9 and .["f.c:g#1 chunk"] == 4 and
		.timestamp == "2026-11-21T10:44:42Z") and
	(.["static,1,as written"].ratio - .9 | fabs) < 1e-9'
ok $? "the runs of a variant are together, those with clocks left out"
holds '.cache | .["guided,as written,as written"].time ==
		"RuntimeFailedConfig" and
	.["guided,4,as written"].time == "CompilationFailedConfig"'
ok $? "what failed has no time"
holds '[.cache[] | has("time", "compile_time", "verification_time",
	"benchmark_time", "strategy_time", "framework_time", "timestamp")] |
	length == 35 and all'
ok $? "every entry is whole"
run "$PODIUM" runs --store made.db --format t4
expect 0 "results as T4 has them"
holds '.schema_version == "1.0.0" and ([.results[].invalidity] ==
	["correct", "correct", "correct", "correctness", "compile"]) and
	([.results[].correctness] == [1, 1, 1, 0, 0])'
ok $? "say what is valid"
holds '.results[1] | .configuration == {"f.c:g#1 schedule": "dynamic",
	"f.c:g#1 chunk": 4, "f.c:g#1 num_threads": 2} and
	.times.runtimes == [1000, 1800] and .measurements[0] ==
	{"name": "time", "value": 1400, "unit": "ms"}'
ok $? "and what was measured"

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
run "$PODIUM" runs --store made.db --format t4
expect 1 "two campaigns" -O "" -e "one campaign, there are 2" -e "--campaign"
run "$PODIUM" runs --store made.db --format t4 --campaign 2
expect 0 "one of them"
holds '.results | length == 1'
ok $? "with its only variant"
sqlite3 made.db "update run set variant = hex(zeroblob(1000000)),
	wall = 9e999 where id = 1;
	update run set variant = hex(zeroblob(1000000)) where id = 2"
run timeout 300 "$PODIUM" runs --store made.db
expect 0 "a variant of two million letters" \
	-e "run 'original/0 0' is left out: .* no number"
run "$PODIUM" runs --store made.db --format t4 --campaign 3
expect 1 "none" -e "one campaign, there are 0"
sqlite3 made.db 'delete from run'
sqlite3 made.db 'pragma user_version = -3'
run "$PODIUM" runs --store made.db
expect 1 "a format below the first" -e 'written by another podium'
finish
