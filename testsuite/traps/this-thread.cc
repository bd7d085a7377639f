/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The standard's own name of a thread, in a map of a class.
 * expect: any(.[]; .name == "Profiler::run" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "halve" and (.rewrite_why | length == 0))
 */
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

class Profiler
{
	std::map<std::thread::id, int> index;
	std::mutex lock;
	int number()
	{
		std::lock_guard<std::mutex> hold(lock);
		return index
			.emplace(std::this_thread::get_id(), (int)index.size())
			.first->second;
	}

      public:
	void run(std::vector<int> &owner)
	{
#pragma omp parallel for
		for (int i = 0; i < (int)owner.size(); i++)
			owner[i] = number();
	}
};

static void halve(std::vector<int> &owner)
{
#pragma omp parallel for
	for (int i = 0; i < (int)owner.size(); i++)
		owner[i] /= 2;
}

int main()
{
	std::vector<int> owner(300);
	Profiler().run(owner);
	halve(owner);
	return std::printf("%d\n", owner[299]) < 0;
}
