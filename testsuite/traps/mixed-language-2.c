/* SPDX-License-Identifier: GPL-3.0-or-later */
static _Thread_local int next;

int take_ticket(void)
{
	return ++next;
}

int squared(int i)
{
	return i * i;
}
