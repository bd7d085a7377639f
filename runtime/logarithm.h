/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Natural logarithm, its reverse and the root, for a library that is loaded
 * into others' programs and needs nothing but the C library.
 */
#ifndef PODIUM_LOGARITHM_H
#define PODIUM_LOGARITHM_H

#include <stdint.h>
#include <string.h>

#define LN_2 .693147180559945309417

/*
 * Of a normal number above 0, to 1e-12: ln(2^e m) = e ln 2 + 2 artanh((m - 1)
 * / (m + 1)), where m lies between .7 and 1.42 and the series is short.
 */
static inline double logarithm(double x)
{
	uint64_t bits;
	double z, square, sum = 0;
	int exponent;

	memcpy(&bits, &x, sizeof(bits));
	exponent = (int)(bits >> 52) - 1023;
	bits = (bits & 0xfffffffffffff) | (uint64_t)1023 << 52;
	memcpy(&x, &bits, sizeof(x));
	if (x > 1.41421356) {
		x /= 2;
		exponent++;
	}
	z = (x - 1) / (x + 1);
	square = z * z;
	for (int i = 13; i > 0; i -= 2)
		sum = sum * square + 1. / i;
	return exponent * LN_2 + 2 * z * sum;
}

/* Of a number from -40 to 40: halved until the series is short. */
static inline double exponential(double x)
{
	double sum = 1;

	x /= 256;
	for (int i = 9; i > 0; i--)
		sum = 1 + x * sum / i;
	for (int i = 0; i < 8; i++)
		sum *= sum;
	return sum;
}

/* Newton's, from above; of a number that is not below 0. */
static inline double root(double x)
{
	double guess = x > 1 ? x : 1, next;

	if (!(x > 0))
		return 0;
	for (int i = 0; i < 100; i++) {
		next = (guess + x / guess) / 2;
		if (next >= guess)
			break;
		guess = next;
	}
	return guess;
}

#endif
