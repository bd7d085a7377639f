/* SPDX-License-Identifier: GPL-3.0-or-later */
double first(double x, int depth);
double second(double x, int depth)
{
	return first(x + 1, depth);
}
