/* SPDX-License-Identifier: GPL-3.0-or-later */
extern double total;
void add(double v)
{
#pragma omp atomic
	total += v;
}
