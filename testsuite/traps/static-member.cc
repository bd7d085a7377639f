/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A thread_local member, used by a method in another unit.
 * expect: any(.[]; .name == "number" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "renumber" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <vector>

struct Ids {
	static thread_local long next;
	static long take();
	static long of(long i);
};

static void number(std::vector<long> &id)
{
#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < id.size(); i++)
		id[i] = Ids::take();
}

static void renumber(std::vector<long> &id)
{
#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < id.size(); i++)
		id[i] = Ids::of(id[i]);
}

int main()
{
	std::vector<long> id(800);
	number(id);
	renumber(id);
	return std::printf("%ld\n", id[799]) < 0;
}
