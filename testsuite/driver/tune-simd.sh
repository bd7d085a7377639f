# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune puts sums into vectors where the user allows another order of
# additions. Nothing here asks what is fast: the program spends less where its
# lines have moved.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune" plugin sqlite3 patch

cp "$data/spend.h" .
# Data decide how long rows are: loops do not move. No clocks, so the loop is
# taken for all of the program.
cat >rows.c <<'END'
#include "spend.h"
#define N 400
static double a[N][N], x[N], y[N];
static int length[N];

static void rows(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int k = 0; k < length[i]; k++)
			s += a[i][k] * x[k];
		y[i] = s;
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = y[i] / (3 + i);
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		length[i] = N - i % 7;
		x[i] = i % 3;
		for (int k = 0; k < N; k++)
			a[i][k] = 1. / (1 + i + k);
	}
	for (int n = 0; n < 30; n++)
		rows();
	spend(__LINE__ > 30 ? 100000 : 300000);
	printf("%.9g\n", x[5]);
	return 0;
}
END
cp rows.c before.c
tune()
{
	timed "$PODIUM" tune --build 'gcc -O2 -static -fopenmp rows.c -o app' \
		--run ./app --runs 6 --no-confirm \
		--profile "$srcdir/testsuite/driver/sample.profile" "$@"
}
tune --allow-reassociation
expect 0 "sums in vectors win" -e 'simd(k)' -o 'patch -p1 <podium.patch'
sqlite3 podium.db "select count(*) from run where status != 'ok'" >out
[ "$(cat out)" = 0 ]
ok $? "all are right"
[ "$(grep '^+[^+]' podium.patch)" = '+#pragma omp simd reduction(+:s)' ]
ok $? "the patch has one line more"
grep -q '^# nor in line 8: the order of additions changes' podium.patch
ok $? "and says what changes"
sed -i '/^rows.c:/d' podium.tuned
printf '%s\n' 'rows.c:rows#1/3 schedule(dynamic,4)' \
	'rows.c:rows#3/3 schedule(static,4)' >>podium.tuned
"$PODIUM" cflags --use podium.tuned >flags
xargs gcc -O2 -fopenmp -c rows.c -o rows.o <flags >out 2>&1
grep -q 'no loop rows#1 of a function with 3 loops' out
ok $? "entries that count one more are for no other source"
patch -p1 <podium.patch >out 2>&1
xargs gcc -O2 -fopenmp -c rows.c -o rows.o <flags >out 2>&1 && [ ! -s out ]
ok $? "with the patch they fit"
patch -R -p1 <podium.patch >out 2>&1 && cmp -s rows.c before.c
ok $? "which can be taken back"
rm -f podium.*
tune
expect 0 "sums keep their order"
[ ! -e podium.patch ]
ok $? "without the option"
[ -z "$(ls "$TMPDIR")" ]
ok $? "nothing is left in TMPDIR"
finish
