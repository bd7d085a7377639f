/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base class. */
struct Model {
	virtual double force(double v) const = 0;
	virtual double noise() const
	{
		return 0;
	}
};

const Model &make_model();
