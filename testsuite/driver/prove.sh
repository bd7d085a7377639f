#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium prove: proofs for entries written by hand, which the plugin then makes
# without force; what cannot be proven, and why.

. "$(dirname "$0")/../gccs.sh"

# Each iteration leaves a trace in what is printed.
cat >mm.c <<'END'
#include <stdio.h>
#ifndef STEP
#define STEP 1
#endif
#define N 40
static long a[N][N], b[N][N], c[N][N];
void other_unit(long *x);
int thread(void);

void product(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k += STEP)
				c[i][j] += a[i][k] * b[k][j];
}

void shifted(void)
{
	for (int t = 0; t < 3; t++) {
#pragma omp parallel for
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N - 1; j++)
				a[i][j] = a[i - 1][j + 1] + 1;
	}
}

void needing(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		other_unit(&b[i][i]);
}

void asking(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		b[0][i] += thread() > 100;
}

static long half(long x)
{
	return x / 2;
}

void halves(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			b[j][i] = half(b[j][i]);
}

int main(void)
{
	long sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i + 2 * j, b[i][j] = i - j;
	product();
	needing();
	asking();
	halves();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			sum = sum * 31 + c[i][j] + b[i][j];
	printf("%ld\n", sum);
	return 0;
}
END
cat >other.c <<'END'
#include <omp.h>
void other_unit(long *x) { *x += 3; }
int thread(void) { return omp_get_thread_num(); }
END
cat >Makefile <<'END'
app: mm.o other.o
	$(CC) -fopenmp $^ -o $@
%.o: %.c
	$(CC) -O2 -fopenmp -c $< -o $@
clean:
	rm -f app *.o
END
cat >fields.f90 <<'END'
module fields
	implicit none
	real(8) :: a(50, 60), b(50, 60)
contains
subroutine add(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do private(j)
	do i = 1, n
		do j = 1, m
			a(i, j) = a(i, j) + i * 100 + j * b(i, j)
		end do
	end do
end subroutine
end module

program main
	use fields
	implicit none
	a = 1
	b = 2
	call add(50, 60)
	print *, sum(a), a(7, 9)
end program
END
# A loop whose regions are those of its callers, named as the build names it.
mkdir sub
cat >sub/orphan.c <<'END'
static long x[40];
static void __attribute__((noinline)) part(long *p)
{
#pragma omp for
	for (int i = 0; i < 40; i++)
		p[i]++;
}
int main(void)
{
#pragma omp parallel
	part(x);
	return 0;
}
END
# Two functions of one name: one entry with two proofs.
cat >over.cc <<'END'
static double x[30][40];
static int y[30][40];
static void twice(double (*a)[40], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 40; j++)
			a[i][j] *= 2;
}
static void twice(int (*a)[40], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 40; j++)
			a[i][j] *= 2;
}
int main()
{
	twice(x, 30);
	twice(y, 30);
}
END

# prove ARGUMENT...
prove()
{
	run "$PODIUM" prove --gcc "${cc%% *}" "$@"
}

# tuned LINE...: the file with these entries.
tuned()
{
	printf '%s\n' 'podium.tuned 2' "$@" >podium.tuned
}

# applied COMPILER WORD...: built with the entries, without any note.
applied()
{
	"$@" -O2 -fopenmp "$plugin" -fplugin-arg-podium-use=podium.tuned \
		-o changed >log 2>&1 && ! grep -q podium log
}

# same_output: as "plain", which the same source became without entries, but by
# other code.
same_output()
{
	[ "$(./plain)" = "$(./changed)" ] &&
		! cmp -s <(objdump -d plain) <(objdump -d changed)
}

legal()
{
	tuned '# by hand, kept as it is' \
		'  mm.c:product#1	order( i,k , j )    # rows' \
		'flags -O2' '' 'mm.c:shifted#1 as-written'
	cp podium.tuned before
	prove podium.tuned mm.c other.c -- -O2
	expect 0 "$label: an order by hand is proven" -E "" \
		-o '^mm.c:product#1 *proven *$' -o 'podium check'
	sed 's/ proof([0-9a-f]\{8\})//' podium.tuned | cmp - before >log 2>&1 &&
		grep -q '	order( i,k , j ) proof(.*)    # rows$' podium.tuned
	ok $? "$label: all else of the file stays"
	$cc -O2 -fopenmp mm.c other.c -o plain && applied $cc mm.c other.c &&
		same_output
	ok $? "$label: the plugin makes it without force"

	for words in 'order(i,k,j) tile(j:8)' 'order(i,j,k) collapse(2)' \
		'jam(i:8)'; do
		tuned "mm.c:product#1 $words"
		prove podium.tuned mm.c other.c
		applied $cc mm.c other.c && same_output && [ "$status" = 0 ]
		ok $? "$label: $words is proven and made"
	done

	tuned '' 'mm.c:product#1 order(i,k,j)'
	prove podium.tuned mm.c other.c
	cp podium.tuned before
	prove podium.tuned mm.c other.c -- -O3 -g
	expect 0 "$label: a proof that holds" -o '^mm.c:product#1 *valid' \
		-o 'Nothing changed'
	cmp podium.tuned before >log
	ok $? "$label: the file stays to the byte"
	applied $cc -DSTEP=2 -c mm.c
	grep -q 'tuned:3: stale: ' log
	ok $? "$label: another loop makes it stale"
	prove podium.tuned mm.c other.c -- -DSTEP=2
	expect 0 "$label: a stale proof is renewed" -o '^mm.c:product#1 *renewed'
	applied $cc -DSTEP=2 mm.c other.c
	ok $? "$label: and holds then"
}

illegal()
{
	tuned 'mm.c:shifted#1 order(j,i) proof(12345678)   # not this one' \
		'mm.c:product#1 order(i,x,j)' 'mm.c:main#7 schedule(dynamic)' \
		'mm.c:asking#1 schedule(dynamic)'
	prove podium.tuned mm.c other.c
	expect 1 "$label: what cannot be proven, and why" \
		-o "^mm.c:shifted#1 *not proven *'a' .* in another iteration" \
		-o '^mm.c:product#1 *not proven *it has no loop x' \
		-o '^mm.c:main#7 *no loop' \
		-o '^mm.c:asking#1 *not proven .*omp_get_thread_num'
	grep -q '^mm.c:shifted#1 order(j,i)   # not this one$' podium.tuned
	ok $? "$label: it is left without a proof"
	applied $cc -c mm.c
	grep -q 'tuned:2: .* is left as written: it.* has no proof' log
	ok $? "$label: and as written"
	tuned 'mm.c:halves#1 order(1,0)'
	prove podium.tuned mm.c other.c
	expect 1 "$label: what is proven and cannot be made" \
		-o '^mm.c:halves#1 *refused *cannot be made: it calls functions'
	grep -q 'proof(' podium.tuned
	ok $? "$label: it has its proof"
	tuned 'mm.c:asking#1 schedule(dynamic) force'
	prove podium.tuned mm.c other.c
	expect 0 "$label: force needs no proof" -o '^mm.c:asking#1 *forced'
}

units()
{
	printf 'podium.tuned 2\nmm.c:needing#1 schedule(dynamic,4)' >podium.tuned
	prove podium.tuned mm.c
	expect 1 "$label: one unit does not know another" -o 'other_unit'
	prove podium.tuned mm.c other.c
	expect 0 "$label: all units establish what it needs"
	[ "$(sed 's/proof([0-9a-f]*)/proof/' podium.tuned)" = "podium.tuned 2
mm.c:needing#1 schedule(dynamic,4) proof
safe(other_unit) proof    # known not to depend on the thread" ]
	ok $? "$label: and a line says so"
	applied $cc mm.c other.c
	ok $? "$label: then the clause is exchanged"
	prove podium.tuned mm.c
	expect 1 "$label: a proof that these units do not establish" \
		-o '^safe(other_unit) *not proven' -o '^mm.c:needing#1 *valid'
	sed 's/+= 3/+= 4/' other.c >changed.c
	prove podium.tuned mm.c changed.c
	expect 0 "$label: the function has changed" \
		-o '^safe(other_unit) *renewed'
	sed -i 's/^\(safe([a-z_]*)\).*/\1/' podium.tuned
	prove podium.tuned mm.c
	expect 0 "$label: a line safe(...) alone is the user's word" -o valid
	prove podium.tuned mm.c other.c
	expect 0 "$label: it gets a proof" -o '^safe(other_unit) *proven'

	tuned 'flags -ffast-math' 'mm.c:product#1 order(j,i,k)'
	prove podium.tuned mm.c other.c
	applied $cc -ffast-math mm.c other.c
	ok $? "$label: a proof is of the loop with the flags of the file"
	tuned 'flags -B.' 'mm.c:product#1 order(j,i,k)'
	prove podium.tuned mm.c other.c
	expect 1 "$label: no flag that loads something" -e "the flag '-B.' is not"
	tuned '* schedule(dynamic)'
	prove podium.tuned mm.c
	expect 0 "$label: nothing to prove" -o '^No entry takes a proof'

	tuned 'mm.c:product#1 order(j,i,k) schedule(dynamic,2)'
	ln -sf podium.tuned link
	CC=$cc run "$PODIUM" prove --build 'make -s clean app' link
	expect 0 "$label: the units of a build" -o '^mm.c:product#1 *proven'
	touch mm.c
	CC=$cc run "$PODIUM" prove --build 'make -s app' link
	expect 1 "$label: a part of a build" \
		-e "other.o' was not seen being made, .*make clean && make" -O ""
	[ -L link ] && grep -q 'proof(' podium.tuned && [ ! -e podium.db ]
	ok $? "$label: a symbolic link stays, and no store is left"

	tuned 'sub/orphan.c:part#1 schedule(dynamic)'
	run "$PODIUM" prove podium.tuned \
		--build "cd sub && $cc -O2 -fopenmp orphan.c -o orphan"
	cp podium.tuned sub
	(cd sub && applied $cc orphan.c)
	expect 0 "$label: an orphaned loop" -o '^sub/orphan.c:part#1 *proven'
	[ "$(tail -n +3 podium.tuned)" = \
		"safe(callers(orphan.c:part))    # known not to depend on the thread" ] &&
		! grep -q podium sub/log
	ok $? "$label: its callers are known by the names of the build"
}

# Entries with two instances, with a need of the plugin's.
instances()
{
	tuned 'over.cc:twice#1 order(j,i)'
	prove podium.tuned over.cc
	expect 0 "$label: two functions of a name" -o 'twice#1 *proven'
	grep -q 'proof([0-9a-f]\{8\},[0-9a-f]\{8\})$' podium.tuned &&
		applied "$(compiler "$version" cc)" over.cc
	ok $? "$label: have two proofs"
}

fortran()
{
	local compiler

	compiler=$(compiler "$version" f90)
	tuned 'fields.f90:add#1 order(j,i)'
	prove podium.tuned fields.f90
	expect 0 "$label: an order of Fortran is proven" -o 'add#1 *proven'
	"$compiler" -O2 -fopenmp fields.f90 -o plain &&
		applied "$compiler" fields.f90 && same_output
	ok $? "$label: and made"
}

errors()
{
	tuned '' 'mm.c:product#1 schedule(fair)'
	cp podium.tuned before
	prove podium.tuned mm.c other.c
	expect 1 "$label: an error of the file" -O "" \
		-e "podium.tuned:3:25: expected .* found 'fair'; .*doc/tuned.md"
	cmp podium.tuned before >log
	ok $? "$label: nothing is written"
	echo 'int f(' >broken.c
	tuned 'mm.c:product#1 order(i,k,j)'
	prove podium.tuned broken.c
	expect 1 "$label: a source that does not compile" -O "" -e 'broken.c'
	prove missing mm.c
	expect 1 "$label: no file" \
		-E "podium prove: cannot open 'missing': No such file or directory"
	prove podium.tuned
	expect 2 "$label: nothing to compile" -e '--build CMD'
	prove --build make podium.tuned mm.c
	expect 2 "$label: a build and sources" -e '--build takes no sources'
	prove podium.tuned notes.txt
	expect 1 "$label: no source" -e "'notes.txt' is not named like a source"
}

: >log
for version in $PLUGIN_GCCS; do
	label="GCC $version"
	use "$version" c || continue
	legal
	illegal
	units
	errors
	[ -z "$(compiler "$version" cc)" ] || instances
	[ -z "$(compiler "$version" f90)" ] || fortran
done
finish
