/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The class that overrides them. */
#include <omp.h>
#include "unit-virtual.h"

struct Spring : Model {
	double force(double v) const override
	{
		return -2 * v;
	}
	double noise() const override
	{
		return omp_get_thread_num();
	}
};

const Model &make_model()
{
	static Spring spring;

	return spring;
}
