#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Static schedules that make GCC's counter wrap around are refused, whatever
# its type is, and all others are obeyed: the sums stay what they are.

. "$(dirname "$0")/../gccs.sh"
export OMP_NUM_THREADS=4

cat >sums.c <<'END'
#include <stdio.h>

#define SUM(name, type, end)                                                   \
	long name(type n)                                                      \
	{                                                                      \
		long sum = 0;                                                  \
		_Pragma("omp parallel for reduction(+ : sum)")                 \
		for (type i = 0; i < end; i++)                                 \
			sum += i + 1;                                          \
		return sum;                                                    \
	}

SUM(signed_char, signed char, n)
SUM(unsigned_char, unsigned char, n)
SUM(signed_short, short, n)
SUM(unsigned_short, unsigned short, n)
SUM(signed_int, int, n)
SUM(unsigned_int, unsigned, n)
SUM(signed_long, long, n)
SUM(unsigned_long, unsigned long, n)
SUM(constant, int, 100)

long pointer(const char *from, const char *to)
{
	long sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (const char *at = from; at < to; at++)
		sum += to - at;
	return sum;
}

/* of which no chunk is right, for another reason: GCC crashes */
long rows(int n, long (*from)[n])
{
	long sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (long (*at)[n] = from; at < from + 50; at++)
		sum += (*at)[0];
	return sum;
}

long both(signed char n)
{
	long sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
	for (signed char i = 0; i < n; i++)
		for (signed char j = 0; j < n; j++)
			sum += i + j;
	return sum;
}

long many(long sum)
{
#pragma omp parallel for collapse(2) schedule(dynamic) reduction(+ : sum)
	for (short i = 0; i < 300; i++)
		for (signed char j = 0; j < 100; j++)
			sum += 1;
#pragma omp parallel for collapse(2) schedule(dynamic) reduction(+ : sum)
	for (short i = 0; i < 300; i++)
		for (short j = 0; j < 300; j++)
			sum += 1;
	return sum;
}

long far(short most, short next, long sum)
{
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
	for (short i = -31352; i < most; i += 1000)
		sum += 1;
#pragma omp parallel for schedule(guided) reduction(+ : sum)
	for (int i = 2000000000; i > -2000000000; i -= 80000000)
		sum += 1;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
	for (int i = -2000000000; i < next * 100000; i += 80000000)
		sum += 1;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
	for (int i = -1; i < next; i += 1)
		sum += 1;
	return sum;
}

int main(void)
{
	static char bytes[100];
	static long cells[50][3];

	for (int i = 0; i < 50; i++)
		cells[i][0] = i;
	printf("%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld\n",
	       signed_char(100), unsigned_char(200), signed_short(30000),
	       unsigned_short(60000), signed_int(100), unsigned_int(100),
	       signed_long(100), unsigned_long(100), constant(100),
	       pointer(bytes, bytes + 100), both(9), many(0),
	       far(18648, 20000, 0), rows(3, cells));
	return 0;
}
END

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	$cc -O1 -fopenmp sums.c -o sums && ./sums >right
	for schedule in auto static static,{1,64,30000,1000000,1000000000,2147483647} \
		{dynamic,guided}',2147483647'; do
		printf 'podium.tuned 2\n* schedule(%s)\n' $schedule >tuned
		$cc -O1 -fopenmp "$plugin" \
			-fplugin-arg-podium-use=tuned sums.c -o sums 2>log &&
			timeout 300 ./sums >sum && cmp -s sum right
		ok $? "GCC $version: $schedule is right"
	done
	! grep -q 'left as written' log
	ok $? "GCC $version: other kinds take any chunk"
	printf 'podium.tuned 2\nsums.c:%s\nsums.c:%s\nsums.c:%s\n' \
		'signed_int#1 schedule(static,1000000)' \
		'signed_long#1 schedule(static,2147483647)' \
		'constant#1 schedule(static,2000000)' >tuned
	$cc -O1 -fopenmp "$plugin" -fplugin-arg-podium-use=tuned \
		-S sums.c -o sums.s 2>log && [ ! -s log ] &&
		grep -q 2147483647 sums.s && grep -q 2000000 sums.s
	ok $? "GCC $version: what is right is obeyed"
	echo 'podium.tuned 2
sums.c:signed_int#1 schedule(static,2147483647)' >tuned
	$cc -O1 -fopenmp "$plugin" -fplugin-arg-podium-use=tuned \
		-S sums.c -o sums.s 2>log && grep -q "schedule is left as $(
			)written: with a chunk as large as that" log
	ok $? "GCC $version: the reason is said"
	echo 'podium.tuned 2
sums.c:rows#1 schedule(static,3)' >tuned
	$cc -O1 -fopenmp "$plugin" -fplugin-arg-podium-use=tuned \
		-S sums.c -o sums.s 2>log && grep -q 'arrays of varying size' log
	ok $? "GCC $version: rows whose size varies"
	echo 'podium.tuned 2
sums.c:many#1 schedule(static)
sums.c:many#2 schedule(static)' >tuned
	$cc -O1 -fopenmp "$plugin" -fplugin-arg-podium-use=tuned \
		-S sums.c -o sums.s 2>log && [ "$(grep -c 'podium: tuned' \
		log)" = 1 ] && grep -q "tuned:3: schedule is left as $(
			)written: it has, or may have, more iterations than" log
	ok $? "GCC $version: nests with more iterations than can be counted"
	echo 'podium.tuned 2
sums.c:far#1 schedule(static)
sums.c:far#2 schedule(static)
sums.c:far#3 schedule(static,4)
sums.c:far#4 schedule(static)' >tuned
	$cc -O1 -fopenmp "$plugin" -fplugin-arg-podium-use=tuned \
		-S sums.c -o sums.s 2>log
	[ "$(grep -c 'may have, more iterations' log)" = 3 ] &&
		! grep -q 'tuned:5' log
	ok $? "GCC $version: bounds that are too far apart"
done
finish
