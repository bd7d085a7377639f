# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune: which loops of a program are tried, how many of them in one run, and
# which are left as they are written.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

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

	if (count < 2 || !strtol(arguments[1], NULL, 10)) {
		puts("usage: loops NUMBER [never]");
		fputs("loops: too few arguments\n", stderr);
		return 0;
	}
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
expect 1 "no loop is reached" -e 'is reached in this run' \
	-e '^The end of what it printed:$' -e '^usage: loops NUMBER' \
	-e '^loops: too few arguments$'
run "$PODIUM" tune "${few[@]}" --run '{} 0' loops.c -- -O2
expect 1 "and again, from what was kept" -e 'is reached in this run' \
	-e '^usage: loops NUMBER'
run "$PODIUM" tune "${few[@]}" --run '{} 1' loops.c -- -O2 -static
expect 0 "without clocks" -o 'cold#1' -e 'could not be clocked' \
	-e 'loops.c:[0-9]*: not known and taken for 1000: [mn, ]*; give values, as by'

# Clocks do not follow a pointer that leads nowhere where the inner loop is
# empty.
cat >shape.f90 <<'END'
program shape
  type grid
    real(8), allocatable :: t(:,:)
  end type
  type(grid), pointer :: g
  integer :: i
  allocate(g); allocate(g%t(90, 90))
  g%t = 0
  do i = 1, 40
    call step(g, 90)
  end do
  print *, sum(g%t)
contains
  subroutine step(g, n)
    type(grid), pointer :: g
    integer :: n, i, j
!$omp parallel do num_threads(1)
    do j = 1, n
      do i = 1, n
        g%t(i,j) = g%t(i,j) + 1
      end do
    end do
!$omp parallel do num_threads(1)
    do j = 1, n
      do i = 1, n
        g%t(i,j) = g%t(i,j) * 2
      end do
    end do
  end subroutine
end program
END
if command -v gfortran >/dev/null; then
	run "$PODIUM" tune "${few[@]}" shape.f90 -- -O2
	expect 0 "the shape of an array of Fortran is explained" \
		-e "shape.f90:[0-9]*\( and 1 more\)*: not known .* as by --set '.*dim\[1\].stride=N'; dim\[1\].stride of an array a is"
else
	skip "the shape of an array of Fortran is explained" "no gfortran"
fi
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
run "$PODIUM" tune --json --confirm 2 loops.c -- -O2
expect 0 "loops that take no time" -o '"tried": 0' -o '"verdict": "original"' \
	-e 'hot: loops.c:[0-9]*, .* % of the time, [0-9]* variants' \
	-e 'left alone: 1 that take less' -e 'there is nothing to gain in them'
run "$PODIUM" tune --confirm 2 loops.c -- -O2
expect 0 "it is said" -o 'The original is kept: nothing was tried'
run "$PODIUM" tune --json --threads 2 "${few[@]}" loops.c -- -O2
expect 0 "are tried where that is asked" -o '"tried": 1'
cd ..

# Two loops take turns, and have four threads. On this machine regions of four are
# dear, so that two would pay - but for the threads that end and begin again.
mkdir teams && cd teams || exit 99
cat >teams.c <<'END'
#include <stdio.h>

static double x[20000], y[20000];

static void one(void)
{
#pragma omp parallel for
	for (int i = 0; i < 20000; i++)
		x[i] += y[i] * 0.5;
}

static void two(void)
{
#pragma omp parallel for
	for (int i = 0; i < 20000; i++)
		y[i] += x[i] * 0.25 + 1;
}

int main(void)
{
	for (int i = 0; i < 100; i++) {
		one();
		two();
	}
	printf("%g\n", x[19999] + y[1]);
	return 0;
}
END
# team CYCLES: a tuning where a thread that comes back costs so much.
team() {
	tr -d '\n' <"$srcdir/testsuite/recorded/calibrated.json" | sed \
		"s/\"region\": *\[ *\[[^]]*\], *\[[^]]*\] *\]/\"rejoin\": $1, \"region\": [[1, 9], [2, 9], [4, 1e7]]/" \
		>machine.json
	OMP_NUM_THREADS=4 run "$PODIUM" tune --profile machine.json \
		--threads 2,4 --schedule static "${few[@]}" teams.c -- -O2
}
team 0
expect 0 "a smaller team is predicted to pay" \
	-e 'num_threads(2):.* (predicted 0\.'
team 1e9
! grep -q 'num_threads(2):.* (predicted 0\.' "$work/err"
ok $? "not where the threads of others come back at each call"
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
run "$PODIUM" tune "${few[@]}" --force main inside.c -- -O2
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
	-e "left as written: who.c:11: calls 'omp_get_thread_num', which .*; --force who.c:11" \
	-e 'has no loop whose clauses can be exchanged'
run "$PODIUM" tune "${few[@]}" --json --threads 2 who.c -- -DANOTHER
expect 0 "is named beside what is tried" -o '"tried": 1' \
	-e "left as written: who.c:11, [0-9.]* % of the time: calls 'omp_get"
run "$PODIUM" tune "${few[@]}" --confirm 2 --force who.c:4 who.c
expect 1 "a loop that is not there" -e "'[^']*who' has no such loop"
run "$PODIUM" tune "${few[@]}" --force who.c:11 --json who.c
expect 0 "a loop that is changed all the same" -o '"tried": 1' -e ') force: '
asked "its entry says so" "select count(*) > 0 from run where variant like
	'who.c:main#1 schedule(%) force%'" 1
cd ..

# Of two functions one is in another unit, and one in a library.
# With more threads it is faster, by what it says.
mkdir needs && cd needs || exit 99
cp "$data/spend.h" "$data/team.h" .
cat >loop.c <<'END'
#include "spend.h"
#include "team.h"
double root(double);
int main(void)
{
	double x[4];

#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 4; i++) {
		usleep(20000);
		x[i] = root(i);
	}
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 4; i++) {
		usleep(20000);
		x[i] += a64l("1");
	}
	spend(team() > 1 ? 100000 : 300000);
	printf("%g\n", x[1]);
	return 0;
}
END
cat >root.c <<'END'
#include <math.h>
double root(double x)
{
	return sqrt(x);
}
END
timed "$PODIUM" tune "${few[@]}" --schedule static --threads 4 --json \
	--store needs.db --build 'gcc -O2 -fopenmp loop.c root.c -o app -lm' --run ./app
expect 0 "a function of another unit is looked at" \
	-o '"tried": 1' -o '"identical": 0' \
	-e "left as written: loop.c:13.*: calls 'a64l', whose body podium has not seen; --force"
grep -q '^safe(root) proof([0-9a-f]*) *# known' podium.tuned && ! grep -q force podium.tuned
ok $? "its entry needs no force"
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
run env OMP_NUM_THREADS=4 "$PODIUM" tune --confirm 2 --runs 9 limited.c
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
	-e 'left as written: loop.c:7.* a reduction adds .*original itself may differ'
run "$PODIUM" tune "${few[@]}" --reproducible --json loop.c -- -DANOTHER
expect 0 "what is the same in any order" -o '"tried": 1' \
	-e 'left as written: loop.c:7'
asked "no variant changes the sum" "select count(*) from run where
	variant like '%main#1%'" 0
run "$PODIUM" tune --reproducible --space x loop.c
expect 2 "other flags" -e 'may change any result'
cd ..

# ---- several hot loops ----

# Three loops of one length. What "second" prints is wrong with one thread,
# where EASY is not set. For podium runs take no time, so that none is cut.
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
#include <omp.h>
int team(void)
{
	return omp_get_num_threads();
}
END
# Each loop has one variant: static, on one thread.
one=(--force second --schedule static --threads 1 --confirm 2 loops.c team.c -- -O2)
timed env EASY=1 "$PODIUM" tune --store easy.db --json --runs 1 "${one[@]}"
shown "one run tries a variant in each of three loops" \
	'.tried == 1 and (.loops | length == 3) and
	([.loops[].runs] == [1, 1, 1])'
cp easy.db podium.db
asked "each of them has its clock" "select count(*) from run,
	json_each(run.loops) where step like 'loops/0/%' and
	json_extract(value, '$.calls') = 1" 6

timed "$PODIUM" tune --store guilty.db --json --runs 1 "${one[@]}"
expect 0 "a wrong one among three" -o '"verdict": "original"' \
	-e '^  1  3 loops at once: .*; which of them is not known$' \
	-e '^  [1-4]  loops.c:19 .*: wrong output: '
! grep -q '^[^#]*#[123] ' podium.tuned
ok $? "no suspect is chosen"
timed "$PODIUM" tune --store guilty.db --json --runs 9 "${one[@]}"
shown "it alone is barred" \
	'.failed >= 2 and .failed <= 3 and .tried <= 5 and
	([.loops[] | {(.id): .runs}] | add) ==
	{"first#1": 1, "second#1": 0, "third#1": 1}'
! grep -q 'second#1' podium.tuned
ok $? "and never chosen"
cp guilty.db podium.db
asked "as one half of the loops after the other says" "select count(*) in (2, 4)
	from run where step glob 'halves/*/variant*'" 1

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
	timed "$PODIUM" tune --runs 9 "${one[@]}"
	asked "what was stopped after $((last + 1)) runs goes the same way" \
		"$steps" "$all"
done
timed "$PODIUM" tune --no-pin --force second --schedule static --threads 1 --confirm 2 --runs 9 \
	loops.c team.c -- -O2 -static
expect 0 "without clocks" -o 'The program\|The original'
asked "one loop is changed at a time" "select count(*) from run where
	step like 'try/%' and variant like '%schedule%schedule%'" 0
cd ..
finish
