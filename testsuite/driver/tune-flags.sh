# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune tries flags of GCC's optimisers. Nothing here asks what is fast:
# the program spends less where its debugging information has -O3 behind -O1.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune" plugin make sqlite3 jq

mkdir app
cp "$data/has.h" "$data/spend.h" app
cat >app/work.c <<'END'
#define N 96
float a[N][N], b[N][N], c[N][N];

void product(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				c[i][j] += a[i][k] * b[k][j];
}
END
cat >app/main.c <<'END'
#include "has.h"
#include "spend.h"
void product(int n);

int main(void)
{
	const char *wrong = getenv("WRONG");
	int third = has("-O1 -", "O3");

	for (int i = 0; i < CALLS; i++)
		product(96);
	spend(third ? 100000 : 300000);
	printf("%s\n", wrong && third ? "wrong" : "right");
	return 0;
}
END
# Without clocks the loop is taken for all of the program: LDFLAGS=-static.
cat >app/Makefile <<'END'
O = -O1
all: app
app: main.o work.o
	$(CC) $(LDFLAGS) -fopenmp main.o work.o -o app
main.o: main.c has.h spend.h Makefile
	$(CC) -O1 -DCALLS=$(CALLS) -c main.c -o main.o
work.o: work.c Makefile
	$(CC) $(O) -g $(MORE) -fopenmp -c work.c -o work.o
END

# tune VARIABLES [OPTION]...: the program, which make builds with these.
tune()
{
	rm -rf try && cp -r app try && cd try || exit 99
	timed "$PODIUM" tune --build "make CC=gcc $1" --run ./app --store ../podium.db \
		--profile "$srcdir/testsuite/driver/sample.profile" "${@:2}"
	cd ..
}

# tried NAME FLAGS NUMBER: is there any run with such a line?
tried()
{
	[ "$(sqlite3 podium.db "select count(*) > 0 from run
		where variant like 'flags $2%'")" = "$3" ]
	ok $? "$1"
	rm -f podium.db
}

once="CALLS=1 LDFLAGS=-static"

# ---- a winner ----

tune "$once" --runs 1 --confirm 12 --json
expect 0 "a build with -O1" -e '^  1  -O3 work.c:6: '
jq -e '.verdict == "faster" and .flags == ["-O3"]' out >/dev/null
ok $? "is faster with -O3, and --json says so"
grep -qx 'flags -O3' try/podium.tuned
ok $? "as does the tuned file"
(cd try && "$PODIUM" cflags --use podium.tuned) >out
grep -q -e ' -O3 ' -e ' -O3$' out
ok $? "podium cflags prints it"
(cd try && gcc $("$PODIUM" cflags --use podium.tuned) -O2 -fopenmp -c work.c) \
	>out 2>err
expect 0 "a build whose own level comes behind it" \
	-e 'made with .-O3., this unit has .-O2.: let the flags of podium cflags'
(cd try && gcc -O2 -fopenmp $("$PODIUM" cflags --use podium.tuned) -c work.c) \
	>out 2>err
expect 0 "one where it comes first" -E ''
tried "runs with it are told by it" "-O3" 1

tune "$once" --runs 1 --confirm 0
expect 0 "without confirmation" -o '^It is compiled with -O3, behind the project'
tune "$once" --runs 1 --confirm 12
expect 0 "a second tuning" -o 'of them from earlier' -o 'compiled with -O3'
rm -f podium.db

# ---- where it is not tried ----

tune "$once" --runs 1 --confirm 0 --no-transform
tried "--no-transform leaves flags as they are" "" 0
tune "$once" --runs 1 --confirm 0 --reproducible
tried "--reproducible, too" "" 0
tune "$once O=-Os" --runs 1 --confirm 0
tried "who asks for small code has it" "" 0
tune "$once O=-O3" --runs 1 --confirm 0
tried "a build with -O3 has it" "" 0
tune "$once 'O=-O3 -O2'" --runs 1 --confirm 0
tried "the last level counts" "-O3" 1
tune "$once" --runs 2 --confirm 0
tried "a program for this processor alone is not asked for" "%native" 0
tune "$once" --runs 2 --confirm 0 --native
tried "--native allows it" "-O3 -march=native" 1
tune "$once MORE=-march=x86-64" --runs 2 --confirm 0 --native
tried "but not where the build names a processor" "%native" 0

# ---- what goes wrong ----

tune "$once" --native --no-transform
expect 2 "--native where no flags are tried" -O '' -e '--native: no other flags'

WRONG=1 tune "$once" --runs 1 --confirm 0
expect 0 "where it prints something else" -e 'wrong output: stdout, line 1 is .wrong.' \
	-o '^The original is kept'
tried "it was run" "-O3" 1

# ---- variants within a run, on top of it ----

tune "CALLS=200" --confirm 3
expect 0 "a loop that is called often"
[ "$(sqlite3 podium.db "select count(*) > 0 from run where variant like
	'flags -O3%work.c:product#1 as-written | schedule(%'
	and status = 'ok'")" = 1 ]
ok $? "has clauses tried with -O3 within one run"
[ "$(sqlite3 podium.db "select count(*) from run where status != 'ok'")" = 0 ]
ok $? "and none fails"

finish
