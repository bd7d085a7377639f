/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an estimate is made of.
 */
#include "terms.h"

double estimate_work(const struct estimate *estimate)
{
	double cycles = 0;

	for (int i = TERM_CORE; i <= TERM_TLB2; i++)
		cycles += estimate->term[i];
	return cycles;
}
