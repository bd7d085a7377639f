# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune, loops that are called often: their variants are tried within one
# run of the program. Nothing here asks which is the faster one, and for podium
# runs take no time, so that none is cut where the machine is busy.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# Threads that wait leave their cores to others.
export OMP_WAIT_POLICY=passive

# Two loops: one that is called 400 times, and one that is called ONCE. What
# FAULT names happens where threads share out the work otherwise than as it is
# written: by turns of one iteration the second one is of the second thread.
mkdir steps && cd steps || exit 99
cat >steps.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 400

static double x[N];
static int calls, strange, crashes, owner[N];

static void step(void)
{
	calls++;
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < N; i++) {
		double sum = 0;

		for (int j = 0; j < i; j++)
			sum += x[j] * 1e-3 + j;
		x[i] = sum / N;
		owner[i] = omp_get_thread_num();
		if (crashes && i == 1 && owner[i] == 1)
			abort();
	}
	strange += owner[1] != owner[0] || owner[N - 1] == owner[0];
}

static void once(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < N; i++) {
		usleep(1000);
		x[i] += 1;
	}
}

int main(void)
{
	const char *fault = getenv("FAULT");

	crashes = fault && !strcmp(fault, "crash");
	for (int i = 0; i < 400; i++)
		step();
	if (getenv("ONCE"))
		once();
	printf("calls %d, sum %.15g\n", calls, x[N - 1]);
	if (fault && !strcmp(fault, "wrong") && owner[1] != owner[0])
		puts("by turns");
	return 0;
}
END
cd ..

# begin NAME: a folder for it.
begin()
{
	rm -rf try && cp -r steps try && cd try || exit 99
}

# It asks for the thread, so it is to be told that this does not matter.
within=(--force step --schedule "static,dynamic" --chunk "1,8")

begin
timed "$PODIUM" tune "${within[@]}" --confirm 2 steps.c -- -O2
expect 0 "a loop that is called often is tried within one run" \
	-e '^  trial  steps.c:15 schedule(.*): .* (predicted .*), [0-9]* calls' \
	-o 'combinations tried; [0-9]* runs of the program'
asked "in four runs at most, several in each" "select
	count(distinct variant) between 1 and 4 and
	max(variant like '%step#1 as-written | schedule(%'), 1 from run
	where step like 'trial/%/variant %'" '1|1'
asked "which the store has" "select count(*) > 0 from run
	where step like 'trial/0/variant %' and loops like '%\"difference\"%'" 1
asked "no variant had a run of its own" \
	"select count(*) from run where step like 'try/%' or step like 'loops/%'" 0
asked "the original was run once before" "select count(*) from run
	where step like 'original/%'" 1
runs=$(ask "select count(*) from run")
run "$PODIUM" runs
expect 0 "podium runs shows it" -o 'trial/0/variant  *steps.c:step#1 as-written |'
timed "$PODIUM" tune "${within[@]}" --confirm 2 steps.c -- -O2
expect 0 "a second tuning" -o 'of them from earlier'
asked "runs nothing again" "select count(*) from run" "$runs"
cd ..

begin
timed "$PODIUM" tune "${within[@]}" --runs 1 --confirm 0 --json steps.c -- -O2
expect 0 "without confirmation"
asked "it takes three runs, and more where something is open" \
	"select count(*) filter (where step like 'original/0 %'),
		count(*) filter (where step like 'clocks %'),
		count(*) filter (where step like 'trial/0/variant %'),
		count(*) filter (where step not like 'original/0 %' and
			step not like 'clocks %' and step not like 'trial/_/variant %')
	from run" '1|1|1|0'
shown "and says what was not compared" \
	".ratio == null and .runs == $(ask "select count(*) from run")"
cd ..

begin
timed env ONCE=1 "$PODIUM" tune --force once "${within[@]}" --runs 2 \
	--confirm 2 steps.c -- -O2
expect 0 "a loop that is called once has runs of its own" \
	-e '^  trial  steps.c:15 ' -e '^  1  steps.c:31 '
asked "beside two of the original" "select count(*) from run
	where step like 'original/%'" 2
cd ..

# What errs is static: which iterations are whose is no matter of time then.
static=(--force step --no-predict --schedule static --chunk "1,8" --threads 2
	--runs 2 --confirm 2 steps.c -- -O2)

begin
timed env FAULT=crash "$PODIUM" tune "${static[@]}"
expect 0 "a variant that crashes in a call"
asked "fails" "select count(*) > 0 from run where status = 'failed' and
	reason like 'crashed: Aborted%' and step like 'trial/0/variant %'" 1
asked "and the trial goes on without it" "select count(*) > 0 from run
	where status = 'ok' and step like 'trial/1/variant %' and
	variant like '%as-written | schedule(static,8)%'" 1
[ ! -e podium.tuned ] || ! grep -q 'schedule(static,1)' podium.tuned
ok $? "and is not chosen"
cd ..

begin
run env FAULT=wrong "$PODIUM" tune "${static[@]}"
expect 0 "a variant that errs in its last call"
[ ! -e podium.tuned ] || ! grep -q 'schedule(static,1)' podium.tuned
ok $? "is not chosen either"
cd ..

# ---- loops that are called once ----

# Versions are fixed in one build; variables whose size is computed allow none.
mkdir sized && cd sized || exit 99
cat >sized.c <<'END'
#include <stdio.h>
#include <unistd.h>
#define N 20
static double x[N], y[N];
static int size = 3;
static void sized(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < N; i++) {
		double part[size];

		usleep(5000);
		for (int j = 0; j < size; j++)
			part[j] = i + j;
		x[i] = part[i % size];
	}
}
static void plain(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < N; i++) {
		usleep(5000);
		y[i] = i;
	}
}
int main(void)
{
#ifdef SIZED
	sized();
#else
	plain();
#endif
	plain();
	printf("%g\n", x[5] + y[7]);
	return 0;
}
END
once=("$PODIUM" tune --schedule "static,dynamic" --chunk "1,2" --threads 2
	--confirm 0 --no-predict --runs 4 sized.c -- -O1)
run "${once[@]}"
expect 0 "a loop that is called twice" -e '^  4  sized.c:[0-9]* schedule'
asked "its versions ran in one build" "select count(distinct variant) || ' ' ||
	count(distinct program) from run
	where step like 'try/%' and variant != '' and status = 'ok'" '4 1'
rm -f podium.*
run "${once[@]}" -DSIZED
expect 0 "one that cannot have versions" \
	-e 'sized.c:8: each variant is a build of its own' \
	-e '^  4  sized.c:8 schedule'
asked "is built each time" "select count(*) from run
	where step like 'loops/%' and variant != '' and status = 'ok'" 5
asked "and nothing is wrong" "select count(*) from run where status != 'ok'" 0
cd ..

finish
