/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of functions, one of which asks. */
/* expect: .[] | select(.function == "asked") | .rewrite_why | length > 0 */
/* expect: .[] | select(.function == "harmless") | .rewrite_why == [] */
/* expect: .[] | select(.function == "harmless") | .unseen == null */
#include <omp.h>
#include <math.h>
static int plain(int i) { return i; }
static int own(int i) { return i + omp_get_thread_num(); }
static int (*const table[])(int) = {plain, own};
static double (*const other[])(double) = {sin, cos};
int x[100];
double y[100];

void asked(int k)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = table[k](i);
}

void harmless(int k)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = other[k](i);
}

int main(int argc, char **argv)
{
	asked(argc % 2);
	harmless(argc % 2);
	return x[7] < 0;
}
