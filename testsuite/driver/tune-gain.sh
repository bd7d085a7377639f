# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune where a variant is faster, or only seems so: what is confirmed, what
# is told beside it, and the tuned file. Programs say how long they run.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# Goes through the confirmation as well.
confirmed=(--runs 1 --confirm 2)
cp "$data/spend.h" "$data/team.h" "$work"

# ---- a gain ----

mkdir gain && cd gain || exit 99
cat >loop.c <<'END'
#include "../spend.h"
#include "../team.h"
int main(void)
{
	double x[2];

#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		x[i] = i;
	spend(team() > 1 ? 150000 : 300000);
	return puts("done") < 0 || x[0] != 0;
}
END
timed "$PODIUM" tune --schedule static --threads 2 "${confirmed[@]}" loop.c
expect 0 "two rounds show a gain and prove none" \
	-o 'is kept: the best variant is .* as fast, 2 rounds: no interval'
[ ! -e podium.tuned ]
ok $? "and no file says so"
printf 'podium.tuned 2\n# of before\nloop.c:work\#1 schedule(auto) # why\n' \
	>podium.tuned
cp podium.tuned before
timed "$PODIUM" tune --schedule static --threads 2 "${confirmed[@]}" loop.c
expect 0 "the file of an earlier tuning" \
	-e "'podium.tuned' of an earlier tuning is left as it is"
cmp -s before podium.tuned
ok $? "is left"
timed "$PODIUM" tune --schedule static,dynamic --chunk 1 --threads 2 --runs 3 \
	--budget 0.25 loop.c
expect 0 "three that are faster" -e "is now 'podium.tuned~'" \
	-e '^budget: 0.[23] min, as for [0-9]* runs of 0.[0-9]* s and ' \
	-o 'times as fast (2 to 2), [1-9][0-9]* rounds'
cmp -s before podium.tuned~
ok $? "a tuned file with other entries is not lost"
[ "$(head -n 1 podium.tuned)" = "podium.tuned 2" ] &&
	gcc -O2 -fopenmp $("$PODIUM" cflags --use podium.tuned) -c loop.c \
		-o tuned.o 2>"$work/err" && [ ! -s "$work/err" ]
ok $? "the tuned file builds without a word"
cp loop.c loop.before && sed -i 's/x\[i\] = i/x[i] = 2 * i/' loop.c &&
	gcc -O2 -fopenmp $("$PODIUM" cflags --use podium.tuned) -c loop.c \
		-o changed.o 2>"$work/err" && mv loop.before loop.c &&
	[ "$(grep -c 'podium: .*: stale: ' "$work/err")" = 1 ]
ok $? "with another loop it is stale"
# The first one is of an earlier tuning, whose build had no other version.
asked "two share a run of the original" \
	"select group_concat(variant = '', '') from run where step like
	'try/0/%'" 0100
# Three that are tried, and then each of these again.
cat >fails.c <<'END'
#include "../spend.h"
#include "../team.h"
static void fail_in_final(void)
{
	FILE *file;

	if (is_baseline())
		return;
	file = fopen("count", "a");
	fputc('.', file);
	fseek(file, 0, SEEK_END);
	if (ftell(file) > 3 && ftell(file) <= 6)
		exit(3);
}
int main(void)
{
	double x[2];

	fail_in_final();
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		x[i] = i;
	spend(team() > 1 ? 150000 : 300000);
	return puts("done") < 0 || x[0] != 0;
}
END
timed "$PODIUM" tune --schedule static,dynamic --chunk 1 --threads 2 --runs 3 \
	--confirm 2 --store fails.db fails.c
expect 0 "three of which each fails when it is run again" \
	-o 'is kept: no variant that works was faster'
echo 'int x;' >source.c
run "$PODIUM" tune --build false --output source.c
expect 1 "a source where the tuned file should be" \
	-e "'source.c' is there and no tuned file"
grep -qx 'int x;' source.c
ok $? "it is not written over"
run "$PODIUM" tune --build false --output /dev/null
expect 1 "a device" -e "'/dev/null' is no file"
run "$PODIUM" tune --build false --gcc gcc-12
expect 2 "a compiler beside a build" -e 'the build chooses its compiler'
mkdir "two w'ords"
run "$PODIUM" tune --build false --output "two w'ords/podium.tuned"
expect 1 "a tuned file whose path flags cannot carry is told of before a build" \
	-e "gain/two w'ords/podium.tuned' cannot be used in flags, it has blanks"
mkdir "two w'ords"
timed "$PODIUM" tune --schedule static --threads 2 --runs 1 --budget .25 \
	--output "two w'ords/podium.tuned" loop.c
grep -Fq -e "--use 'two w'\\''ords/podium.tuned'" "two w'ords/podium.tuned"
ok $? "and stands in quotes where it is named for the shell"
for gcc in gcc-11 gcc-12; do
	if ! "$PODIUM" cflags --gcc $gcc >"$work/out" 2>&1; then
		skip "the next command for $gcc" "no plugin for it"
		continue
	fi
	timed "$PODIUM" tune --schedule static --threads 2 --runs 1 --budget .25 \
		--gcc $gcc loop.c
	next=$(sed -n 's/^# to build .*\$(podium cflags \(.*\))$/\1/p' \
		podium.tuned)
	$gcc -O2 -fopenmp $("$PODIUM" cflags $next) -c loop.c -o loop.o \
		2>"$work/err" && [ -n "$next" ] && [ ! -s "$work/err" ]
	ok $? "the next command for $gcc"
done
cd ..

# A variant that is fast when it is tried, and then four times as slow as the
# original every other time: of that four rounds are enough.
mkdir slow && cd slow || exit 99
cat >loop.c <<'END'
#include "../spend.h"
static long duration(void)
{
	FILE *file;

	if (is_baseline())
		return 150000;
	file = fopen("count", "a");
	fputc('.', file);
	fseek(file, 0, SEEK_END);
	if (getenv("FAILS") && ftell(file) > 1)
		exit(3);
	return ftell(file) > 1 && ftell(file) % 2 == 0 ? 600000 : 75000;
}
int main(void)
{
	double x[2];

#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		x[i] = i;
	spend(duration());
	return puts("done") < 0 || x[0] != 0;
}
END
timed "$PODIUM" tune --schedule dynamic --chunk 1 --threads 1 --runs 1 --json \
	loop.c
shown "a variant that is no faster is not confirmed for long" \
	'.rounds <= 4 and .verdict == "original"'
rm -f podium.db* count
timed env FAILS=1 "$PODIUM" tune --schedule dynamic --chunk 1 --threads 1 \
	--runs 1 loop.c
expect 0 "one that fails later on" -o 'The original is kept' \
	-e 'fails when it is run again, and is given up: exit status 3'
cd ..

# A line that the original does not print in its first runs, but later, beside
# a variant: then variants may print it, too.
mkdir late && cd late || exit 99
cat >late.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static long runs(void)
{
	FILE *file = fopen(getenv("COUNT"), "a");
	long count;

	fputc('.', file);
	fseek(file, 0, SEEK_END);
	count = ftell(file);
	fclose(file);
	return count;
}
int main(void)
{
	char path[4096] = "";
	long count = runs();
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	int original = length > 0 && strstr(path, "/original/");

#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		usleep(5000);
	if (original ? count >= 5 : count >= 7)
		puts("note: late");
	puts("result: 42");
	return 0;
}
END
run env COUNT="$work/late.count" "$PODIUM" tune --schedule static,dynamic \
	--chunk 1 --threads 1,2 --runs 3 --confirm 2 late.c
expect 0 "what the original prints late is right" -o 'runs of the program'
asked "also where variants print it" \
	"select count(*) from run where status != 'ok'" 0
run env COUNT="$work/late.count" "$PODIUM" tune --schedule static,dynamic \
	--chunk 1 --threads 1,2 --runs 4 --confirm 2 late.c
expect 0 "and when it goes on" -o 'from earlier'
asked "with more variants" "select count(*) from run where status != 'ok'" 0
cd ..

# ---- what else changes ----

# With two threads it works less, and is faster.
mkdir less && cd less || exit 99
cat >less.c <<'END'
#include "../spend.h"
#include "../team.h"
static double x[4];
static void work(void)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 4; i++)
		x[i] += i;
	spend(80000);
}
int main(void)
{
	fclose(fopen("result", "w"));
	for (int i = 0; i < 4; i++) {
		work();
		if (team() > 1)
			break;
	}
	puts("done");
	return 0;
}
END
timed "$PODIUM" tune --confirm 5 --runs 1 --schedule static --threads 2 \
	--set nosuch=3 less.c
expect 0 "a gain that is less work" -o 'times as fast' \
	-e 'less.c:6 is entered 1 times, in the original 4 times' \
	-e '--set nosuch=3: no hot loop depends on it'
grep -q '^# podium tune --confirm 5 .* --set nosuch=3 less.c$' podium.tuned
ok $? "the tuned file holds the command"
cd ..

# ---- threads ----

# The original takes its time, whatever its variants do.
mkdir threads && cd threads || exit 99
cat >loop.c <<'END'
#include "../spend.h"
int main(void)
{
	double x[4];

#pragma omp parallel for
	for (int i = 0; i < 4; i++)
		x[i] = i;
	spend(is_baseline() ? 200000 : 100000);
	return puts("done") < 0 || x[0] != 0;
}
END
timed env OMP_NUM_THREADS=3 "$PODIUM" tune --schedule dynamic --chunk 1 \
	--threads 2,3 --runs 2 --confirm 12 loop.c
expect 0 "threads are bound, which is told" \
	-o '^Threads were bound to cores; to run it so, set OMP_PROC_BIND=true'
grep -qx '# with OMP_PROC_BIND=true OMP_PLACES=cores' podium.tuned
ok $? "and the tuned file says it"
asked "as many threads as there are without a clause get none" \
	"select sum(variant like '%dynamic,1)' || char(10)) > 0 and
	sum(variant like '%num_threads(2)%') > 0 and
	sum(variant like '%num_threads(3)%') = 0 from run" 1
timed env OMP_NUM_THREADS=1 "$PODIUM" tune --runs 9 --confirm 2 loop.c
asked "nor more than OMP_NUM_THREADS" \
	"select count(*) from run where variant like '%num_threads%' and
	campaign = (select max(campaign) from run)" 0
cd ..
finish
