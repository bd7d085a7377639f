# SPDX-License-Identifier: GPL-3.0-or-later
#
# The output check on programs with clocks: the baseline is really run, also
# while it is stopped and continued and without optimization. Then a right
# variant, and wrong ones by a macro, are run and judged.

. "$(dirname "$0")/../tap.sh"
compared=$builddir/testsuite/driver/compared

cd "$work" || exit 99

# What is wrong: 1 a sum by 1e-5 of itself, 2 a NaN, 3 a line lost, 4 two lines
# exchanged, 5 a line doubled, 6 a whole number.
cat >work.c <<'END'
#include <math.h>
#include <stdio.h>
#include <time.h>
#ifdef MPI
#include <mpi.h>
#endif
#ifndef WRONG
#define WRONG 0
#endif

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments)
{
#ifdef SHORT
	double start = now();

	printf("setup %.6f s\n", now() - start);
#endif
	static double x[100000];
	double begin = now(), sum = 0, part[4];
	int rank = 0;

#ifdef MPI
	MPI_Init(&count, &arguments);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
	(void)count, (void)arguments;
	for (int k = 0; k < 4; k++) {
		for (int round = 0; round < 100; round++)
			for (int i = 0; i < 100000; i++)
				x[i] = .5 * x[i] + 1. / (i + k + 1);
		part[k] = 0;
		for (int i = 0; i < 100000; i++)
			part[k] += x[i];
		sum += part[k];
	}
#ifdef MPI
	MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
		      MPI_COMM_WORLD);
#endif
	if (rank == 0) {
		printf("sum %.10f\n", WRONG == 1 ? sum * 1.00001
				      : WRONG == 2 ? nan("") : sum);
		printf("elapsed %.9f s, cpu %.9f s\n", now() - begin,
		       (double)clock() / CLOCKS_PER_SEC);
		for (int k = 0; k < 4; k++) {
			int from = WRONG == 4 && k > 1 ? 5 - k : k;

			if (WRONG == 3 && k == 2)
				continue;
			printf("part %d %.8f\n", from, part[from]);
			if (WRONG == 5 && k == 2)
				printf("part %d %.8f\n", from, part[from]);
		}
		printf("rate %.3f per s, %d rounds\n", 400 / (now() - begin),
		       WRONG == 6 ? 401 : 400);
	}
#ifdef MPI
	MPI_Finalize();
#endif
	return 0;
}
END
cat >work.F90 <<'END'
#ifndef WRONG
#define WRONG 0
#endif
program work
  implicit none
  integer, parameter :: n = 100000
  double precision :: x(n), parts(4), s, wrong, cpu
  integer(8) :: first, last, rate
  integer :: i, k, r, line
  call system_clock(first, rate)
  x = 0
  do k = 1, 4
    do r = 1, 100
      do i = 1, n
        x(i) = .5d0 * x(i) + 1d0 / (i + k)
      end do
    end do
    parts(k) = sum(x)
  end do
  s = sum(parts)
  wrong = 0
  if (WRONG == 1) s = s * 1.00001d0
  if (WRONG == 2) s = wrong / wrong
  call system_clock(last)
  call cpu_time(cpu)
  print *, 'sum', s
  print *, 'elapsed', dble(last - first) / rate, 'cpu', cpu
  do k = 1, 4
    line = k
    if (WRONG == 4 .and. k > 2) line = 7 - k
    if (WRONG == 3 .and. k == 3) cycle
    print *, 'part', line, parts(line)
    if (WRONG == 5 .and. k == 3) print *, 'part', line, parts(line)
  end do
  print *, 'rounds', merge(401, 400, WRONG == 6)
end program
END

# judged NAME LAUNCHER COMPILER SOURCE FLAG...: its right variant is right, the
# six wrong ones are wrong.
judged()
{
	local name=$1 launcher=$2 compiler=$3 source=$4 variants=() i

	shift 4
	if ! $compiler -O2 "$@" "$source" -o base -lm 2>log; then
		skip "$name" "does not compile"
		return
	fi
	$compiler -O0 "$@" "$source" -o rebuilt -lm &&
		$compiler -O3 "$@" "$source" -o variant -lm || exit 99
	for i in 1 2 3 4 5 6; do
		$compiler -O2 -DWRONG=$i "$@" "$source" -o wrong-$i -lm ||
			exit 99
		variants+=("$launcher ./wrong-$i")
	done
	rm -rf recorded
	run "$compared" --record recorded "$launcher ./base" \
		"$launcher ./rebuilt" "$launcher ./variant" "${variants[@]}"
	expect 0 "$name: the baseline and its variants run"
	run "$compared" recorded/stdout
	expect 1 "$name: wrong variants are found"
	sed -n 's/^\(not \|\)ok .*/\1ok/p' out | sort | uniq -c >verdicts
	[ "$(awk '{ print $1 $2 $3 }' verdicts | tr '\n' ' ')" = "6notok 1ok " ] &&
		grep -q '^ok 1 ' out
	ok $? "$name: wrong variants are told from the right one"
	grep -q "^# line .*elapsed" out
	ok $? "$name: its times are masked, and named"
}

judged "C" "" "${CC:-gcc}" work.c
judged "a short time" "" "${CC:-gcc}" work.c -DSHORT
grep -q "^# line 1 'setup" out
ok $? "a short time: it is masked, whatever it is in all other runs"
judged "static" "" "${CC:-gcc}" work.c -static
judged "Fortran" "" gfortran-12 work.F90
if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	judged "MPI" "mpirun --oversubscribe -n 2" mpicc work.c -DMPI
else
	skip "MPI" "no mpirun"
fi
finish
