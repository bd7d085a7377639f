# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune on small programs: builds are made again, what goes wrong costs a
# variant and nothing else, what was measured is never lost. Nothing here asks
# which variant is the faster one.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# Goes through the confirmation as well.
confirmed=(--runs 1 --rounds 2)

# ---- the whole path ----

fresh
sed -i 's/main.o work.o$/main.o libwork.a/; s/work.o -o/-L. -lwork -o/' Makefile
printf 'libwork.a: work.o\n\tar rcs $@ $^\n' >>Makefile
make -s >/dev/null && mv bin/app ../plain.app && mv work.o ../plain.o
rm -rf bin ./*.o ./*.a
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}"
expect 0 "a build with an archive is tuned" -o 'work.c:7 work#1' \
	-o 'runs of the program' -e ' work.c:7 schedule'
grep -q 'taken for 1000' "$work/err"
ok $((1 - $?)) "a bound that only the run knows is known"
cmp -s bin/app ../plain.app && cmp -s work.o ../plain.o
ok $? "the build leaves what it leaves without podium"
[ ! -e podium.tuned ]
ok $? "two rounds prove nothing: no tuned file is left"
asked "no variant failed" "select count(*) from run where status != 'ok'" 0
asked "what was run is kept" "select count(*) >= 5 from run" 1
find . ! -newer ../plain.o -name '*.c' | wc -l | grep -qx 2
ok $? "sources are not touched"
find "$TMPDIR" -mindepth 1 | wc -l | grep -qx 0
ok $? "nothing is left in TMPDIR"

asked "from the clocks" "select count(*) = 1 and max(loops like '%work#1%')
	from run where loops != ''" 1

runs=$(ask "select count(*) from run")
run "$PODIUM" runs
expect 0 "podium runs lists them" -o '^1 .* original/2 .* original ' \
	-o ' work.c:work#1' -o '^[1-9][0-9]* runs\.$'
run "$PODIUM" runs --csv
expect 0 "as CSV" -o '^campaign,machine,' -o ',try/0/variant '
run "$PODIUM" runs --json --failed
expect 0 "as JSON" -O '[]'
run "$PODIUM" runs --store nowhere.db
expect 1 "no store" -e "no store 'nowhere.db' here"
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}"
expect 0 "a second tuning" -o 'of them from earlier'
asked "and runs nothing again" "select count(*) from run" "$runs"
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}" --output no/podium.tuned
expect 1 "no place for the tuned file" -O "" \
	-e "cannot write 'no/podium.tuned': .*; name another file with --output"
echo '/* edited */ int edited = 1;' >>work.c
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}"
expect 0 "an edited source is built anew"
grep -q 'from earlier' "$work/out"
ok $((1 - $?)) "and measured anew"
cd ..

fresh
tune --json
shown "--json" \
	'.verdict and (.loops | length == 1) and .loops[0].id == "work#1"'
cd ..

fresh
tune --no-predict
expect 0 "what is not predicted has no number" -e 'schedule.*(predicted -)'
grep -q 'predicted 0' "$work/err"
ok $((1 - $?)) "least of all 0"
cd ..

fresh
run "$PODIUM" tune "${few[@]}" work.c main.c -- -O2 -g
expect 0 "sources alone are tuned"
[ "$(find . -name '*.o' | wc -l)" -eq 0 ]
ok $? "no objects are left"
cd ..

# ---- which loops are hot ----

# "cold" is by far the larger one, were its bounds 1000.
mkdir loops && cd loops || exit 99
cat >loops.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void cold(double *x, int n, int m)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			x[i] += j;
}

void hot(double *x)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++) {
		usleep(50000);
		x[i] += 1;
	}
}

void never(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += 1;
}

int main(int count, char **arguments)
{
	static double x[10];

	if (count < 2 || !strtol(arguments[1], NULL, 10))
		return 0;
	cold(x, 2, 2);
	hot(x);
	if (count > 2)
		never(x, 10);
	printf("%g\n", x[0]);
	return 0;
}
END
run "$PODIUM" tune "${few[@]}" --run '{} 1' loops.c -- -O2
expect 0 "the hot loop is tuned" -o 'hot#1'
grep -Eq '(cold|never)#1' "$work/out"
ok $((1 - $?)) "and not the others"
run "$PODIUM" tune "${few[@]}" --run '{} 0' loops.c -- -O2
expect 1 "no loop is reached" -e 'is reached in this run'
run "$PODIUM" tune "${few[@]}" --run '{} 1' loops.c -- -O2 -static
expect 0 "without clocks" -o 'cold#1' -e 'could not be clocked' \
	-e 'loops.c:[0-9]*: not known and taken for 1000: [mn, ]*; give values, as by'
cd ..

# Beside what the program does alone neither loop takes any time.
mkdir little && cd little || exit 99
cat >loops.c <<'END'
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	static double x[1000];

#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 1000; i++)
		x[i] += i;
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 1000; i++)
		x[i] += i;
	usleep(300000);
	printf("%g\n", x[999]);
	return 0;
}
END
run "$PODIUM" tune --json --rounds 2 loops.c -- -O2
expect 0 "loops that take no time" -o '"tried": 0' -o '"verdict": "original"' \
	-e 'hot: loops.c:[0-9]*, .* % of the time, [0-9]* variants' \
	-e 'left alone: 1 that take less' -e 'there is nothing to gain in them'
run "$PODIUM" tune --rounds 2 loops.c -- -O2
expect 0 "it is said" -o 'The original is kept: nothing was tried'
run "$PODIUM" tune --json --threads 2 "${few[@]}" loops.c -- -O2
expect 0 "are tried where that is asked" -o '"tried": 1'
cd ..

# A region inside a region has one thread, unless the user says otherwise.
mkdir inside && cd inside || exit 99
cat >inside.c <<'END'
#include <stdio.h>
#include <unistd.h>

static void inner(double *x)
{
#pragma omp parallel for
	for (int i = 0; i < 4; i++) {
		usleep(3000);
		x[i] += i;
	}
}

int main(void)
{
	static double x[8][4];

#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 8; i++)
		inner(x[i]);
	printf("%g\n", x[3][3]);
	return 0;
}
END
run "$PODIUM" tune "${few[@]}" inside.c -- -O2
expect 0 "a loop that runs in teams of one" -e 'hot: inside.c:17, ' \
	-e 'left as written: inside.c:6, [0-9.]* %.*in a team of one thread'
cd ..

# ---- loops that are left as written ----

mkdir left && cd left || exit 99
cat >who.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	static double x[8];

#pragma omp parallel
	{
		int me = omp_get_thread_num();
#pragma omp for
		for (int i = 0; i < 4; i++) {
			usleep(20000);
			x[i] = me < 0;
		}
	}
#ifdef ANOTHER
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 4; i++)
		x[i] += i;
#endif
	printf("%g\n", x[3]);
	return 0;
}
END
run "$PODIUM" tune "${few[@]}" who.c
expect 1 "a region where threads learn who they are" \
	-e 'left as written: who.c:11: the region asks which thread it is; --force who.c:11' \
	-e 'has no loop whose clauses can be exchanged'
run "$PODIUM" tune "${few[@]}" --json --threads 2 who.c -- -DANOTHER
expect 0 "is named beside what is tried" -o '"tried": 1' \
	-e 'left as written: who.c:11, [0-9.]* % of the time: the region asks'
run "$PODIUM" tune "${few[@]}" --rounds 2 --force who.c:4 who.c
expect 1 "a loop that is not there" -e "'[^']*who' has no such loop"
run "$PODIUM" tune "${few[@]}" --force who.c:11 --json who.c
expect 0 "a loop that is changed all the same" -o '"tried": 1' -e ') force: '
asked "its entry says so" "select count(*) > 0 from run where variant like
	'who.c:main#1 schedule(%) force%'" 1
cd ..

# A function by another name stands for one of a library.
mkdir unseen && cd unseen || exit 99
cat >loop.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
double root(double) __asm__("sqrt");
int main(void)
{
	FILE *file = fopen("/proc/sys/kernel/random/uuid", "r");
	char line[99] = "the same";
	double x[4];

#pragma omp parallel for
	for (int i = 0; i < 4; i++) {
		usleep(20000);
		x[i] = root(i);
	}
	if (!getenv("STILL"))
		fgets(line, sizeof(line), file);
	printf("%g %s\n", x[1], line);
	return 0;
}
END
cat >limited.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	omp_set_num_threads(1);
#pragma omp parallel for
	for (int i = 0; i < 4; i++)
		usleep(5000);
	puts("done");
	return 0;
}
END
run "$PODIUM" tune "${few[@]}" loop.c -- -lm
expect 1 "what nobody recorded, and output that differs" \
	-e "left as written: loop.c:11.* it reaches 'sqrt', which has no record;"
run env STILL=1 "$PODIUM" tune "${few[@]}" --store still.db --json loop.c -- -lm
expect 0 "the same where all that is printed is judged" -o '"tried": 1' \
	-e "loop.c:11: reaches 'sqrt', which has no record: only what"
run "$PODIUM" tune "${few[@]}" --json --check true loop.c -- -lm
expect 0 "the same with a check" -o '"tried": 1'
run env OMP_NUM_THREADS=4 "$PODIUM" tune --rounds 2 --runs 9 limited.c
asked "a loop of one thread gets no more" "select count(*) from run where
	variant glob '*num_threads([2-9])*'" 0
run "$PODIUM" tune --threads 2 "${few[@]}" --json limited.c
expect 0 "more threads only where they are asked for" -o '"tried": 1'
cd ..

mkdir exact && cd exact || exit 99
cat >loop.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	double s = 0, x[4];

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < 4; i++) {
		usleep(20000);
		s += .1 * i;
	}
#ifdef ANOTHER
#pragma omp parallel for
	for (int i = 0; i < 4; i++) {
		usleep(20000);
		x[i] = .1 * i;
	}
	s += x[3];
#endif
	printf("%g\n", s);
	return 0;
}
END
run "$PODIUM" tune "${few[@]}" --reproducible loop.c
expect 1 "a sum that must stay the same to the bit" \
	-e "left as written: loop.c:7.* the reduction of 's' adds .*original itself may differ"
run "$PODIUM" tune "${few[@]}" --reproducible --json loop.c -- -DANOTHER
expect 0 "what is the same in any order" -o '"tried": 1' \
	-e 'left as written: loop.c:7'
asked "no variant changes the sum" "select count(*) from run where
	variant like '%main#1%'" 0
run "$PODIUM" tune --reproducible --space x loop.c
expect 2 "other flags" -e 'may change any result'
cd ..

# ---- what else changes ----

# With two threads it works less, and is faster.
mkdir less && cd less || exit 99
cat >less.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
static int several;
static void work(void)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 4; i++) {
		several = omp_in_parallel();
		usleep(20000);
	}
}
int main(void)
{
	FILE *file = fopen("result", "w");

	fclose(file);
	for (int i = 0; i < 4 && !several; i++)
		work();
	puts("done");
	return 0;
}
END
run "$PODIUM" tune --rounds 5 --runs 1 --schedule static --threads 2 \
	--set nosuch=3 less.c
expect 0 "a gain that is less work" -o 'times as fast' \
	-e 'less.c:7 is entered 1 times, in the original 4 times' \
	-e "written while the program ran, and not compared: 'result';" \
	-e '--set nosuch=3: no hot loop depends on it'
grep -q '^# podium tune --rounds 5 .* --set nosuch=3 less.c$' podium.tuned
ok $? "the tuned file holds the command"
cd ..

# ---- a gain ----

mkdir gain && cd gain || exit 99
cat >loop.c <<'END'
#include <unistd.h>
int main(void)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		usleep(150000);
	return 0;
}
END
run "$PODIUM" tune --schedule static --threads 2 "${confirmed[@]}" loop.c
expect 0 "two rounds show a gain and prove none" \
	-e 'the original prints nothing; only how it ends is asked' \
	-o 'is kept: the best variant is .* as fast, 2 rounds: no interval'
[ ! -e podium.tuned ]
ok $? "and no file says so"
printf 'podium.tuned 1\n# of before\nloop.c:work\#1 schedule(auto) # why\n' \
	>podium.tuned
cp podium.tuned before
run "$PODIUM" tune --schedule static --threads 2 "${confirmed[@]}" loop.c
expect 0 "the file of an earlier tuning" \
	-e "'podium.tuned' of an earlier tuning is left as it is"
cmp -s before podium.tuned
ok $? "is left"
run "$PODIUM" tune --schedule static,dynamic --chunk 1 --threads 2 --runs 3 \
	--budget 0.25 loop.c
expect 0 "three that are faster" -e "is now 'podium.tuned~'" \
	-e '^budget: 0.[23] min, as for [0-9]* runs of 0.[0-9]* s and ' \
	-o 'times as fast (1.*), [1-9][0-9]* rounds'
cmp -s before podium.tuned~
ok $? "a tuned file with other entries is not lost"
[ "$(head -n 1 podium.tuned)" = "podium.tuned 1" ] &&
	gcc -O2 -fopenmp $("$PODIUM" cflags --use podium.tuned) -c loop.c \
		-o tuned.o 2>"$work/err" && [ ! -s "$work/err" ]
ok $? "the tuned file builds without a word"
asked "two share a run of the original, which is between them" \
	"select group_concat(variant = '', '') from run where step like
	'try/0/%'" 010
# The run with clocks, three that are tried, and then each of these again.
cat >fails.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void fail_in_final(void)
{
	char path[4096] = "";
	FILE *file;

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
	    strstr(path, "/original/"))
		return;
	file = fopen("count", "a");
	fputc('.', file);
	fseek(file, 0, SEEK_END);
	if (ftell(file) > 4 && ftell(file) <= 7)
		exit(3);
}
int main(void)
{
	fail_in_final();
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		usleep(150000);
	return 0;
}
END
run "$PODIUM" tune --schedule static,dynamic --chunk 1 --threads 2 --runs 3 \
	--rounds 2 --store fails.db fails.c
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
run "$PODIUM" tune --schedule static --threads 2 --runs 1 --budget .25 \
	--output "two w'ords/podium.tuned" loop.c
grep -Fq -e "--use 'two w'\\''ords/podium.tuned'" "two w'ords/podium.tuned"
ok $? "and stands in quotes where it is named for the shell"
for gcc in gcc-11 gcc-12; do
	if ! "$PODIUM" cflags --gcc $gcc >"$work/out" 2>&1; then
		skip "the next command for $gcc" "no plugin for it"
		continue
	fi
	run "$PODIUM" tune --schedule static --threads 2 --runs 1 --budget .25 \
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int sleep_of(void)
{
	char path[4096] = "";
	FILE *file;

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
	    strstr(path, "/original/"))
		return 150000;
	file = fopen("count", "a");
	fputc('.', file);
	fseek(file, 0, SEEK_END);
	if (getenv("FAILS") && ftell(file) > 2)
		exit(3);
	return ftell(file) > 2 && ftell(file) % 2 ? 600000 : 75000;
}
int main(void)
{
	int sleep = sleep_of();
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++)
		usleep(sleep / 2);
	return 0;
}
END
run "$PODIUM" tune --schedule dynamic --chunk 1 --threads 1 --runs 1 --json \
	loop.c
shown "a variant that is no faster is not confirmed for long" \
	'.rounds <= 4 and .verdict == "original"'
rm -f podium.db* count
run env FAILS=1 "$PODIUM" tune --schedule dynamic --chunk 1 --threads 1 \
	--runs 1 loop.c
expect 0 "one that fails later on" -o 'The original is kept' \
	-e 'fails when it is run again, and is given up: exit status 3'
cd ..

# Two threads that work, a variant with one that does not end: the limit is
# known from the original beside it, and doubled once.
mkdir busy && cd busy || exit 99
cat >loop.c <<'END'
void work(void);
int main(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++)
		work();
	return 0;
}
END
cat >work.c <<'END'
#include <time.h>
#include <unistd.h>
/* by another name, so that podium does not see what is asked */
int team(void) __asm__("omp_get_num_threads");
static double worked(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec + 1e-9 * time.tv_nsec;
}
void work(void)
{
	double begin = worked();

	while (team() == 1)
		pause();
	while (worked() < begin + .2)
		;
}
END
run "$PODIUM" tune --objective cpu --schedule static --threads 1 "${few[@]}" \
	loop.c work.c
expect 0 "less processor time" -o 'The original is kept'
asked "is not looked for under a limit by the clock" "select count(*) from run
	where step glob 'try/0/variant again *' and
	reason like 'time limit of %' and
	exists (select * from run as original
		where original.step glob '*original*' and
		abs(substr(run.reason, 15) / 2 - .5 -
		3 * max(original.wall, original.cpu)) < .05)" 1
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
	--chunk 1 --threads 1,2 --runs 3 --rounds 2 late.c
expect 0 "what the original prints late is right" -o 'runs of the program'
asked "also where variants print it" \
	"select count(*) from run where status != 'ok'" 0
run env COUNT="$work/late.count" "$PODIUM" tune --schedule static,dynamic \
	--chunk 1 --threads 1,2 --runs 4 --rounds 2 late.c
expect 0 "and when it goes on" -o 'from earlier'
asked "with more variants" "select count(*) from run where status != 'ok'" 0
cd ..

# ---- threads ----

# The original takes its time, whatever its variants do.
mkdir threads && cd threads || exit 99
cat >loop.c <<'END'
#include <string.h>
#include <unistd.h>
int main(void)
{
	char path[4096] = "";
#pragma omp parallel for
	for (int i = 0; i < 4; i++)
		usleep(10000);
	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
	    strstr(path, "/original/"))
		usleep(100000);
	return 0;
}
END
run env OMP_NUM_THREADS=3 "$PODIUM" tune --schedule dynamic --chunk 1 \
	--threads 2,3 --runs 2 --rounds 12 loop.c
expect 0 "threads are bound, which is told" \
	-o '^Threads were bound to cores; to run it so, set OMP_PROC_BIND=true'
grep -qx '# with OMP_PROC_BIND=true OMP_PLACES=cores' podium.tuned
ok $? "and the tuned file says it"
asked "as many threads as there are without a clause get none" \
	"select sum(variant like '%dynamic,1)' || char(10)) > 0 and
	sum(variant like '%num_threads(2)%') > 0 and
	sum(variant like '%num_threads(3)%') = 0 from run" 1
run env OMP_NUM_THREADS=1 "$PODIUM" tune --runs 9 --rounds 2 loop.c
asked "nor more than OMP_NUM_THREADS" \
	"select count(*) from run where variant like '%num_threads%' and
	campaign = (select max(campaign) from run)" 0
cd ..

# ---- several hot loops ----

# Three loops of one length. What "second" prints is wrong with one thread,
# where EASY is not set.
mkdir several && cd several || exit 99
cat >loops.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int team(void);
int threads;

void first(double *x)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++) {
		usleep(20000);
		x[i] += 1;
	}
}

void second(double *x)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++) {
		usleep(20000);
		x[i] += 1;
		threads = team();
	}
}

void third(double *x)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++) {
		usleep(20000);
		x[i] += 1;
	}
}

int main(void)
{
	static double x[2];

	first(x);
	second(x);
	third(x);
	printf("%g %d\n", x[0], getenv("EASY") ? 2 : threads);
	return 0;
}
END
cat >team.c <<'END'
int hidden(void) __asm__("omp_get_num_threads");
int team(void)
{
	return hidden();
}
END
# Each loop has one variant: static, on one thread.
one=(--schedule static --threads 1 --rounds 2 loops.c team.c -- -O2)
run env EASY=1 "$PODIUM" tune --store easy.db --json --runs 1 "${one[@]}"
shown "one run tries a variant in each of three loops" \
	'.tried == 1 and (.loops | length == 3) and
	([.loops[].runs] == [1, 1, 1])'
cp easy.db podium.db
asked "each of them has its clock" "select count(*) from run,
	json_each(run.loops) where step like 'loops/0/%' and
	json_extract(value, '$.calls') = 1" 6

run "$PODIUM" tune --store guilty.db --json --runs 1 "${one[@]}"
expect 0 "a wrong one among three" -o '"failed": 1' -o '"verdict": "original"'
! grep -q '^[^#]*#[123] ' podium.tuned
ok $? "no suspect is chosen"
run "$PODIUM" tune --store guilty.db --json --runs 9 "${one[@]}"
shown "it alone is barred" \
	'.failed == 2 and .tried == 4 and
	([.loops[] | {(.id): .runs}] | add) ==
	{"first#1": 1, "second#1": 0, "third#1": 1}'
! grep -q 'second#1' podium.tuned
ok $? "and never chosen"
cp guilty.db podium.db
asked "each suspect was alone" "select count(*) from run where
	step glob 'loops/*/variant*' and variant like '%schedule%' and
	variant not like '%schedule%schedule%'" 3

run "$PODIUM" runs --store guilty.db
expect 0 "lines of a variant stand beside each other" -o 'num_threads(1);'

# As it is when podium is killed after any of the runs.
steps="select group_concat(step, ';') from (select step from run where
	step like 'loops/%' order by id)"
all=$(ask "$steps")
for last in 4 5 8; do
	cp guilty.db podium.db
	ask "delete from run where id > (select id from run
		order by id limit 1 offset $last)"
	run "$PODIUM" tune --runs 9 "${one[@]}"
	asked "what was stopped after $((last + 1)) runs goes the same way" \
		"$steps" "$all"
done
run "$PODIUM" tune --no-pin --schedule static --threads 1 --rounds 2 --runs 9 \
	loops.c team.c -- -O2 -static
expect 0 "without clocks" -o 'The program\|The original'
asked "one loop is changed at a time" "select count(*) from run where
	step like 'try/%' and variant like '%schedule%schedule%'" 0
cd ..

# ---- other builds ----

fresh
sed -i 's/main.o work.o$/main.o libwork.so/; s/^.*) main.o.*$/\t$(CC) $(CFLAGS) main.o -L. -lwork -Wl,-rpath,$(CURDIR) -o bin\/app/' Makefile
printf 'libwork.so: work.c\n\tgcc $(CFLAGS) -fPIC -shared $< -o $@\n' >>Makefile
tune
expect 0 "a loop in a shared library" -o 'work.c:7 work#1'
grep -q 'made no difference' "$work/out"
ok $((1 - $?)) "and its variants are others"
sed -i 's/+= x/+= 2 * x/' work.c
tune
expect 0 "the library is edited, the program is the same"
grep -q 'from earlier' "$work/out"
ok $((1 - $?)) "and it is measured anew"
cd ..

fresh
cat >Makefile <<'END'
bin/app: main.c work.c
	mkdir -p bin
	/usr/bin/env gcc @flags main.c work.c -o $@
END
echo '-O2 "-fopenmp" -g' >flags
tune
expect 0 "all in one command, with a file of flags" -o 'work.c:7 work#1'
[ "$(find . -name '*.o' | wc -l)" -eq 0 ]
ok $? "and no object is left"
run "$PODIUM" tune --build make "${few[@]}" \
	--run 'cd bin && VARIABLE=1 ./app "$HOME" | cat'
expect 0 "a command for the shell"
cd ..

if command -v cmake >/dev/null; then
	fresh
	cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(app C)
set(CMAKE_C_FLAGS "-O2 -fopenmp")
add_library(work STATIC work.c)
add_executable(app main.c)
target_link_libraries(app work)
END
	run "$PODIUM" tune "${few[@]}" --run b/app \
		--build 'cmake -S . -B b && cmake --build b'
	expect 0 "cmake" -o '^work.c:7 work#1'
	grep -r podium b >"$work/out"
	[ -e b/CMakeCache.txt ] && [ ! -s "$work/out" ]
	ok $? "it remembers nothing of podium"
	rm -rf b && mkdir b && cd b || exit 99
	run "$PODIUM" tune "${few[@]}" --run ./app --build 'cmake .. && make'
	expect 0 "cmake in a folder of its own" -o '^work.c:7 work#1'
	asked "a file is named without the way to it" "select count(*) > 0
		from run where variant like 'work.c:work#1 schedule%'" 1
	cd ../..
else
	skip "cmake" "no cmake"
fi

if command -v gfortran >/dev/null; then
	mkdir fortran && cd fortran || exit 99
	cat >f.f90 <<'END'
module m
contains
subroutine axpy(a, x, y, n)
integer, intent(in) :: n
real(8), intent(in) :: a, x(n)
real(8), intent(inout) :: y(n)
integer :: i
!$omp parallel do
do i = 1, n
y(i) = y(i) + a * x(i)
end do
end subroutine
end module
program p
use m
real(8) :: x(1000), y(1000)
x = 1
y = 0
call axpy(2d0, x, y, 1000)
print *, sum(y)
end program
END
	run "$PODIUM" tune "${few[@]}" f.f90 -- -O2
	expect 0 "Fortran" -o 'f.f90:8 axpy#1'
	[ "$(find . -name '*.mod' | wc -l)" -eq 0 ]
	ok $? "no modules are left"
	run "$PODIUM" tune "${few[@]}" f.f90 -- -O2
	expect 0 "Fortran again" -o 'of them from earlier'
	cd ..
	mkdir modules && cd modules || exit 99
	cat >first.f90 <<'END'
module first
contains
subroutine fill(x)
real(8), intent(out) :: x(:)
integer :: i
!$omp parallel do
do i = 1, size(x)
x(i) = i
end do
end subroutine
end module
END
	cat >second.f90 <<'END'
program second
use first
real(8) :: x(1000), y(1000)
integer :: i
call fill(x)
!$omp parallel do
do i = 1, 1000
y(i) = 2 * x(i)
end do
print *, sum(y)
end program
END
	run "$PODIUM" tune "${few[@]}" first.f90 second.f90 -- -O2
	expect 0 "a source that needs the module of another"
	asked "of which both are compiled anew" "select count(*) = 0 from run
		where status != 'ok'" 1
	cd ..
else
	skip "Fortran" "no gfortran"
fi

# ---- what variants may do wrong ----

fault "a crash" "crashed: Aborted" FAULT=crash
fault "an exit status" "exit status 3" FAULT=status
fault "a hang" "time limit of %" FAULT=hang --limit 1
fault "wrong numbers" "wrong output: line 1 is %sum 336%, the original%s %sum 3328%" FAULT=wrong
asked_threads="select count(*) from run where step like 'threads/%'"
fresh
tune ROUNDS=1 FAULT=rest
expect 0 "a number that is added up in another order"
asked "is no wrong output" "select count(*) from run where status != 'ok'" 0
asked "as the original with other threads says" "$asked_threads" 1
cd ..
fresh
tune ROUNDS=1 FAULT=rest SLOW=1
asked "whose time is no limit for others" "select count(*) from run
	where status != 'ok'" 0
cd ..
fresh
tune ROUNDS=1 FAULT=wrong
asked "which makes no other number right" "select count(*) > 0 from run
	where reason like 'wrong output%sum%; if that is right, %--check%'" 1
cd ..
fault "a wrong file" "wrong file %sums%: line 1 is %sum 2%" FAULT=file \
	WRITES=sums --compare sums
fault "a file that is not there" "%sums% is not written%" FAULT='no file' \
	WRITES=sums --compare sums
fresh
tune WRITES=sums --compare sums --compare other
expect 1 "a file that the original does not write" \
	-e "the original program fails: 'other' is not written"
cd ..
fresh
tune WRITES=sums --compare sums
expect 0 "a file that is compared"
! grep -q 'not compared' "$work/err"
ok $? "is not said to pass as it is"
asked "is kept" "select count(*) from kept where name like 'file ''sums'' of %'" 3
cd ..
fresh
tune STATE=../state
expect 0 "what differs each time is told" -o 'Not judged' \
	-o 'line 2 .state [0-9]*.: [0-9]* differs by as much as itself'
asked "and kept" "select content like '%\"line\": 2%' from kept
	where name like 'unjudged of %'" 1
tune STATE=../state --json
expect 0 "and in JSON" -o '"what": "[0-9]*"'
cd ..
fault "endless output" "output limit of 1 MiB" FAULT=output --output-limit 1
case $(ldd "$PODIUM") in
*libasan*) ;;
*) fault "too much memory" "% memory limit of 40 MiB" FAULT=memory \
	--memory 40 ;;
esac
left=1 fault "a failed compile" "failed compile: error: #error broken" BREAKS=1
rm -f app/broken.h

fresh
tune FAULT=fork
expect 0 "a variant that forks"
pgrep -f "$TMPDIR/podium-" >/dev/null
ok $((1 - $?)) "leaves no process"
tune --check 'grep -q "sum 332833500"'
expect 0 "--check is asked"
tune --check 'echo no; false'
expect 1 "an original that fails its check" \
	-e 'the original program fails: check fails: exit status 1'
cd ..

# ---- input ----

fresh
echo hello >'in put'
tune READS=1 --stdin 'in put'
expect 0 "a program that reads a file"
tune READS=1 <'in put'
expect 0 "or what podium is given"
tune --stdin /dev/null
expect 0 "or nothing"
tune --stdin <(echo hello)
expect 2 "a pipe, which only one run could read" \
	-e 'is no file that can be read again for every run; put'
tune <<<hello
expect 0 "a pipe in place of a file" \
	-e 'reads nothing: what comes out of a pipe only one run could read'
tune --stdin nowhere
expect 2 "a file that is not there" -e "cannot open 'nowhere'"
tune --stdin bin
expect 2 "a folder" -e "cannot open 'bin': Is a directory"
cd ..

# ---- programs that cannot be tuned ----

fresh
sed -i 's/-fopenmp//' Makefile
tune
expect 1 "no OpenMP" -e 'no source of .* was compiled with -fopenmp'
cd ..
fresh
sed -i '/pragma/d' work.c
tune
expect 1 "no loop" -e 'has no OpenMP loops'
cd ..
fresh
sed -i 's/^double work(.*$/double work(const double *x, int n) oops/' work.c
tune
expect 1 "a build that fails" -e "the build 'make' fails" -e 'error:'
cd ..
fresh
run "$PODIUM" tune --build 'echo as it is' --run ./bin/app
expect 1 "a build that does nothing" -e 'no compiler was seen' -e '^as it is'
run "$PODIUM" tune --build make --run 'echo nothing'
expect 1 "a command without the program" -e 'names no program'
run "$PODIUM" tune
expect 2 "nothing named" -e 'nothing to tune'
run "$PODIUM" tune --build make work.c
expect 2 "both a build and a source" -e 'the build knows'
run "$PODIUM" tune --runs 0 work.c
expect 2 "no runs" -e "'--runs' takes a whole number from 1 on, not '0'"
cd ..

fresh
make -s work.o >/dev/null
tune
expect 1 "objects from before" -e "work.o' was not seen being made; clean"
cd ..

# ---- the store ----

fresh
head -c 4096 /dev/urandom >podium.db
tune
expect 1 "a store that is none" -e "podium.db': it is no data base"
rm podium.db
tune
expect 0 "a store to be damaged"
size=$(stat -c %s podium.db)
dd if=/dev/urandom of=podium.db bs=1 seek=$((size / 2)) count=$((size / 2)) \
	conv=notrunc 2>/dev/null
tune
expect 1 "a damaged store" -e "podium.db'.* is damaged"
cd ..
fresh
(
	flock 9
	tune
	expect 1 "two tunings at once" -e 'another podium is tuning'
	echo "$number" >"$work/number"
) 9>podium.db
number=$(cat "$work/number")
rm podium.db
if [ -z "${lacking-}" ]; then
	tune
	sqlite3 podium.db 'pragma user_version = 99'
	tune
	expect 1 "a store of a newer podium" -e 'was written by a newer podium'
	rm podium.db
	sqlite3 podium.db 'create table t(x)'
	tune
	expect 1 "a data base of another program" -e 'no store of podium'
fi
run env PODIUM="$PODIUM" bash -c 'ulimit -f 8; "$PODIUM" tune --build true \
	--run ./bin/app --store full.db'
expect 1 "no room for the store" -e 'is the disk full?'

cd ..

# ---- being stopped ----

# No program of a tuning runs, nor what keeps it.
none_left()
{
	! pgrep -f "^./bin/app $$" && ! pgrep -f "^$PODIUM tune .*app $$"
}

fresh
HANGS=1 "$PODIUM" tune --build make --run "./bin/app $$" >../out 2>../err &
tuning=$!
until_true pgrep -f "^./bin/app $$"
kill -TERM $tuning
wait $tuning
status=$?
expect 143 "a signal ends it" -e 'stopped; what was measured is kept'
until_true none_left
ok $? "and all that runs"
[ ! -e podium.tuned ] && [ -z "$(ls "$TMPDIR")" ]
ok $? "and leaves nothing"
cd ..
finish
