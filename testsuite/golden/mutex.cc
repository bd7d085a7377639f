// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What C++'s standard library has to synchronise.
 */
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

extern std::mutex one;
extern std::mutex two;
extern std::shared_mutex readers;
extern std::condition_variable changed;
extern bool ready;

void mutex_plain(double *x)
{
	x[0] = 0.5;
	one.lock();
	x[1] += 1.5;
	x[2] += 1.5;
	one.unlock();
	x[3] = 0.5;
}

void mutex_guard(double *x)
{
	x[0] = 0.5;
	{
		std::lock_guard<std::mutex> held(one);
		x[1] += 1.5;
	}
	x[2] = 0.5;
}

double mutex_returns(double *x)
{
	std::scoped_lock held(two);
	if (x[0] > 1.5)
		return x[1];
	x[1] += 1.5;
	return x[0];
}

// Given back, taken again: two sections.
void mutex_unique(double *x)
{
	std::unique_lock<std::mutex> held(one);
	x[0] += 1.5;
	held.unlock();
	x[1] = 0.5;
	x[2] = 0.5;
	held.lock();
	x[3] += 1.5;
	x[4] += 1.5;
}

// Given back before it ends, while another is held.
void mutex_early(double *x)
{
	std::lock_guard<std::mutex> outer(one);
	{
		std::unique_lock<std::mutex> inner(two);
		x[0] += 1.5;
		inner.unlock();
	}
	x[1] += 1.5;
}

// Nothing is locked here.
void mutex_deferred(double *x)
{
	std::unique_lock<std::mutex> held(one, std::defer_lock);
	std::unique_lock<std::mutex> tried(two, std::try_to_lock);
	std::unique_lock<std::mutex> empty;
	x[0] = 0.5;
}

double mutex_shared(const double *x)
{
	std::shared_lock<std::shared_mutex> held(readers);
	return x[0] + x[1];
}

void mutex_condition(double *x)
{
	std::unique_lock<std::mutex> held(one);
	changed.wait(held, [] { return ready; });
	x[0] += 1.5;
}

void mutex_join(std::thread &worker)
{
	worker.join();
}

// A lock of one's own is none of the library's.
namespace own
{
struct mutex {
	void lock();
	void unlock();
};
}

void mutex_own(own::mutex &lock, double *x)
{
	lock.lock();
	x[0] += 1.5;
	lock.unlock();
}

void mutex_loop(int n, double *x, const double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		std::lock_guard<std::mutex> held(one);
		x[0] += y[i];
	}
}
