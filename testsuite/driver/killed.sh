# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune, killed at random instants: nothing but the run in flight is
# lost, the tree stays as it is, and the same command comes to its end without
# a run that was made before. KILLS says how often; check-slow asks for 50.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp ENDED=$work/ended
app=killed-$$ # a name that no other process has
mkdir tmp app
: >ended

needs "podium tune, killed" plugin make sqlite3

# The program says when it has come to its end, outside of the tree.
cat >"app/$app.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	double sum = 0;
	FILE *ended;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 1000; i++)
		sum += i;
	usleep(10000);
	printf("%g\n", sum);
	ended = fopen(getenv("ENDED"), "a");
	if (ended)
		fputs("ended\n", ended);
	return !ended || fclose(ended) != 0;
}
END
printf '%s: %s.c\n\tgcc -O2 -fopenmp $< -o $@\n' $app $app >app/Makefile

tune()
{
	run "$PODIUM" tune --build make --run ./$app --runs 4 --confirm 4
}

digests()
{
	find . -type f ! -name 'podium.*' | sort | xargs cksum
}

# rows: how many runs the store holds.
rows()
{
	sqlite3 podium.db "select count(*) from run" 2>/dev/null || echo 0
}

# None of them, nor what keeps it, goes on without podium: a minute at most.
none_left()
{
	for _ in $(seq 600); do
		pgrep -f $app >/dev/null || return 0
		sleep 0.1
	done
	return 1
}

# begin: a tree that was never tuned.
begin()
{
	rm -rf try && cp -r app try && cd try || exit 99
}

# count_lost: runs that ended, are not in the store, and no kill explains.
lost=0 kills_here=0 ended_before=0
count_lost()
{
	local ended

	ended=$(($(wc -l <"$ENDED") - ended_before))
	[ $((ended - $(rows))) -le "$kills_here" ] || lost=1
}

# How long a tuning takes, in ms: kills are spread over that.
begin
make -s && digests >"$work/built" && rm $app && digests >"$work/clean"
started=$(date +%s%N)
tune
expect 0 "a tuning that is left in peace"
span=$((($(date +%s%N) - started) / 1000000))
whole=$(rows)
ended_before=$(wc -l <"$ENDED")
cd .. && begin

changed=0 broken=0 shorter=0 left=0 before=0
for _ in $(seq "${KILLS:-5}"); do
	"$PODIUM" tune --build make --run ./$app --runs 4 --confirm 4 \
		>/dev/null 2>&1 &
	tuning=$!
	sleep "$(printf '%d.%03d' $((span / 1000)) $((span % 1000)) |
		awk -v r=$RANDOM '{ print $1 * r / 32768 }')"
	kill -KILL $tuning 2>/dev/null
	wait $tuning 2>/dev/null
	[ $? -ne 0 ] && kills_here=$((kills_here + 1))
	none_left || left=1
	# the program is whole, or not there yet
	digests | cmp -s - "$work/built" ||
		digests | cmp -s - "$work/clean" || changed=1
	if [ -e podium.db ]; then
		[ "$(sqlite3 podium.db 'pragma integrity_check')" = ok ] || broken=1
		[ "$(rows)" -eq 0 ] || "$PODIUM" runs >/dev/null 2>&1 || broken=1
	fi
	[ "$(rows)" -ge "$before" ] || shorter=1
	before=$(rows)
	count_lost
	if [ "$before" -ge "$whole" ]; then
		cd .. && begin
		before=0 kills_here=0 ended_before=$(wc -l <"$ENDED")
	fi
done
ok $changed "the tree is not changed by kill -9"
ok $broken "the store opens after it"
ok $shorter "nothing that was kept is lost"
ok $lost "a kill costs one run at most"
ok $left "no program goes on after podium"

tune
expect 0 "the same command comes to its end" -o 'runs of the program'
count_lost
ok $lost "and no run was made again"
[ "$(sqlite3 podium.db 'select count(*) - count(distinct campaign || step)
	from run')" = 0 ]
ok $? "no step was run twice"
digests | cmp -s - "$work/built"
ok $? "with the tree as built"
[ -z "$(ls -d "$TMPDIR"/podium-* 2>/dev/null)" ]
ok $? "folders of the killed are removed"
cd ..
finish
