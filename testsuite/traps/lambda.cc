// SPDX-License-Identifier: GPL-3.0-or-later
// Lambdas, algorithms and std::function: only what asks is left alone.
// expect: map(select(.name == "asked")) | .[0].rewrite_why | length > 0
// expect: map(select(.name == "wrapped")) | .[0].rewrite_why | length > 0
// expect: map(select(.name == "harmless")) | .[0].rewrite_why == []
// expect: map(select(.name == "harmless")) | .[0].unseen == null
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>
std::vector<double> x(100);

static int self()
{
	return std::this_thread::get_id() == std::thread::id();
}

void asked()
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		std::vector<int> t(3);

		std::for_each(t.begin(), t.end(), [](int &v) { v = self(); });
		x[i] = t[0];
	}
}

void wrapped(const std::function<int()> &f)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = f();
}

void harmless()
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		std::vector<int> t;
		std::map<std::string, int> m;

		for (int j = 0; j < 10; j++)
			t.push_back((i * j) % 7);
		std::sort(t.begin(), t.end(), [](int a, int b) { return a > b; });
		m[std::to_string(i)] = t[0];
		x[i] = m.begin()->second;
	}
}

int main()
{
	asked();
	wrapped([] { return self(); });
	harmless();
	return x[7] < 0;
}
