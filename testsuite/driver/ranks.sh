# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune on programs of several processes: those beside each other wait for
# the slowest, and those behind each other are added up.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# In both ranks "both" takes less than "one" takes in the first, and more in all:
# their times are written into the store.
mkdir ranks && cd ranks || exit 99
cat >ranks.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void both(double *x)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 2; i++) {
		usleep(10000);
		x[i] += 1;
	}
}

void one(double *x)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < 3; i++) {
		usleep(10000);
		x[i] += 1;
	}
}

int main(int count, char **arguments)
{
	static double x[10];

	if (count < 2)
		return 1;
	both(x);
	if (atoi(arguments[1]) == 0)
		one(x);
	printf("%s: %g\n", arguments[1], x[0]);
	return 0;
}
END

# tune_ranks COMMAND: two tunings; the second one reads the times of the loops,
# 20 ms and 30 ms a call, from the store.
tune_ranks()
{
	run "$PODIUM" tune "${few[@]}" --run "$1" ranks.c -- -O2
	ask "update run set loops = (select json_group_array(json_set(value,
		'\$.wall', own, '\$.busy', own)) from (select value,
		json_extract(value, '\$.calls') * iif(json_extract(value,
		'\$.id') = 'both#1', 20000000, 30000000) as own
		from json_each(loops))) where step like 'clocks %'"
	run "$PODIUM" tune "${few[@]}" --run "$1" ranks.c -- -O2
}

# first: the loop that is told as the hottest.
first()
{
	sed -n 's/^hot: ranks.c:\([0-9]*\),.*/\1/p' "$work/err" | head -n 1
}

# calls LOOP: in the run with clocks, of each process.
calls()
{
	ask "select loops from run where step like 'clocks %'" |
		jq -c "[.[] | select(.id == \"$1\") | .calls] | sort"
}

tune_ranks 'for i in 0 1; do {} $i & done; wait'
expect 0 "processes beside each other"
[ "$(first)" = 16 ]
ok $? "the loop is hot that takes long in one of them"
if command -v jq >/dev/null && [ -z "${lacking-}" ]; then
	[ "$(calls 'one#1')" = '[0,1]' ] && [ "$(calls 'both#1')" = '[1,1]' ]
	ok $? "the clocks of both are kept"
else
	skip "the clocks of both are kept" "no jq, or no sqlite3"
fi
tune_ranks 'for i in 0 1; do {} $i; done'
expect 0 "processes behind each other"
[ "$(first)" = 7 ]
ok $? "the loop is hot that takes long in all"
cd ..

# ---- what ranks print ----

# In programs that lie in a folder of podium's the first rank is late, or, in all
# but the first of them, the baseline with clocks, and the one that is built
# without optimization, the second one is wrong.
mkdir order && cd order || exit 99
cat >app.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *fault)
{
	char path[4096] = "";

	return readlink("/proc/self/exe", path, sizeof(path) - 1) > 0 &&
	       strstr(path, "podium-run.") && strstr(getenv("FAULT"), fault);
}

static int is_variant(void)
{
	char path[4096] = "", first[4096] = "";
	const char *zone = getenv("TZ");
	FILE *file;

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
	    (zone && strstr(zone, "QQQ")))
		return 0;
	file = fopen(getenv("FIRST"), "wx");
	if (file) {
		fputs(path, file);
		fclose(file);
		return 0;
	}
	file = fopen(getenv("FIRST"), "r");
	if (fgets(first, sizeof(first), file))
		fclose(file);
	return strcmp(path, first) != 0;
}

int main(int count, char **arguments)
{
	static double x[1000];
	int rank = count > 1 ? atoi(arguments[1]) : 0;
	double sum = rank;

#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 1000; i++) {
		x[i] += i;
		if (i == 0)
			usleep(500000);
	}
	for (int i = 0; i < 1000; i++)
		sum += x[i];
	if (rank == 0)
		printf("a title\n\n");
	fflush(stdout);
	usleep(rank != is("late") ? 200000 : 0);
	printf("rank %d has %.9g\n", rank,
	       rank && is("wrong") && is_variant() ? sum * 1.01 : sum);
	return 0;
}
END
printf 'app: app.c\n\t$(CC) -O2 -fopenmp app.c -o app\n' >Makefile
ranks=(--build 'make CC=gcc' --run 'for i in 0 1; do ./app $i & done; wait')
run env FAULT=late "$PODIUM" tune "${few[@]}" "${ranks[@]}"
expect 0 "ranks that print in another order" -o 'app.c:41 main#1'
asked "are right" "select count(*) >= 3 and sum(status != 'ok') = 0 from run" 1
export FIRST=$work/first
cd .. && cp -r order wrong && cd wrong && rm -f podium.db* app || exit 99
run env FAULT='late wrong' "$PODIUM" tune "${few[@]}" "${ranks[@]}"
asked "and wrong where one has another result" "select count(*) > 0 from run
	where status = 'failed' and reason like 'wrong output%'" 1
cd ..

# ---- MPI ----

needs "a program with MPI (openmpi-bin, libopenmpi-dev)" mpirun mpicc
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mkdir mpi && cd mpi || exit 99
cat >app.c <<'END'
#include <mpi.h>
#include <stdio.h>

static void work(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += i;
}

int main(int count, char **arguments)
{
	static double x[100000];
	double sum = 0, all;
	int rank;

	MPI_Init(&count, &arguments);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 200; i++)
		work(x, rank ? 100000 : 1000);
	for (int i = 0; i < 100000; i++)
		sum += x[i];
	MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("all %.15g\n", all);
	MPI_Finalize();
	return 0;
}
END
printf 'app: app.c\n\tmpicc -O2 -fopenmp app.c -o app\n' >Makefile
mpirun=(--build make --run 'mpirun --oversubscribe --bind-to none -n 2 ./app')
export OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
run "$PODIUM" tune "${few[@]}" "${mpirun[@]}" --schedule dynamic
expect 0 "a program with MPI" -o 'app.c:6 work#1' -o 'combinations tried'
asked "no run fails" "select count(*) >= 3 and sum(status != 'ok') = 0 from run" 1
if command -v jq >/dev/null && [ -z "${lacking-}" ]; then
	[ "$(calls 'work#1')" = '[200,200]' ]
	ok $? "each rank has its clocks"
else
	skip "each rank has its clocks" "no jq, or no sqlite3"
fi
run "$PODIUM" tune "${few[@]}" "${mpirun[@]}" --schedule dynamic \
	--launcher "env -u OMP_NUM_THREADS"
expect 0 "and goes through a launcher" -o 'app.c:6 work#1'
asked "no run fails there" "select sum(status != 'ok') = 0 from run" 1
cd ..

finish
