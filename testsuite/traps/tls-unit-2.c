/* SPDX-License-Identifier: GPL-3.0-or-later */
static _Thread_local int next;

static int take(void)
{
	return next++;
}

static int bits(unsigned x)
{
	int sum = 0;

	for (; x; x &= x - 1)
		sum++;
	return sum;
}

int ticket(int i)
{
	return take() * 2 + (i & 1);
}

int parity(int i)
{
	return bits((unsigned)i) & 1;
}
