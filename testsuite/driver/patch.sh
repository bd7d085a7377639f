# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium patch: the patches apply, say what the entries say, and programs give
# the same output with them; what no person would merge needs the plugin.

. "$(dirname "$0")/../gccs.sh"
major=${PLUGIN_GCCS##* }
gcc=$(compiler "$major" c)
needs "podium patch" patch "gcc-$major/plugin"
mkdir src

# entries LINE...
entries()
{
	echo podium.tuned 2
	printf '%s force\n' "$@"
}

# patched SOURCE...: the patch of what podium.tuned says, applied in "new".
patched()
{
	run "$PODIUM" patch --gcc "$gcc" "$@" -- -O2
	rm -rf new && mkdir new && cp -r src new/ &&
		patch -s -d new -p1 <out >log 2>&1
}

# same_output SOURCE LANGUAGE: as before.
same_output()
{
	local folder command
	command=$(compiler "$major" "$2")
	: >log

	for folder in . new; do
		(cd "$folder" && $command -O2 -fopenmp "$1" -o app) 2>>log &&
			OMP_NUM_THREADS=3 "$folder/app" >"$folder/app.out" ||
			return 1
	done
	cmp app.out new/app.out >>log && [ -s app.out ]
}

# merged SOURCE LANGUAGE WORDS: the lines of the patch are those of "wanted",
# and the program does the same.
merged()
{
	patched "$1" && grep '^[-+]' out | sed 1,2d | diff - wanted >log
	ok $? "$3: the patch is what a person would write"
	same_output "$1" "$2"
	ok $? "$3: the program gives the same output"
}

# ---- C ----

cat >src/nest.c <<'E'
#include <stdio.h>
#define N 24
static int a[N][N], b[N][N], c[N][N];

static void declared(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			a[j][i] += b[j][i] + i;
	}
}

static void before(int n, int m)
{
	int i, j;

#pragma omp parallel for private(j)
	for (i = 0; i < n; i++)
		for (j = 1; j <= m - 1; j++)
			b[j][i] += 3 * a[j][i];
}

static void region(int n)
{
	int i, j;

	#pragma omp parallel num_threads(n > 2 ? 2 : 1)	/* a team */
	{
		#pragma omp for schedule(static, 2) \
			firstprivate(n)
		for (i = 0; i < n; i++)
			for (j = 0; j < n; j++)
				c[j][i] += b[j][i];
	}
}

static void product(int n)
{
#pragma omp parallel for schedule ( dynamic ) default(none) shared(a, b, c, n)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}

static void together(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			c[i][j] += a[j][i];
}

int main(void)
{
	long sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = b[j][i] = i * j % 7;
	declared(N, N - 1);
	before(N, N);
	region(N);
	product(N);
	together();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			sum = 3 * sum + a[i][j] + b[i][j] + c[i][j];
	printf("%ld\n", sum);
}
E
entries 'nest.c:declared#1 order(j,i) schedule(dynamic,4) num_threads(3)' \
	'nest.c:before#1 order(j,i)' \
	'nest.c:region#1 order(j,i) schedule(guided) num_threads(3)' \
	'nest.c:product#1 order(i,k,j) schedule(static,1) num_threads(2)' \
	'nest.c:together#1 collapse(2) schedule(dynamic,8)' >podium.tuned
cat >wanted <<'E'
-#pragma omp parallel for
-	for (int i = 0; i < n; i++) {
-		for (int j = 0; j < m; j++)
+#pragma omp parallel for schedule(dynamic,4) num_threads(3)
+	for (int j = 0; j < m; j++) {
+		for (int i = 0; i < n; i++)
-#pragma omp parallel for private(j)
-	for (i = 0; i < n; i++)
-		for (j = 1; j <= m - 1; j++)
+#pragma omp parallel for private(i)
+	for (j = 1; j <= m - 1; j++)
+		for (i = 0; i < n; i++)
-	#pragma omp parallel num_threads(n > 2 ? 2 : 1)	/* a team */
+	#pragma omp parallel num_threads(3)	/* a team */
-		#pragma omp for schedule(static, 2) \
-			firstprivate(n)
-		for (i = 0; i < n; i++)
-			for (j = 0; j < n; j++)
+		#pragma omp for schedule(guided) \
+			firstprivate(n) private(i)
+		for (j = 0; j < n; j++)
+			for (i = 0; i < n; i++)
-#pragma omp parallel for schedule ( dynamic ) default(none) shared(a, b, c, n)
+#pragma omp parallel for schedule(static,1) default(none) shared(a, b, c, n) \
+	num_threads(2)
-		for (int j = 0; j < n; j++)
-			for (int k = 0; k < n; k++)
+		for (int k = 0; k < n; k++)
+			for (int j = 0; j < n; j++)
-#pragma omp parallel for
+#pragma omp parallel for collapse(2) schedule(dynamic,8)
E
merged src/nest.c c C
expect 0 "each entry is told" -e '^src/nest.c:7 declared#1: order(j,i) schedule(dynamic,4) num_threads(3)$' \
	-e '^src/nest.c:40 product#1: order(i,k,j)'

# Lines of two bytes at their ends, and a last one without any.
sed 's/$/\r/' new/src/nest.c | head -c -2 >wanted.c
sed -i 's/$/\r/' src/nest.c && truncate -s -2 src/nest.c
patched src/nest.c && cmp wanted.c new/src/nest.c >log
ok $? "CR LF and a last line without them are kept"
(cd src && "$PODIUM" patch --use ../podium.tuned --gcc "$gcc" nest.c -- -O2) \
	>out 2>err && grep -qx -e '--- a/nest.c' out
ok $? "names are those seen from the folder"

# ---- C++ ----

cat >src/nest.cc <<'E'
#include <cstdio>
#include <vector>

template <typename T> class grid
{
      public:
	explicit grid(int n) : rows(n), values(n * n) {}
	void scale(T by)
	{
#pragma omp parallel for schedule(static)	// R"(
		for (int i = 0; i < rows; ++i) {
			for (int j = 0; j < 1'000 - 990; ++j) {
				values[j * rows + i] += by * i + '"';
			}
		}
	}
	void add(T by)
	{
#pragma omp parallel for
		for (int i = 0; i < rows; ++i)
			values[i] += by;
	}
	int rows;
	std::vector<T> values;
};

int main()
{
	grid<int> whole(16);
	grid<double> real(16);

	whole.scale(3);
	whole.add(2);
	real.add(2);
	for (int i = 0; i < 256; i++)
		std::printf("%d %g\n", whole.values[i], real.values[i]);
}
E
entries 'nest.cc:grid<int>::scale#1 schedule(guided,2) order(j,i)' \
	'nest.cc:grid<int>::add#1 schedule(dynamic)' >podium.tuned
cat >wanted <<'E'
-#pragma omp parallel for schedule(static)	// R"(
-		for (int i = 0; i < rows; ++i) {
-			for (int j = 0; j < 1'000 - 990; ++j) {
+#pragma omp parallel for schedule(guided,2)	// R"(
+		for (int j = 0; j < 1'000 - 990; ++j) {
+			for (int i = 0; i < rows; ++i) {
E
merged src/nest.cc cc C++
expect 0 "an entry of one instance is none of the text" \
	-e 'add#1: needs the plugin: .* made of the same text$'

# ---- Fortran ----

cat >src/free.f90 <<'E'
module work
  implicit none
contains
  subroutine first(n, a, b)
    integer :: n, i, j
    real(8) :: a(n, n), b(n, n)
    !$omp parallel do private(j) & ! the rows
    !$omp&  schedule(static, &
    !$omp   4)
    do i = 1, n
       do j = 1, n - 1
          a(i, j) = a(i, j) + b(j, i)
       end do
    end do
    !$omp end parallel do
  end subroutine
  subroutine second(n, a, b)
    integer :: n, i, j
    real(8) :: a(n, n), b(n, n)
    !$omp parallel default(shared) private(i, j) ! it's a team, and one of many words
    !$omp do
    DO I = 1, N
       DO J = 1, &
             N
          b(i, j) = b(i, j) + 2 * a(j, i)
       END DO
    ENDDO
    !$omp end do
    !$omp end parallel
  end subroutine
end module
program main
  use work
  real(8) :: a(20, 20) = 1, b(20, 20) = 2
  call first(20, a, b)
  call second(20, a, b)
  print *, a, b
end program
E
entries 'free.f90:first#1 order(j,i) schedule(dynamic,2)' \
	'free.f90:second#1 order(j,i) schedule(guided) num_threads(2)' \
	>podium.tuned
cat >wanted <<'E'
-    !$omp&  schedule(static, &
-    !$omp   4)
-    do i = 1, n
-       do j = 1, n - 1
+    !$omp&  schedule(dynamic,2)
+    do j = 1, n - 1
+       do i = 1, n
-    !$omp parallel default(shared) private(i, j) ! it's a team, and one of many words
-    !$omp do
-    DO I = 1, N
-       DO J = 1, &
+    !$omp parallel default(shared) private(i, j) &
+    !$omp& num_threads(2) ! it's a team, and one of many words
+    !$omp do schedule(guided)
+    DO J = 1, &
+       DO I = 1, N
E
merged src/free.f90 f90 "free form"

cat >src/fixed.f <<'E'
      PROGRAM MAIN
      INTEGER A(20, 20), B(20, 20), I, J
      A = 1
      B = 2
C$OMP PARALLEL DO PRIVATE(J) SHARED(A, B) SCHEDULE(STATIC)
      DO I = 1, 20
        DO J = 1,
     &    19
          A(I, J) = A(I, J) + B(J, I)
        END DO
      END DO
!$omp parallel do
!$omp&private(j)
      do 20 i = 1, 20
        do 10 j = 1, 20
   10     b(i, j) = b(i, j) + a(j, i)
   20 continue
      PRINT *, A, B
      END
E
entries 'fixed.f:MAIN__#1 order(j,i) schedule(dynamic) num_threads(2)' \
	'fixed.f:MAIN__#2 schedule(dynamic,3)' >podium.tuned
cat >wanted <<'E'
-C$OMP PARALLEL DO PRIVATE(J) SHARED(A, B) SCHEDULE(STATIC)
-      DO I = 1, 20
-        DO J = 1,
+C$OMP PARALLEL DO PRIVATE(J) SHARED(A, B) schedule(dynamic)
+C$OMP& num_threads(2)
+      DO J = 1,
+        DO I = 1, 20
-!$omp&private(j)
+!$omp&private(j) schedule(dynamic,3)
E
merged src/fixed.f f90 "fixed form"

# ---- what needs the plugin ----

cat >src/other.c <<'E'
#define HEAD for (int i = 0; i < n; i++)
#define LOOP _Pragma("omp parallel for") HEAD
#define SCHEDULE schedule(static)
#define NOTHING(x)
int a[24][24], b[24][24], c[24][24];
void macro_header(int n)
{
#pragma omp parallel for
	HEAD
		for (int j = 0; j < n; j++)
			a[j][i] = b[j][i];
}
void macro_directive(int n)
{
	LOOP
		a[1][i] = b[1][i];
}
void macro_clause(int n)
{
#pragma omp parallel for SCHEDULE
	for (int i = 0; i < n; i++)
		a[1][i] = b[1][i];
}
void conditional(int n)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
	for (int i = 0; i < n; i++)
		a[1][i] = b[1][i];
}
void conditional_inside(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
#ifdef MORE
			b[j][i]++;
#endif
			a[j][i] = b[j][i];
		}
}
void triangle(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			a[j][i] = b[j][i];
}
void remark(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)	/* rows */
		for (int j = 0; j < n; j++)
			a[j][i] = b[j][i];
}
void behind(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			a[j][i] = b[j][i];
		NOTHING(i);
	}
}
void pointed(int *n)
{
#pragma omp parallel for
	for (int i = 0; i < *n; i++)
		for (int j = 0; j < 24; j++)
			a[j][i] = b[j][i];
}
void three(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}
void tiled(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] = b[i][j];
}
void counted(int n, double (*d)[n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			d[i][j] = 1;
}
void unproven(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] = b[i][j];
}
void candidates(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[1][i] = b[1][i];
}
#include "included.h"
E
cat >src/included.h <<'E'
static inline void included(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[1][i] = b[1][i];
}
void includes(int n)
{
	included(n);
}
E
for name in macro_header conditional_inside triangle remark behind pointed; do
	echo "other.c:$name#1 order(j,i) force"
done >lines
entries "other.c:macro_directive#1 schedule(guided)" \
	"other.c:macro_clause#1 schedule(guided)" \
	"other.c:conditional#1 schedule(guided)" \
	"other.c:three#1 order(k,i,j)" "other.c:tiled#1 tile(i:8,j:8)" \
	"other.c:counted#1 collapse(2)" \
	"included.h:included#1 schedule(guided)" | cat - lines >podium.tuned
cat >>podium.tuned <<'E'
other.c:unproven#1 order(j,i)
other.c:candidates#1 as-written | schedule(guided)
E
run "$PODIUM" patch --gcc "$gcc" src/other.c -- -O2
expect 1 "nothing can be written" -O "" \
	-e "^podium patch: nothing of 'podium.tuned' can be written"

# refused NAME REASON
refused()
{
	grep -qx "src/[a-z.]*:[0-9]* $1#1: needs the plugin: $2" err
	ok $? "$1: $2"
}

refused macro_header 'line 9: .*, or a macro makes it'
refused macro_directive 'line 15 holds no directive of OpenMP; a macro makes it'
refused macro_clause "line 20: the clause 'schedule' reads otherwise .*"
refused conditional 'line 27 stands behind #if or #line'
refused conditional_inside 'line 37: a line for the preprocessor stands in the nest'
refused triangle 'line 47: the header has the counter of the other loop'
refused remark 'line 53: more than braces stands before a header.*'
refused behind 'line 63: something stands behind the inner loop'
refused pointed 'line 69: the header reads memory'
refused three 'other loops than two adjacent ones change places'
refused counted 'GCC would not count all its iterations'
refused unproven 'refused: no proof.*'
refused candidates 'it has several candidates'
refused included "it stands in 'src/included.h', which is included"
if [ "$major" -lt 15 ]; then
	refused tiled "omp tile needs GCC 15, this is $major\..*"
else
	skip tiled "GCC $major has omp tile"
fi

# ---- what the compiler makes of it ----

# A line more is an error there; the other entry stays.
cat >src/lines.c <<'E'
int a[24], b[24];
void longer(int n)
{
#pragma omp parallel for default(none) shared(a, b) firstprivate(n) if(n > 2)
	for (int i = 0; i < n; i++)
		a[i] = b[i];
}
_Static_assert(__LINE__ == 8, "");
void shorter(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = b[i];
}
E
entries 'lines.c:longer#1 schedule(guided)' 'lines.c:shorter#1 schedule(dynamic)' \
	>podium.tuned
sed '11s/$/ schedule(dynamic)/' src/lines.c >wanted
patched src/lines.c && cmp wanted new/src/lines.c >log
ok $? "what does not compile is withdrawn"
expect 0 "with what the compiler says" \
	-e "longer#1: needs the plugin: .* does not compile what it would become: static"

# ---- bad usage ----

run "$PODIUM" patch --gcc "$gcc"
expect 2 "no source" -e 'no source named'
run "$PODIUM" patch --gcc "$gcc" --use nothing src/lines.c
expect 1 "no tuned file" -e "cannot open 'nothing': No such file"
entries 'else.c:f#1 schedule(guided)' >podium.tuned
run "$PODIUM" patch --gcc "$gcc" src/lines.c
expect 1 "no entry" -O "" -e "no entry of 'podium.tuned' names a loop of these"

finish
