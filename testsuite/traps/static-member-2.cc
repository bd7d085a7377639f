/* SPDX-License-Identifier: GPL-3.0-or-later */
struct Ids {
	static thread_local long next;
	static long take();
	static long of(long i);
};
thread_local long Ids::next = 1;

long Ids::take()
{
	return next++;
}

long Ids::of(long i)
{
	return i * 2654435761l % 1000003;
}
