/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bodies. */
static _Thread_local int calls;

double twice(double v)
{
	return 2 * v;
}

double counted(double v)
{
	return v + ++calls;
}
