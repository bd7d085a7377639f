/* SPDX-License-Identifier: GPL-3.0-or-later */
static __thread int calls;

int place(void)
{
	return calls++;
}
