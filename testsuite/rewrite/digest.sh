#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The digest of a construct changes with what it means, and with nothing else.

. "$(dirname "$0")/../gccs.sh"

# digests FILE FLAG...: a line for each construct.
digests()
{
	local file=$1

	shift
	$cc -fopenmp -w -O2 -c -o out.o "$plugin" "$@" "$file" >log 2>&1 &&
		records out.o | jq -r 'select(.digest) | .id + " " + .digest'
}

# same WHAT FILE FLAG...: as "plain", which has some
same()
{
	local what=$1

	shift
	digests "$@" >now
	[ -s plain ] && cmp -s plain now
	ok $? "GCC $version: same with $what"
}

# other WHAT ID FILE FLAG...: of this construct, and of no other
other()
{
	local what=$1 id=$2

	shift 2
	digests "$@" >now
	diff plain now >log
	[ "$(grep -c '^>' log)" = 1 ] && grep -q "^> $id " log
	ok $? "GCC $version: another with $what"
}

cat >loop.c <<'END'
#ifdef UNUSED
extern int unused;
static double not_called(double x) { return x; }
/* a comment
   of some lines */
#endif
#ifndef OPERATOR
#define OPERATOR +
#endif
#ifndef CONSTANT
#define CONSTANT 2
#endif
#ifndef REAL
#define REAL 1.5
#endif
#ifndef TYPE
#define TYPE float
#endif
#ifndef CLAUSE
#define CLAUSE
#endif
#ifndef REGION
#define REGION
#endif
#ifndef DEEP
#define DEEP x
#endif
#ifndef OFFSET
#define OFFSET n
#endif
#ifndef GUARD
#define GUARD n > 0
#endif
#ifndef ATTRIBUTE
#define ATTRIBUTE
#endif
#ifndef TABLE
#define TABLE 3
#endif
#ifndef ELEMENT
#define ELEMENT i
#endif
#ifndef NAME
#define NAME k
#endif
struct pair {
#ifdef MEMBER
	int added;
#endif
	double x, y;
};
static const int table[] = {1, 2, TABLE};
static double deep(double x) { return DEEP; }
static double shallow(double x) { return deep(x) + 1; }

void operators(double *a, double *b, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = a[i] OPERATOR b[i];
}
void constants(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[CONSTANT * i] = 0;
}
void reals(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = REAL;
}
void types(TYPE *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = a[i] * a[i];
}
void clauses(double *a, int n)
{
#pragma omp parallel for CLAUSE
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i * n + j] = j;
}
void regions(double *a, int n)
{
	double t = 0;
#pragma omp parallel REGION
#pragma omp for
	for (int i = 0; i < n; i++)
		a[i] = t;
}
void callees(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = shallow(i);
}
void outside(double *a, int n)
{
	double *b = a + OFFSET;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = b[i];
}
void guards(double *a, int n)
{
	if (GUARD)
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i + n] = a[i];
}
int size;
void globals(double *a)
{
	if (size == TABLE)
#pragma omp parallel for
		for (int i = 0; i < size; i++)
			a[i + size] = a[i];
}
double attributed(double) ATTRIBUTE;
void attributes(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = attributed(a[i]);
}
void read_only(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i + table[2]] = 0;
}
void subscripts(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[ELEMENT] += j;
}
void names(double *a, int n)
{
#pragma omp parallel for
	for (int NAME = 0; NAME < n; NAME++)
		a[NAME] = 0;
}
void members(struct pair *p, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i].y = p[i].x;
}
END

c_loops()
{
	digests loop.c >plain
	[ "$(sort -u -k 2 plain | wc -l)" = 15 ]
	ok $? "GCC $version: a digest for each construct"
	same 'no change' loop.c
	same '-g' loop.c -g
	same '-O1' loop.c -O1
	same '-O3 and flags of optimisation' loop.c -O3 -funroll-loops -g3
	same 'other lines and declarations' loop.c -DUNUSED
	mkdir -p elsewhere && cp loop.c elsewhere/other.c
	same 'another path' elsewhere/other.c
	other 'another operator' 'operators#1' loop.c -DOPERATOR=-
	other 'another constant' 'constants#1' loop.c -DCONSTANT=3
	other 'another real constant' 'reals#1' loop.c -DREAL=1.25
	other 'another type' 'types#1' loop.c -DTYPE=double
	other 'a type that is volatile' 'types#1' loop.c -DTYPE='volatile float'
	other 'a schedule' 'clauses#1' loop.c '-DCLAUSE=schedule(static,4)'
	other 'collapse' 'clauses#1' loop.c '-DCLAUSE=collapse(2)'
	other 'a variable of another kind' 'regions#1' loop.c \
		'-DREGION=firstprivate(t)'
	other 'another body of a callee' 'callees#1' loop.c '-DDEEP=x*x'
	other 'another value from outside' 'outside#1' loop.c -DOFFSET=n/2
	other 'another guard' 'guards#1' loop.c '-DGUARD=n==4'
	other 'another attribute of a function' 'attributes#1' loop.c \
		'-DATTRIBUTE=__attribute__((pure))'
	digests loop.c -DTABLE=4 >now
	[ "$(diff plain now | sed -n 's/^> \(.*\)#.*/\1/p' | xargs)" = \
		'globals read_only' ]
	ok $? "GCC $version: others with another table and guard"
	other 'another subscript' 'subscripts#1' loop.c -DELEMENT=j
	other 'another name' 'names#1' loop.c -DNAME=l
	other 'another member before' 'members#1' loop.c -DMEMBER
	for flag in -ffast-math -fwrapv -fno-strict-aliasing -frounding-math \
		-fcx-limited-range; do
		digests loop.c $flag >now
		[ "$(wc -l <now)" = 15 ] && [ "$(sort plain now | uniq -u |
			wc -l)" = 30 ]
		ok $? "GCC $version: all others with $flag"
	done
}

# entry TEXT FLAG...: the loop "constants", or $loop, with this entry; "log" is
# what the compiler says.
entry()
{
	printf 'podium.tuned 2\nloop.c:%s#1 %s\n' "${loop-constants}" "$1" >tuned
	shift
	$cc -fopenmp -O2 -S -o out.s "$plugin" -fplugin-arg-podium-use=tuned \
		"$@" loop.c >log 2>&1 && without_records out.s
}

# obeyed WHAT TEXT FLAG...
obeyed()
{
	local what=$1

	shift
	entry "$@" && [ ! -s log ] && grep -q nonmonotonic_guided out.s
	ok $? "GCC $version: obeyed: $what"
}

# stale WHAT TEXT FLAG...
stale()
{
	local what=$1

	shift
	entry "$@" && [ "$(grep -c 'note: podium' log)" = 1 ] &&
		grep -qF "podium: tuned:2: stale: " log &&
		grep -q 'run podium prove or podium tune$' log &&
		! grep -q nonmonotonic_guided out.s
	ok $? "GCC $version: stale: $what"
}

proofs()
{
	local guided='schedule(guided)' digest other

	digest=$(digests loop.c | sed -n 's/^constants#1 //p')
	other=$(digests loop.c -DCONSTANT=3 | sed -n 's/^constants#1 //p')
	obeyed 'no proof' "$guided"
	obeyed 'its proof' "$guided proof($digest)"
	obeyed 'its proof, with other lines' "$guided proof($digest)" -DUNUSED -O3
	obeyed 'one of two proofs' "proof($other, ${digest^^}) $guided"
	obeyed 'the other of two proofs' "proof($other,$digest) $guided" \
		-DCONSTANT=3
	obeyed 'a proof without optimisation' "$guided proof($other)" -O0
	obeyed 'another proof, forced' "$guided proof($other) force"
	stale 'another proof' "$guided proof($other)"
	stale 'another loop' "num_threads(2) $guided proof($digest)" -DCONSTANT=3
	stale 'other flags' "$guided proof($digest)" -ffast-math
}

# proof DIGEST TEXT: of a loop and its transformation, see doc/tuned.md.
proof()
{
	local hash=$((16#$1)) i

	for ((i = 0; i < ${#2}; i++)); do
		hash=$((((hash ^ $(printf %d "'${2:i:1}")) * 16777619) & 0xffffffff))
	done
	printf 'proof(%08x)' $hash
}

orders()
{
	local loop=clauses digest proof

	digest=$(digests loop.c | sed -n 's/^clauses#1 //p')
	entry as-written && cp out.s plain.s
	proof=$(proof "$digest" 'order(j,i)')
	entry "order(j,i) $proof" && [ ! -s log ] && ! cmp -s plain.s out.s
	ok $? "GCC $version: an order that is proven"
	stale 'an order of another loop' "order(j,i) $proof" \
		'-DCLAUSE=schedule(static,4)'
	stale 'another order of the loop' \
		"order(j,i) $(proof "$digest" 'order(i,j)')"
	stale 'an order, by the proof of clauses' "order(j,i) proof($digest)"
	entry 'order(j,i)' && grep -q 'its transformation has no proof' log && cmp -s plain.s out.s
	ok $? "GCC $version: an order without a proof"
}

cat >loop.cc <<'END'
#ifndef BODY
#define BODY x * 2
#endif
#ifndef FIELD
#define FIELD values[i]
#endif
template <typename T> static T twice(T x) { return BODY; }
template <typename T> void scale(T *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = twice(a[i]);
}
template void scale(float *, int);
template void scale(double *, int);
template void scale(int *, int);

class vector {
	double values[100], others[100];

public:
	double &at(int i) { return FIELD; }
	void fill(int n)
	{
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			at(i) = 0;
	}
};
void fill(vector &v) { v.fill(99); }
END

cat >loop.f90 <<'END'
#ifndef BOUND
#define BOUND n - 1
#endif
#ifndef VALUE
#define VALUE x
#endif
#ifndef EXTENT
#define EXTENT n
#endif
module work
	implicit none
contains
	pure real(8) function twice(x)
		real(8), intent(in) :: x
		twice = 2 * VALUE
	end function
	subroutine smooth(a, b, n)
		integer, intent(in) :: n
		real(8) :: a(:, :), b(n, n)
		integer :: i, j
		!$omp parallel do
		do j = 2, BOUND
			do i = 2, n - 1
				b(i, j) = a(i - 1, j) + a(i + 1, j)
			end do
		end do
	end subroutine
	subroutine automatic(a, n, m)
		integer, intent(in) :: n, m
		real(8) :: a(n), t(EXTENT, 3)
		integer :: i
		!$omp parallel do
		do i = 1, n
			t(i, 2) = a(i)
		end do
		a(1) = t(1, 2)
	end subroutine
	subroutine call(a)
		real(8) :: a(:)
		integer :: i
		!$omp parallel do
		do i = 1, size(a)
			a(i) = twice(a(i))
		end do
	end subroutine
end module
END

cxx_loops()
{
	local scale=_Z5scale

	digests loop.cc >plain
	[ "$(grep -c "^${scale}I[fdi]" plain)" = 3 ] &&
		[ "$(sort -u -k 2 plain | wc -l)" = 4 ]
	ok $? "GCC $version: a digest for each instance of a template"
	same '-g, C++' loop.cc -g -O3
	other 'another body of a method' '_ZN6vector4fillEi#1' loop.cc \
		-DFIELD='others[i]'
	digests loop.cc -DBODY=x+1 >now
	[ "$(sort plain now | uniq -u | wc -l)" = 6 ] &&
		! sort plain now | uniq -u | grep -v "$scale"
	ok $? "GCC $version: others with another body of a callee's template"
}

fortran_loops()
{
	digests loop.f90 -cpp >plain
	same '-g, Fortran' loop.f90 -cpp -g -O3
	other 'another bound' '__work_MOD_smooth#1' loop.f90 -cpp -DBOUND=n-2
	other 'another extent' '__work_MOD_automatic#1' loop.f90 -cpp -DEXTENT=m
	other 'another body of a function' '__work_MOD_call#1' loop.f90 -cpp \
		-DVALUE=x*x
}

for version in $PLUGIN_GCCS; do
	if use "$version" c; then
		c_loops
		proofs
		orders
	fi
	use "$version" cc && cxx_loops
	use "$version" f90 && fortran_loops
done
finish
