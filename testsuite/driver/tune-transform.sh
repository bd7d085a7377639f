# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune changes orders of loops by entries of podium.tuned. Nothing here
# asks what is fast: the program spends less where its records say that its loop
# has another order.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune" plugin make sqlite3 jq

mkdir -p app/src
cp "$data/has.h" "$data/spend.h" app/src
cat >app/src/size.h <<'END'
#define N 96
END
cat >app/src/work.c <<'END'
#include "size.h"
extern double a[N][N], b[N][N], c[N][N];
const char *file = __FILE__;

/* rows by columns */
void product(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
}
END
cat >app/src/main.c <<'END'
#include "has.h"
#include "spend.h"
#include "size.h"
double a[N][N], b[N][N], c[N][N];
extern const char *file;
void product(void);

int main(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i * 7 + j) % 11;
			b[i][j] = (i - j) % 7;
		}
	product();
	spend(has("order(i,k,", "j)") ? 100000 : 300000);
	for (int i = 0; i < N; i++)
		sum += c[i][N - 1 - i];
	printf("sum %.15g of %s\n", sum, file);
	return 0;
}
END
# No clocks: then the loop is taken for all of the program.
cat >app/Makefile <<'END'
app: main.o work.o
	gcc $(LDFLAGS) -fopenmp main.o work.o -o app
main.o: src/main.c src/size.h
	gcc -O1 -g -c src/main.c -o main.o
work.o: src/work.c src/size.h
	gcc -O1 -g -fopenmp -c src/work.c -o work.o
END
cp -r app/src before

# tune [OPTION]...: in the program's folder.
link=LDFLAGS=-static
tune()
{
	cd app || exit 99
	rm -f app ./*.o
	timed "$PODIUM" tune --build "make $link" --run ./app \
		--profile "$srcdir/testsuite/driver/sample.profile" "$@"
	cd ..
}

ask()
{
	sqlite3 app/podium.db "$1"
}

# asked NAME QUESTION ANSWER: what the store holds.
asked()
{
	[ "$(ask "$2")" = "$3" ] || ask "$2" >>out
	[ "$(ask "$2")" = "$3" ]
	ok $? "$1"
}

changed="select count(*) > 0 from run where status = 'ok' and
	variant like '%order(%'"

# ---- a winner with another order ----

tune --runs 4 --confirm 12 --json
expect 0 "an order of its own wins" -e 'order(i,k,j)'
jq -e '.verdict == "faster" and (has("patch") | not) and
	(.loops[0].transformed | startswith("order(i,k,j)")) and
	(.loops[0].chosen | startswith("order(i,k,j)"))' out >/dev/null
ok $? "--json says which"
asked "the store has it" "$changed" 1
asked "all are right" "select count(*) from run where status != 'ok'" 0
diff -r app/src before >out
ok $? "the sources are as they were"
cp app/podium.tuned out
head -1 out | grep -qx 'podium.tuned 2' &&
	grep -q '^src/work.c:product#1 order(i,k,j).* proof([0-9a-f]*)    # src/work.c:8, [0-9.]*x' out
ok $? "the tuned file has an entry with a proof and the speed-up"

# The program as it is built with the file: nothing is said, and the loop has
# the order.
(cd app && "$PODIUM" cflags --use podium.tuned >flags &&
	xargs gcc -O1 -fopenmp -c src/work.c -o work.o <flags) >out 2>&1 &&
	[ ! -s out ]
ok $? "the compiler takes it without a word"
"$PODIUM" features --json app/work.o >out 2>err &&
	jq -e '.[0].entry.state == "applied" and
		(.[0].entry.clauses | startswith("order(i,k,j)"))' out >/dev/null
ok $? "and obeys it"
sed -i 's/c\[i\]\[j\] +=/c[i][j] -=/' app/src/work.c
(cd app && xargs gcc -O1 -fopenmp -c src/work.c -o work.o <flags) >out 2>&1
grep -q 'stale' out
ok $? "another loop has no proof"
cp before/work.c app/src
(cd app && "$PODIUM" report) >out 2>err &&
	grep -rq 'order(i,k,j)' app/podium-report
ok $? "the page tells of it"
(cd app && "$PODIUM" runs) >out 2>err && grep -q 'order(' out
ok $? "so does the list of runs"

# ---- again ----

runs=$(ask "select count(*) from run")
cp app/podium.tuned first
tune --runs 4 --confirm 12
expect 0 "a second tuning" -o 'order('
asked "runs nothing again" "select count(*) from run" "$runs"
cmp -s <(grep -v '^# ' first) <(grep -v '^# ' app/podium.tuned) &&
	[ ! -e app/podium.tuned~ ]
ok $? "and writes the same"
ask "delete from run where id > 6"
tune --runs 4 --confirm 12
expect 0 "what was stopped goes on" -o '6 of them from earlier' -o 'order('

# ---- none ----

rm -f app/podium.*
tune --runs 1 --confirm 0 --no-transform
expect 0 "--no-transform"
asked "changes no order" "$changed" 0
printf 'schedule: [static, dynamic]\n' >app/space.yaml
rm -f app/podium.db
tune --runs 1 --confirm 0 --space space.yaml
expect 0 "a space"
asked "is all that there is to choose from" "$changed" 0

# A loop that a macro of a header makes.
cat >app/src/work.c <<'END'
#include "size.h"
#include "loop.h"
extern double a[N][N], b[N][N], c[N][N];
const char *file = __FILE__;
PRODUCT(product)
END
cat >app/src/loop.h <<'END'
#define ROWS for (int i = 0; i < N; i++) for (int j = 0; j < N; j++)
#define PRODUCT(name) void name(void) \
{ \
	_Pragma("omp parallel for") \
	ROWS for (int k = 0; k < N; k++) \
		c[i][j] += a[i][k] * b[k][j]; \
}
END
rm -f app/podium.db
tune --runs 8 --confirm 0
expect 0 "a loop that a macro of a header makes" -o 'order(i,k,j)'
asked "is changed" "$changed" 1
rm app/src/loop.h
cp before/work.c app/src

# A product may be fused with a sum in one order and not in another.
if grep -qw fma /proc/cpuinfo; then
	rm -f app/podium.db
	sed -i 's/-fopenmp -c/-fopenmp -mfma -c/' app/Makefile
	tune --runs 1 --confirm 0 --reproducible
	expect 0 "--reproducible where products are fused" \
		-e 'no other order where GCC fuses products with sums'
	asked "changes no order, either" "$changed" 0
	sed -i 's/-mfma/-mfma -ffp-contract=off/' app/Makefile
	tune --runs 1 --confirm 0 --reproducible
	asked "but where GCC may not" "$changed" 1
else
	skip "--reproducible where products are fused" "no such instructions"
fi

# ---- two loops of one source ----

if command -v gfortran >/dev/null; then
	mkdir two
	cat >two/two.f90 <<'END'
module fields
   implicit none
   integer, parameter :: n = 1500
   real(8) :: a(n, n), b(n, n)
contains
   subroutine smooth()
      integer :: i, j
      !$omp parallel do private(j)
      do i = 2, n - 1
         do j = 2, n - 1
            b(i, j) = sqrt(a(i - 1, j) / (1 + sqrt(a(i + 1, j))))
         end do
      end do
      !$omp parallel do private(j)
      do i = 2, n - 1
         do j = 2, n - 1
            a(i, j) = 0.2d0 * (b(i - 1, j) + b(i + 1, j))
         end do
      end do
   end subroutine
end module
program main
   use fields
   integer :: k
   a = 1.5d0
   b = 0
   a(7, 9) = 3
   do k = 1, 6
      call smooth()
   end do
   print '(f0.6)', sum(a)
end program
END
	# both take much of the time by their clocks
	cd two || exit 99
	run "$PODIUM" tune --runs 2 --confirm 0 \
		--profile "$srcdir/testsuite/driver/sample.profile" two.f90 \
		-- -O1
	cd ..
	expect 0 "two loops of one source"
	[ "$(sqlite3 two/podium.db "select count(*) > 0 from run where
		status = 'ok' and variant like '%smooth#1 order(%' and
		variant like '%smooth#2 order(%'")" = 1 ]
	ok $? "are changed at once"
fi

# ---- beside a loop of which nothing can be changed, both without clocks ----

mkdir beside && cd beside || exit 99
cat >beside.c <<'END'
#include <stdio.h>
#define N 300
static double a[N][N], b[N][N], c[N][N], v[100000];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
	for (int n = 0; n < 30; n++)
#pragma omp parallel for
		for (int i = 0; i < 100000; i++)
			v[i] = v[i] / 3 + n;
	printf("%g %g\n", c[3][4], v[5]);
	return 0;
}
END
run "$PODIUM" tune --runs 4 --confirm 0 \
	--profile "$srcdir/testsuite/driver/sample.profile" beside.c -- -O1 -static
expect 0 "a loop that stays beside one that is changed"
[ "$(sqlite3 podium.db "select count(*) > 0 from run where status = 'ok' and
	variant like '%main#1 order(%' and
	variant not like '%main#2 order(%'")" = 1 ]
ok $? "is left alone in the run"
cd ..
[ -z "$(ls "$TMPDIR")" ]
ok $? "nothing is left in TMPDIR"
finish
