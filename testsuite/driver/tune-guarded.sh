# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune changes loops that are right in another order only if data do not
# overlap. Nothing here asks what is fast: the program calls its loop less
# often where it has the counter of a tile.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune" plugin sqlite3 patch

cp "$data/has.h" .
cat >row.h <<'END'
/* of which only the first half is there */
typedef double row[192];
void product(int n, row *a, row *b, row *c);
END
cat >work.c <<'END'
#include "row.h"

void product(int n, row *a, row *b, row *c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		c[i][i] += 1;
}
END
cat >main.c <<'END'
#include "has.h"
#include "row.h"
#define N 96

static row left[N + 1], right[N], apart[N];

/* With an argument the rows of the result stand between those of the left. */
int main(int argc, char **argv)
{
	row *c = argc > 1 ? (row *)(left[0] + N) : apart;
	double sum = 0;

	(void)argv;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			left[i][j] = (i * 7 + j) % 11;
			right[i][j] = (i - j) % 7;
		}
	for (int call = has("i_ti", "le") ? 36 : 0; call < 40; call++) {
		for (int i = 0; i < N; i++)
			memset(c[i], 0, N * sizeof(c[i][0]));
		product(N, left, right, c);
	}
	for (int i = 0; i < N; i++)
		sum += c[i][N - 1 - i];
	printf("sum %.15g\n", sum);
	return 0;
}
END
cp work.c before.c

# tune RUN [OPTION]...
tune()
{
	run "$PODIUM" tune --build 'gcc -O1 -g -fopenmp main.c work.c -o app' \
		--run "$1" --loops 1 --profile "$srcdir/testsuite/driver/sample.profile" \
		"${@:2}"
}

# asked NAME QUESTION ANSWER: what the store holds.
asked()
{
	sqlite3 podium.db "$2" >out
	[ "$(cat out)" = "$3" ]
	ok $? "$1"
}

# use NAME WORDS: GCC says that of the tuned file, and nothing where it is "".
use()
{
	"$PODIUM" cflags --use podium.tuned >flags
	xargs gcc -O1 -fopenmp -c work.c -o work.o <flags >out 2>&1
	if [ -n "$2" ]; then grep -q "$2" out; else [ ! -s out ]; fi
	ok $? "$1"
}

# ---- data that lie apart ----

tune ./app --runs 6 --no-confirm
expect 0 "an order behind a test wins" -e 'order(.* tile(i:' \
	-o 'patch -p1 <podium.patch'
asked "all are right" "select count(*) from run where status != 'ok'" 0
asked "clauses are tried in it, for the source that it is" \
	"select count(*) > 0 from run where
		variant like '%work.c:product#1/3 schedule(%'" 1
asked "and none of them for another one" \
	"select count(*) from run where variant like '# source%' and
		variant like '%work.c:product#1 schedule(%'" 0
cmp -s work.c before.c
ok $? "the source is as it was"
cp podium.patch out
grep -q "^# if .*'a' and 'c' do not overlap.*; else as it was" out &&
	grep -q '^+.*/\* if .*c and a.* do not overlap \*/$\|^+.*/\* if .*a and c.* do not overlap \*/$' out
ok $? "the patch says under which condition"
printf '%s\n' 'work.c:product#3/3 schedule(dynamic)' >>podium.tuned
use "entries that count the loop twice are for no other source" \
	'no loop product#3 of a function with 3 loops'
patch -p1 <podium.patch >out 2>&1
ok $? "patch applies it"
use "then they fit" ''
patch -R -p1 <podium.patch >out 2>&1 && cmp -s work.c before.c
ok $? "and takes it back"

# ---- data that overlap ----

rm -f podium.*
tune './app between' --runs 2 --no-confirm
expect 0 "where data overlap" -e 'it was never run: its data overlap'
! grep -q 'order(' out && [ ! -e podium.patch ]
ok $? "the order is given no gain"
asked "although it was tried" "select count(*) from run where status = 'ok' and
	variant like '# source: order(% tile(%'" 1

# ---- what clocks do not see ----

rm -f podium.*
tune ./app --runs 1 --no-confirm --objective cpu
expect 0 "by processor time"
asked "no test is tried, since nobody sees whether it holds" \
	"select count(*) from run where variant like '# source%'" 0

# ---- two loops of one source ----

# The first is called less often where it has tiles of i and none of k, the
# second where it has tiles of r: one program after the other. With tiles of k
# the first is called more often, or it might be as fast on a busy machine.
rm -f podium.*
cat >work.c <<'END'
#include "row.h"

void product(int n, row *a, row *b, row *c)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}

void second(int n, row *a, row *b, row *c)
{
#pragma omp parallel for
	for (int p = 0; p < n; p++)
		for (int q = 0; q < n; q++)
			for (int r = 0; r < n; r++)
				c[p][q] += a[p][r] * b[r][q];
}
END
sed -i '/has("i_ti", "le")/{
i\	int few = has("r_ti", "le");
i\	for (int call = few ? 36 : 0; call < 40; call++) {
i\		for (int i = 0; i < N; i++)
i\			memset(c[i], 0, N * sizeof(c[i][0]));
i\		second(N, left, right, c);
i\	}
i\	int more = has("k_ti", "le") ? 80 : 0;
i\	few = has("i_ti", "le") && !more;
s/has("i_ti", "le")/few/
s/call < 40/call < 40 + more/
}' main.c
echo 'void second(int n, row *a, row *b, row *c);' >>row.h
cp work.c before.c
run "$PODIUM" tune --build 'gcc -O1 -g -fopenmp main.c work.c -o app' \
	--run ./app --profile "$srcdir/testsuite/driver/sample.profile" \
	--runs 12 --no-confirm
expect 0 "two loops" -o 'patch -p1 <podium.patch'
asked "the best of each come together" "select count(*) > 0 from run
	where status = 'ok' and variant like '%(i:%' and
	variant like '%r:%' and variant not like '%k:%'" 1
grep -c '^# by its own: 0\..* of the time' podium.patch >out
[ "$(cat out)" = 2 ] && [ "$(grep -c '^---' podium.patch)" = 2 ]
ok $? "the patch has a part for each, and says what it gains"
for part in product second; do
	cp before.c work.c
	awk -v part="$part#1:" '/^#$/ { keep = 0 } / [a-z]*#1: / { keep = index($0, part) }
		keep' podium.patch >"$part.patch"
	patch -p1 <"$part.patch" >out 2>&1 &&
		gcc -O1 -fopenmp -c work.c -o work.o 2>>out &&
		[ "$(grep -c 'omp parallel for' work.c)" = 3 ] &&
		patch -R -p1 <"$part.patch" >>out 2>&1 && cmp -s work.c before.c
	ok $? "that of $part applies alone"
done
[ -z "$(ls "$TMPDIR")" ]
ok $? "nothing is left in TMPDIR"
finish
