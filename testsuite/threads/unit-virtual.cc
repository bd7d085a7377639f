/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Virtual methods that another unit overrides. */
#include "unit-virtual.h"
static double x[100], y[100];

void forces(const Model &model)
{
	/* safe: pointer(Model::force f8(pf8)) */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = model.force(x[i]);
}

void noises(const Model &model)
{
	/* refused: 'Model::noise f8(p)' */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = model.noise();
}

int main()
{
	forces(make_model());
	noises(make_model());
	return y[0] < 0;
}
