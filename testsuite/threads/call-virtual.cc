/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Virtual calls are not known, but for those that name their class. */
static double x[100], y[100];

struct Model {
	virtual ~Model()
	{
	}
	virtual double force(double v) const = 0;
};

struct Spring : Model {
	double force(double v) const override
	{
		return -2 * v;
	}
};

struct Linear final : Model {
	double force(double v) const override
	{
		return v;
	}
};

Model *spring = new Spring;

void by_base(const Model &model)
{
	/* refused: calls through a pointer */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = model.force(x[i]);
}

void direct(const Spring &s)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = s.Spring::force(x[i]);
}
