/* SPDX-License-Identifier: GPL-3.0-or-later */
static __thread int count;
int next(void)
{
	return count++;
}
