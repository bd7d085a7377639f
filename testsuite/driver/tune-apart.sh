# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune shares out two parts of a loop one after the other. Nothing here
# asks what is fast: the program spends less where it has one construct more.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune" plugin sqlite3 patch

cp "$data/has.h" "$data/spend.h" .
cat >work.c <<'END'
#define N 256
double sums[N][N], left[N][N], right[N][N];

void product(void)
{
#pragma omp parallel for
	for (int k = 0; k < N; k++) {
		sums[0][k] = right[0][k];
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N; j++)
				sums[i][k] += left[i][j] * right[j][k];
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		sums[i][i] += 1;
}
END
cat >main.c <<'END'
#include "has.h"
#include "spend.h"
#define N 256
extern double sums[N][N], left[N][N], right[N][N];
void product(void);

int main(void)
{
	/* candidates of one run are constructs, too */
	int apart = has("product._omp", "_fn.2") && !has("podium_", "choose");
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			left[i][j] = (i * 7 + j) % 11;
			right[i][j] = (i - j) % 7;
		}
	product();
	spend(apart ? 3000 : 9000);
	for (int i = 0; i < N; i++)
		sum += sums[i][N - 1 - i];
	printf("sum %.15g\n", sum);
	return 0;
}
END
cp work.c before.c
printf '%s\n' 'order: ijk' 'schedule: static' >order.yaml
timed "$PODIUM" tune --space order.yaml --build 'gcc -O1 -fopenmp main.c work.c -o app' \
	--run ./app --loops 1 --runs 6 --no-confirm \
	--profile "$srcdir/testsuite/driver/sample.profile"
expect 0 "parts that are shared out for themselves win" -e 'order(i,j,k)' \
	-o 'patch -p1 <podium.patch'
sqlite3 podium.db "select count(*) from run where status != 'ok'" >out
[ "$(cat out)" = 0 ]
ok $? "all are right"
cp podium.patch out
[ "$(grep -c '^+#pragma omp parallel for$' out)" = 1 ]
ok $? "the patch has one construct more"
sed -i '/^work.c:/d' podium.tuned
printf '%s\n' 'work.c:product#2/3 schedule(dynamic)' \
	'work.c:product#3/3 schedule(static,4)' >>podium.tuned
"$PODIUM" cflags --use podium.tuned >flags
xargs gcc -O1 -fopenmp -c work.c -o work.o <flags >out 2>&1
grep -q 'no loop product#2 of a function with 3 loops' out
ok $? "entries that count one more are for no other source"
patch -p1 <podium.patch >out 2>&1 &&
	[ "$(grep -c 'omp parallel for' work.c)" = 3 ]
ok $? "patch applies it"
xargs gcc -O1 -fopenmp -c work.c -o work.o <flags >out 2>&1 && [ ! -s out ]
ok $? "then they fit"
patch -R -p1 <podium.patch >out 2>&1 && cmp -s work.c before.c
ok $? "and takes it back"
rm -f podium.*
printf '%s\n' 'order: ijk' 'tile: {i: 16, j: 32}' 'schedule: static' >tiles.yaml
timed "$PODIUM" tune --space tiles.yaml --build 'gcc -O1 -fopenmp main.c work.c -o app' \
	--run ./app --loops 1 --runs 6 --no-confirm \
	--profile "$srcdir/testsuite/driver/sample.profile"
expect 0 "the loops of one part in tiles" -e 'order(i,j,k) tile(i:16,j:32)'
sqlite3 podium.db "select count(*) from run where status != 'ok'" >out
[ "$(cat out)" = 0 ]
ok $? "they are right"
[ -z "$(ls "$TMPDIR")" ]
ok $? "nothing is left in TMPDIR"
finish
