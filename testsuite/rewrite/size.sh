#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# if(work>=N) and num_threads(work/M): how many threads each loop has for each
# size, and what is refused.

. "$(dirname "$0")/../gccs.sh"
here=$srcdir/testsuite/rewrite

# runs SOURCE FLAG... <EXPECTED: the program with the tuned file says so
runs()
{
	cat >expected
	$cc -fopenmp "${@:2}" -Wall -Werror -o program "$plugin" \
		-fplugin-arg-podium-use=tuned "$here/$1" >log 2>&1 &&
		[ ! -s log ] && timeout 60 ./program >said 2>>log &&
		diff expected said >>log
	ok $? "GCC $version: $1 ${*:2}"
}

# refused LOOP CLAUSES REASON
refused()
{
	printf 'podium.tuned 2\nrefused.c:%s#1 %s force\n' "$1" "$2" >tuned
	$cc -fopenmp -O2 -Wall -Werror -S -o out.s "$plugin" \
		-fplugin-arg-podium-use=tuned refused.c >log 2>&1 &&
		without_records out.s && cmp -s out.s plain.s &&
		[ "$(grep -c 'note: podium' log)" = 1 ] &&
		grep -qF "refused.c:" log && grep -qF "$3" log
	ok $? "GCC $version: $1: $2"
}

cat >refused.c <<'END'
extern double a[100];
extern int elsewhere(int n), count(void);

static int region(int n)
{
	int sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += i;
	return sum;
}

void opens(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = region(n);
}

void calls(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = elsewhere(n);
}

extern void dscal_(int *, double *, double *, int *);
void blas(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double two = 2;
		int one = 1;

		dscal_(&one, &two, a + i, &one);
	}
}

void computed(void)
{
#pragma omp parallel for
	for (int i = 0; i < count(); i++)
		a[i] = 1;
}

void orphaned(int n)
{
#pragma omp for
	for (int i = 0; i < n; i++)
		a[i] = 1;
}

void shares(int n)
{
#pragma omp parallel
	{
		a[0] = 1;
#pragma omp for
		for (int i = 1; i < n; i++)
			a[i] = 1;
	}
}
END

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	$cc -fopenmp -O2 -S -o plain.s refused.c
	region='the loop has no parallel region of its own'
	refused opens 'if(work>=9)' 'its body may reach a parallel region'
	refused calls 'if(work>=9)' 'its body may reach a parallel region'
	refused blas 'if(work>=9)' 'its body may reach a parallel region'
	refused computed 'num_threads(work/9)' \
		'the number of its iterations is not known before the region'
	refused orphaned 'num_threads(work/9)' "$region"
	refused shares 'if(work>=9) num_threads(work/9)' "$region"

	for level in -O0 -O2; do
		use "$version" c
		cat >tuned <<-END
			podium.tuned 2
			* num_threads( work / 50 ) if(work >= 100) force
			size.c:nested#1 num_threads(work/50) schedule(dynamic) force
			size.c:inner#1 num_threads(work/25) force
			size.c:absent#1 num_threads(work/75) force
		END
		runs size.c $level <<-END
			one(-5) 0
			one(0) 0
			one(1) 1
			one(99) 1
			one(100) 2
			one(250) 5
			one(100000) 6
			downward(10, 3) 0
			downward(307, 3) 1
			downward(310, 3) 2
			downward(1000009, 10000) 2
			nested(0, 9) 0
			nested(5, 9) 1
			nested(10, 9) 2
			nested(20, 9) 4
			nested(20, -3) 0
			nested(32767, 9) 6
			triangle(10) 1
			triangle(20) 4
			triangle(100) 6
			beside(10) 2
			user(1000, 3, 3) 3
			user(1000, 3, 1) 1
			user(100, 3, 3) 2
			user(99, 3, 3) 1
			user(250, 9, 3) 5
			member(&grid) 4
			member(&none) 0
			saturated(1l << 40, 0) 6
			whole() 1
			inner(99) 4
			absent(0, (const int *)1) 1
			absent(150, &ten) 2
		END
		use "$version" cc && runs size.cc $level <<-END
			m.fill() 4
			m.fill() 1
			m.tiles(16, 200) 4
			each(a, a) 0
			each(a, a + 170) 3
		END
		use "$version" f90 && runs size.f90 $level <<-END
			0
			2
			1
			2
			0
			2
			2
		END
	done
	use "$version" c
	echo 'podium.tuned 2
size.c:nested#1 order(j,i) num_threads(work/50) force' >tuned
	$cc -fopenmp -O2 -o program "$plugin" -fplugin-arg-podium-use=tuned \
		"$here/size.c" >log 2>&1 && ./program >said &&
		grep -qx 'nested(10, 9) 2' said && grep -qx 'nested(5, 9) 1' said
	ok $? "GCC $version: with another order"
	echo 'podium.tuned 2
size.c:one#1 as-written | if(work>=100) | num_threads(work/50) force' >tuned
	$cc -fopenmp -O2 -o program "$plugin" -fplugin-arg-podium-use=tuned \
		-fplugin-arg-podium-clock "$here/size.c" >log 2>&1
	for choice in '0 6 6' '1 1 6' '2 1 2'; do
		read -r chosen few more <<<"$choice"
		printf 'one#1\t%s\n' "$chosen" >versions
		PODIUM_VERSIONS=versions \
			LD_PRELOAD=$builddir/runtime/libpodium-runtime.so \
			./program >said 2>>log && grep -qx "one(99) $few" said &&
			grep -qx "one(100) $more" said
		ok $? "GCC $version: version $chosen"
	done
done
finish
