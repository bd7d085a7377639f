# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium report: pages of stores that are made here, and of a real tuning. All
# numbers of a page come from the store, and names from outside are harmless.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

run "$PODIUM" report
expect 1 "no store" -O "" -E "podium report: no store 'podium.db' here; \
podium tune makes one, --store names another"
run "$PODIUM" report --campaign none
expect 2 "no number of a campaign" -e "'--campaign' takes"
run "$PODIUM" report more
expect 2 "an argument" -O ""

needs "pages of stores" sqlite3

# A store of format 1, which holds nothing.
empty()
{
	sqlite3 "$1" <"$data/empty.sql"
}

# campaign STORE NUMBER MACHINE: one more.
campaign()
{
	sqlite3 "$1" "INSERT INTO campaign VALUES($2, 'key $2', '$3', 'gcc 12',
		'b', 'c', './app 7 # tolerance: 1e-06, wall, pinned', '')"
}

# runs STORE CAMPAIGN: lines of STEP|VARIANT|STATUS|REASON|SECONDS|PREDICTED
runs()
{
	local step variant status reason seconds predicted

	while IFS='|' read -r step variant status reason seconds predicted; do
		echo "INSERT INTO run(campaign, step, variant, status, reason,
			program, loops, wall, cpu, predicted, load, mhz,
			governor, ended) VALUES($2, '$step 0$variant',
			'$variant' || substr(char(10), 1, '$variant' != ''),
			'$status', '$reason', '', '', $seconds, 2 * $seconds,
			$predicted, 0.37, 2345, '', '2026-11-2$2 10:44:42');"
	done | sqlite3 "$1"
}

# account STORE CAMPAIGN: keeps what it reads.
account()
{
	cat >account.json
	sqlite3 "$1" "INSERT INTO kept VALUES('account of $2',
		CAST(readfile('account.json') AS TEXT))"
}

# page STORE [OPTION]...: into the folder "page", made anew.
page()
{
	local store=$1

	shift
	rm -rf page
	run "$PODIUM" report --store "$store" -o page "$@"
}

# Are all elements closed in the order in which they were opened, and is there
# nothing in them but entities and letters?
well_formed()
{
	tr '\n' ' ' <"$1" | sed 's/<!DOCTYPE html>//; s/</\n</g' | awk '
	NR == 1 { next }
	!match($0, /^<\/?[a-z][a-z0-9]*( [a-zA-Z-]+="[^"<]*")*\/?>/) {
		print "tag: " $0
		next
	}
	{
		tag = substr($0, 1, RLENGTH)
		rest = substr($0, RLENGTH + 1)
		name = tag
		gsub(/[<>\/]/, " ", name)
		split(name, words, " ")
		name = words[1]
		if (name != "style" && rest ~ /[>"]/)
			print "sign: " $0
		gsub(/&(amp|lt|gt|quot|#39);/, "", rest)
		if (rest ~ /&/)
			print "entity: " $0
		if (tag ~ /^<\//) {
			if (stack[depth--] != name)
				print "closed: " $0
		} else if (tag !~ /\/>$/ && name !~ /^(meta|br)$/)
			stack[++depth] = name
	}
	END { if (depth) print "open: " stack[depth] }' >wrong
	iconv -f UTF-8 -t UTF-8 <"$1" >/dev/null 2>>wrong
	LC_ALL=C grep -n -P '[\x00-\x08\x0b-\x1f\x7f]' "$1" >>wrong
	[ ! -s wrong ] || sed "s,^,$1: ,; 5q" wrong >>out
	[ ! -s wrong ]
}

# whole NAME: the page is well formed, and runs nothing.
whole()
{
	local result=0

	well_formed page/report.html || result=1
	grep -i -E '<(script|iframe|object|embed|img|a|base|link)[ >/]| on[a-z]+="' \
		page/report.html >>out && result=1
	grep -q "default-src 'none'" page/report.html || result=1
	ok $result "$1"
}

# Has the page these strings?
shows()
{
	local name=$1 result=0

	shift
	for string; do
		grep -q -F -e "$string" page/report.html && continue
		echo "lacks $string" >>out
		result=1
	done
	ok $result "$name"
}

# ---- stores with nothing to show ----

empty empty.db
page empty.db
expect 1 "an empty store" -E "podium report: store 'empty.db' holds no runs; \
podium tune makes them"
[ ! -e page ]
ok $? "makes no folder"
: >nothing.db
page nothing.db
expect 1 "a file with nothing in it" -e "store 'nothing.db' holds nothing"
head -c 30000 "$PODIUM" >other.db
page other.db
expect 1 "no store" -e 'it is no data base'
empty newer.db && sqlite3 newer.db 'PRAGMA user_version = 99'
page newer.db
expect 1 "a store of another format" -e 'was written by another podium'

# ---- a winner: each number is another one ----

empty made.db
campaign made.db 1 'Made CPU, 7 cores'
runs made.db 1 <<'END'
original/0||ok||2.031|1
clocks||ok||2.9|1
try/0/variant|f.c:g#1 schedule(dynamic,4)|ok||1.4|0.713
try/0/original||ok||2|1
try/1/original||ok||2.2|1
try/1/variant|f.c:g#1 schedule(guided)|failed|wrong output: line 1 differs|1|0.829
build/choice|f.c:g#1 schedule(guided,8)|failed|it does not compile|0|0
confirm/aa/0/original||ok||2.017|1
confirm/aa/0/variant|f.c:g#1 schedule(dynamic,4)|ok||1.373|0
confirm/aa/1/variant|f.c:g#1 schedule(dynamic,4)|ok||1.379|0
confirm/aa/1/original||ok||2.023|1
confirm/bb/0/original||ok||2.020|1
confirm/bb/0/variant|f.c:g#1 schedule(static,2)|ok||1.999|0
trial/0/variant|f.c:g#1 as-written ; schedule(static,3)|ok||2.5|1
END
sqlite3 made.db <<'END'
UPDATE run SET loops = '[{"kind": "loop", "id": "g#1", "trial": {"state":
	"settled", "why": null, "best": 1, "rounds": 64, "candidates": [{"clauses":
	"as-written", "calls": 83, "difference": null}, {"clauses":
	"schedule(static,3)", "calls": 89, "dropped": 0, "difference":
	{"count": 61, "mean": -0.1, "variance": 1, "half": 0.05}}]}}]'
	WHERE step LIKE 'trial%';
UPDATE run SET loops = '[{"kind": "loop"}]' WHERE step LIKE 'clocks%';
END
cat >made.json <<'END'
{"state": "ended", "verdict": "faster", "asked": "podium tune f.c",
 "program": "/x/app", "tried": 2, "space": 29,
 "rounds": 2, "variant": "f.c:g#1 schedule(dynamic,4)\n",
 "ratio": {"value": 0.6803, "low": 0.6536, "high": 0.7092},
 "use": "$(podium cflags --use made.tuned)", "tuned": "made.tuned",
 "content": "podium.tuned 2\nf.c:g#1 schedule(dynamic,4)\n", "bound": true,
 "flags": ["-DTILE=32"],
 "loops": [{"id": "g#1", "file": "f.c", "line": 17, "original":
  "schedule(static)", "chosen": "schedule(dynamic,4)", "predicted": 0.713,
  "measured": 0.691, "share": 0.643, "source": "#pragma omp for\n\tx < y;\n",
  "candidates": [
   {"clauses": "schedule(static)", "predicted": 1, "measured":
    {"value": 1, "low": null, "high": null}, "runs": 5, "terms":
    {"core": 600, "memory": 400}},
   {"clauses": "schedule(dynamic,4)", "predicted": 0.713, "measured":
    {"value": 0.691, "low": 0.652, "high": 0.734}, "runs": 3, "chosen": true, "terms":
    {"core": 310, "memory": 403}}]}],
 "left": [{"place": "f.c:91", "why": "it has an ordered region", "share": 0.057}],
 "unjudged": [{"line": 5, "lines": 1, "text": "took 0.3 s", "what": "0.3",
  "why": "it differs from run to run", "file": ""}]}
END
account made.db 1 <made.json
page made.db
expect 0 "a page" -E "" -O "Written: page/report.html"
[ "$(ls page)" = report.html ]
ok $? "is one file"
whole "is well formed, and runs nothing"
# 1 / 0.6803, of the ratio's ends likewise
shows "the speed-up with its interval, and where" '<b>1.47x</b>' \
	'99 % confidence interval 1.41x to 1.53x, 2 rounds' 'Made CPU, 7 cores' \
	'gcc 12' '2 of 29 variants' '14, from 2026-11-21 10:44:42' './app 7'
shows "how to build with it, and undo it" \
	'$(podium cflags --use made.tuned)' 'OMP_PROC_BIND=true' '-DTILE=32' \
	'To undo it, clean and build without the flags.' \
	'f.c:g#1 schedule(dynamic,4)'
shows "the source of its loop" 'x &lt; y;'
shows "what was predicted and measured of it" "64.3 % of the program" \
	'predicted 1.40x, measured 1.45x' '1.36x' '1.53x'
shows "what the estimate says" \
	'gain in core: 60.0 % of the time of the loop as written, 31.0 % as chosen' \
	'<td class="number">40.3 %'
shows "what was measured within one run" 'settled after 64 rounds' \
	'schedule(static,3)' '1.11x' '1.05x' '1.16x' '83' '89'
# 2 / 1.4 beside the prediction, and 2.017 / 1.373
shows "variants by the baseline beside them" '1.43x' '1.47x' '1.21x'
grep -q 'baseline: 2 runs, median 2.02; tuned: 2 runs, median 1.38' \
	page/report.html
ok $? "the runs that confirm it"
grep -q 'Speed-up of the loop by variant; schedule(dynamic,4): 1.45x, predicted 1.40x"' \
	page/report.html
ok $? "the chart of its variants"
shows "what stays, failed and is not compared" 'it has an ordered region' \
	'5.7 %' 'wrong output: line 1 differs' 'it does not compile' \
	'it differs from run to run' 'took 0.3 s'
shows "every run" 'confirm/aa/1/original' '2.031'
[ "$(grep -c '<svg ' page/report.html)" -eq 3 ] &&
	[ "$(grep -c 'role="img" aria-label="[^"]\{20\}' page/report.html)" -eq 3 ]
ok $? "three charts, each with words for those who cannot see it"
grep -q 'prefers-color-scheme:dark' page/report.html &&
	grep -q '@media print' page/report.html
ok $? "dark and light, and printed"
sed 's|"flags": .*|"flags": [], "source": "other.c",|
	s|"runs": 3, "chosen": true|"runs": 3, "chosen": false|
	s|"candidates": \[|&{}, {"clauses": "schedule(dynamic,4)", "chosen": true, "runs": 1,|
	s|"chosen": true, "runs": 1,|& "predicted": 0.7, "measured": {"value": 0.654}},|
	s|"id": "g#1",|& "best": {"clauses": "schedule(static,9)", "measured": 0.531},|' made.json >other.json
sqlite3 made.db "DELETE FROM kept"
account made.db 1 <other.json
page made.db
shows "another source is to be taken back" 'other.c' \
	'clean and build without the flag.'
[ "$(grep -c 'class="code accent">schedule(dynamic,4)<' page/report.html)" -eq 1 ]
ok $? "of variants with the same clauses the chosen one is marked"
shows "what would be best for one of several inputs" 'schedule(static,9)' \
	'measured 1.88x'
sed 's/0.6803/0.5/; s/0.057/0.019/; s/0.7092/0.8/' made.json >other.json
sqlite3 made.db "DELETE FROM kept"
account made.db 1 <other.json
page made.db
shows "another store, another page" '2.00x' '1.25x to 1.53x' '1.9 %'

# Where a launcher led.
sqlite3 made.db "INSERT INTO kept SELECT 'host of 1 ' || step, 'n<2>' FROM run
	WHERE step LIKE 'confirm%'"
page made.db
shows "on which machines" '<td>n&lt;2&gt;</td>'
sqlite3 made.db "DELETE FROM kept WHERE name LIKE 'host%'"

# ---- other ends ----

sed 's/"faster"/"original"/; s/0.6803/1.031/; s/0.7092/1.6/' made.json >kept.json
sqlite3 made.db "DELETE FROM kept"
account made.db 1 <kept.json
page made.db
shows "the baseline was kept" 'Baseline kept' \
	'The best one has a speed-up of 0.97x' '0.62x to 1.53x'
! grep -q 'To build with it' page/report.html
ok $? "and nothing is to be built"
sed 's/"ended"/"begun"/' made.json >begun.json
sqlite3 made.db "DELETE FROM kept"
account made.db 1 <begun.json
page made.db
shows "a tuning that was stopped" 'Not finished' '14 runs so far' \
	'The same command goes on from there' 'podium tune f.c'
whole "is well formed"
if command -v flock >/dev/null; then
	rm -rf page
	run flock made.db-lock "$PODIUM" report --store made.db -o page
	shows "one that is under way" 'Under way' '14 runs so far'
else
	skip "one that is under way" "no flock"
fi
sqlite3 made.db "DELETE FROM kept"
page made.db
shows "no summary, as it was stopped early" 'Not finished' '1.43x' \
	'wrong output: line 1 differs'
whole "is well formed, too"
account made.db 1 <<<'[{"state": 7, "loops": "no'
page made.db
shows "a summary that is no JSON" 'Not finished'
sed 's/: *0\.[0-9]*/: 1e308/g; s/"runs": 5/"runs": {}/; s/: 400/: -1e308/' \
	made.json >huge.json
sqlite3 made.db "DELETE FROM kept; UPDATE run SET wall = 1e-300
	WHERE step LIKE 'try/0/o%'; UPDATE run SET wall = 9e999
	WHERE step LIKE 'confirm/aa/0/o%'"
account made.db 1 <huge.json
page made.db
expect 0 "numbers without measure" -E ""
whole "have a page"
! grep -q -i -e '[^a-z]nan' -e '"inf' page/report.html
ok $? "without numbers that are none"

# ---- names ----

# Signs of HTML, SVG, Markdown and shells, bytes that are no letter, letters
# that turn others around, controls, and length.
long=$(printf 'x%.0s' $(seq 300))
bad="<script>alert(1)</script>\"'&lt; ](javascript:alert(2)) [l](http://e.x)
![i](http://e.x/i.png) \`\`\` \` | **b** <!-- --> ]]> \$(x) <img src=x onerror=y>"
raw=$(printf '\377\376 \342\200\256 \033[31m \001 \177 \302\205 \330\234 \341\240\216 \357\277\271 \363\240\201\201')
empty names.db
sqlite3 names.db "INSERT INTO campaign VALUES(1, 'k', '$(
	printf %s "$bad" | sed "s/'/''/g")', '$raw', 'b', 'c',
	'$(printf %s "$bad $long" | sed "s/'/''/g") # $raw', '')"
sqlite3 names.db "INSERT INTO run(campaign, step, variant, status, reason,
	program, loops, wall, cpu, predicted, load, mhz, governor, ended)
	SELECT 1, 'try/0/' || v.column1, v.column2, v.column3, machine || compiler,
	'', '', 1, 1, 1, 0, 0, '', '</td><script>'
	FROM campaign, (VALUES('original 0', '', 'ok'), ('variant 1', '$(
	printf %s "$bad" | sed "s/'/''/g")$raw', 'failed')) v"
if command -v jq >/dev/null; then
	jq -n --arg bad "$bad $long" '
	def hostile: if type == "string" then $bad elif type == "object" or
		type == "array" then map_values(hostile) else . end;
	$account | hostile | .state = "ended" | .verdict = "faster"' \
		--argjson account "$(cat made.json)" | account names.db 1
fi
page names.db
expect 0 "names that are anybody's" -E ""
whole "are no signs of the page"
grep -q '&lt;script&gt;alert(1)&lt;/script&gt;' page/report.html
ok $? "but are shown"
LC_ALL=C grep -n -P '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80\xae|\xd8\x9c|\xe1\xa0\x8e|\xef\xbf\xb9|\xf3\xa0' page/* >out
[ ! -s out ] && iconv -f UTF-8 -t UTF-8 <page/report.html >/dev/null
ok $? "letters that cannot be seen become signs"
[ "$(ls page)" = report.html ]
ok $? "and name no files"

# ---- several, one, none ----

sqlite3 made.db "DELETE FROM kept"
account made.db 1 <made.json
campaign made.db 2 'Another CPU'
runs made.db 2 <<'END'
original/0||ok||3|1
END
page made.db
shows "two tunings" 'Made CPU' 'Another CPU'
grep -o '<h1>.*campaign [0-9]' page/report.html | sed 's/<[^>]*>//g' >out
[ "$(cat out)" = "./app 7, tuned by podium: campaign 2
app, tuned by podium: campaign 1" ]
ok $? "the latest first"
whole "are well formed"
page made.db --campaign 2
shows "one of them" 'Another CPU'
! grep -q 'Made CPU' page/report.html
ok $? "alone"
page made.db --campaign 3
expect 1 "one that is not there" -E "podium report: no campaign 3 in store \
'made.db'; podium runs lists them"

# ---- where it cannot be written ----

page made.db && cp page/report.html before
: >file
run "$PODIUM" report --store made.db -o file/page
expect 1 "a folder in a file" -O "" -e "^podium report: cannot make the folder \
'file/page': Not a directory; name another one with --out$"
run "$PODIUM" report --store made.db -o file
expect 1 "a file in its place" -O "" -e "cannot .*'file"
run bash -c 'ulimit -f 8; "$@"' - "$PODIUM" report --store made.db -o page
expect 1 "no room" -O "" -e "cannot copy 'made.db' to '.*': File too large"
cmp -s before page/report.html && [ "$(echo page/report.html*)" = page/report.html ]
ok $? "leaves the page that was there"
if unshare -rm true 2>/dev/null; then
	run unshare -rm bash -c 'mount -t tmpfs -o size=4k none page && "$@"' - \
		"$PODIUM" report --store made.db -o page
	expect 1 "a full disk" -O "" \
		-e "cannot write 'page/report.html': No space left on device"
	run unshare -rm bash -c 'mount --bind page page &&
		mount -o remount,bind,ro page && "$@"' - \
		"$PODIUM" report --store made.db -o page
	expect 1 "a folder that cannot be written" -O "" \
		-e "cannot write 'page/report.html': Read-only file system"
else
	skip "a full disk" "no mounts here"
fi
size=$(wc -c <made.db)
printf 'damage%.0s' $(seq 2000) |
	dd of=made.db bs=1 seek=$((size / 2)) conv=notrunc 2>log
page made.db
expect 1 "a damaged store" -O "" -e 'damaged'

# ---- a real tuning ----

. "$data/tuning.bash"
# Whatever the clock says: what fails is not chosen.
fresh
tune FAULT=wrong
page podium.db
expect 0 "the page of a real tuning" -E ""
whole "is well formed"
shows "has its loop, its source and its verdict" 'work.c' 'work#1' \
	'Baseline kept' 'podium tune --build make --run ./bin/app' \
	'#pragma omp parallel for reduction(+ : sum)'
finish
