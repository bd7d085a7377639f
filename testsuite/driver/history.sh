# SPDX-License-Identifier: GPL-3.0-or-later
#
# The machine-wide history: podium tune leaves rows in it, loops are predicted
# by what those of other loops teach, and no damage to it stops anything. Rows
# that teach are made by hand: nothing here depends on what was fast.

. "$(dirname "$0")/tap.sh"
cd "$work" || exit 99
export XDG_DATA_HOME=$work/data TMPDIR=$work/tmp
mkdir tmp
base=$XDG_DATA_HOME/podium/history.db

run "$PODIUM" history
expect 0 "no history" -o "Nothing is learned" -o "kept in $base"
run "$PODIUM" history --json
expect 0 "as JSON" -o '"machines": \[\]' -o '"learned": null'
run "$PODIUM" history --forget
expect 0 "nothing to forget" -O ""
home=$(getent passwd "$(id -u)" | cut -d : -f 6)
if [ -n "$home" ] && [ ! -e "$home/.local/share/podium/history.db" ]; then
	for name in '' some/where; do
		run env -u XDG_DATA_HOME HOME="$name" "$PODIUM" history
		expect 0 "HOME '$name' is no folder" \
			-o "kept in $home/.local/share/podium/history.db"
	done
else
	skip "HOME is no folder" "the user's own history is not to be met"
fi
run "$PODIUM" history x
expect 2 "no file is read" -e "'x': no file is named"

why=
for program in sqlite3 jq; do
	command -v $program >/dev/null || why="no $program"
done
"$PODIUM" cflags >flags 2>err || why="no plugin for gcc"
if [ -n "$why" ]; then
	skip "podium tune and its history" "$why"
	finish
	exit
fi

# Long enough for the loop to be most of the program.
cat >sums.c <<'END'
#include <stdio.h>

static double x[3000];

int main(void)
{
	double sum = 0;

	for (int i = 0; i < 3000; i++)
		x[i] = i;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 3000; i++)
		for (int j = 0; j < 3000; j++)
			sum += 1 / (1 + x[i] + x[j]);
	printf("%.9g\n", sum);
	return 0;
}
END

tune()
{
	run "$PODIUM" tune "$@" --runs 2 --rounds 2 sums.c -- -O1
}

rank()
{
	run "$PODIUM" rank --threads 2 "$@" sums.c -- -O1
}

ask()
{
	sqlite3 "$base" "$1"
}

# same A B: are the ranks equal but for what they say of the history?
same()
{
	[ -n "$(jq '.[0].id' "$1")" ] &&
		cmp -s <(jq 'map(del(.learned))' "$1") \
			<(jq 'map(del(.learned))' "$2")
}

# ---- what is left in it ----

tune --no-history
expect 0 "a tuning that leaves nothing" -e 'sums.c:11'
[ ! -e "$base" ]
ok $? "leaves nothing"
rm podium.db
tune
expect 0 "a tuning"
run "$PODIUM" history --json
expect 0 "leaves its variants"
[ "$(jq '.machines | length == 1 and (.[0] | .here and .loops == 1 and
	.problems == 1 and .variants == 3)' out)" = true ]
ok $? "with the original, on this machine"
[ "$(ask 'select ratio, rounds from measured order by id limit 1')" = "1.0|1" ]
ok $? "the original by itself"
ask 'select terms from measured' >out
jq -es 'length == 3 and all(.core > 0 and .region > 0)' out >true
ok $? "with the terms of the estimates"
grep -aq 'sums\|main' "$base"
ok $((1 - $?)) "and no name of it"
cp "$base" first.db
tune
expect 0 "the same tuning" -o 'of them from earlier'
[ "$(ask 'select count(*) from measured')" = 3 ]
ok $? "leaves the same"

# ---- what is taken from it ----

# teach FACTOR: rows of 20 other loops, whose core costs that much.
ask 'select terms from measured limit 1' | jq -c 'map_values(0)' >blank
teach()
{
	cp first.db "$base"
	awk -v factor="$1" -v blank="$(cat blank)" 'BEGIN {
		srand(7)
		print "BEGIN;"
		for (i = 0; i < 240; i++) {
			core = exp(5 * rand())
			region = exp(5 * rand())
			ratio = (factor * core + region) * (1 + .02 * rand())
			terms = blank
			sub(/"core":0/, "\"core\":" core, terms)
			sub(/"region":0/, "\"region\":" region, terms)
			printf "INSERT INTO measured(machine, kernel, problem," \
				" variant, terms, ratio, rounds) SELECT id, %d," \
				" %d, %d, %c%s%c, %.9g, 1 FROM machine;\n",
				i / 12 + 1, i / 12, i, 39, terms, 39, ratio
		}
		print "COMMIT;"
	}' | sqlite3 "$base"
}

rank --json
cp out plain
rank --no-history --json
same plain out
ok $? "what a loop was measured at does not change its prediction"
teach 1
COLUMNS=500 rank --explain
expect 0 "what was estimated well" -o '240 .* of 20 other loops' -o 'not used'
rank --json
same plain out
ok $? "changes nothing"
teach 4
rank --explain
expect 0 "what was not" -o 'they are core [12]'
rank --json
jq -s '(.[0][0].original.terms) as $was | .[1][0].original |
	.terms.core > 1.5 * $was.core and .terms.region < $was.region and
	([.terms[]] | add) / .cycles - 1 < 1e-6' plain out >true
[ "$(cat true)" = true ]
ok $? "corrects the terms, of which the cycles are the sum"
rank --no-history --json
same plain out
ok $? "but not without the history"
echo 'schedule: [static, dynamic]' >space.yaml
run "$PODIUM" rank --json --space space.yaml sums.c -- -O1
jq '.[0] | .original.cycles == (.variants[] | select(.variant == "static") |
	.cycles)' out >true
[ "$(cat true)" = true ]
ok $? "a variant of a space as the original"
run "$PODIUM" history
expect 0 "podium history tells" -o 'they are core [12]' -o '(this one) *21 '

tune
expect 0 "a tuning goes on as it began" -o 'of them from earlier'
grep -q learned "$work/err"
ok $((1 - $?)) "without what came to be known since"
rm podium.db
tune
expect 0 "a new one learns" -e 'learned for sums.c:main#1: core [12]'
rm podium.db
tune --no-history
grep -q learned "$work/err"
ok $((1 - $?)) "unless it shall not"
ask "UPDATE machine SET key = 'another'"
rank --explain
expect 0 "another machine teaches nothing" -o ' 0 variants of other loops'

# ---- what may happen to it ----

head -c 4096 /dev/urandom >"$base"
rank
expect 0 "a damaged history" -e 'history.db.: it is no data base' \
	-e 'podium history --forget'
run "$PODIUM" history
expect 1 "cannot be shown" -O "" -e 'is no data base'
rm -f podium.db
tune
expect 0 "stops no tuning" -e 'is no data base'
run "$PODIUM" history --forget
expect 0 "is forgotten" -O ""
[ ! -e "$base" ]
ok $? "and gone"
tune
expect 0 "and made anew"
[ "$(ask 'select count(*) from measured')" = 3 ]
ok $? "with what was measured"
ask 'pragma user_version = 99'
rank
expect 0 "one of a newer podium" -e 'written by a newer podium'
finish
