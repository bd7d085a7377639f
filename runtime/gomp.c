/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stands before libgomp and the waits of POSIX threads: tells region.c of
 * regions, barriers, waits, questions for iterations and tasks. Works for any
 * program that uses libgomp, with clocks or without.
 *
 * libgomp gives every function one version, locks two, of which GCC has used
 * the newer since 4.4; so the next definition in the order of the loader is
 * the right one.
 */
#include "runtime/next.h"
#include "runtime/region.h"
#include "runtime/site.h"
#include "runtime/ticks.h"

#include <pthread.h>

/* ---- regions ---- */

NEXT(GOMP_parallel)

PODIUM_EXPORT void GOMP_parallel(void (*function)(void *), void *data,
				 unsigned threads, unsigned flags);
void GOMP_parallel(void (*function)(void *), void *data, unsigned threads,
		   unsigned flags)
{
	void (*next)(void (*)(void *), void *, unsigned, unsigned) =
		get_GOMP_parallel();
	struct body body = region_begin(function, data, threads);

	next(region_run, &body, threads, flags);
	region_end(&body);
}

NEXT(GOMP_parallel_sections)

PODIUM_EXPORT void GOMP_parallel_sections(void (*function)(void *), void *data,
					  unsigned threads, unsigned sections,
					  unsigned flags);
void GOMP_parallel_sections(void (*function)(void *), void *data,
			    unsigned threads, unsigned sections, unsigned flags)
{
	void (*next)(void (*)(void *), void *, unsigned, unsigned, unsigned) =
		get_GOMP_parallel_sections();
	struct body body = region_begin(function, data, threads);

	next(region_run, &body, threads, sections, flags);
	region_end(&body);
}

/* A region that is one loop; some schedules have a chunk. */
#define PARALLEL_LOOP(name)                                                    \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void (*function)(void *), void *data,          \
				unsigned threads, long begin, long end,        \
				long step, long chunk, unsigned flags);        \
	void name(void (*function)(void *), void *data, unsigned threads,      \
		  long begin, long end, long step, long chunk, unsigned flags) \
	{                                                                      \
		void (*next)(void (*)(void *), void *, unsigned, long, long,   \
			     long, long, unsigned) = get_##name();             \
		struct body body = region_begin(function, data, threads);      \
                                                                               \
		next(region_run, &body, threads, begin, end, step, chunk,      \
		     flags);                                                   \
		region_end(&body);                                             \
	}

#define PARALLEL_RUNTIME(name)                                                 \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void (*function)(void *), void *data,          \
				unsigned threads, long begin, long end,        \
				long step, unsigned flags);                    \
	void name(void (*function)(void *), void *data, unsigned threads,      \
		  long begin, long end, long step, unsigned flags)             \
	{                                                                      \
		void (*next)(void (*)(void *), void *, unsigned, long, long,   \
			     long, unsigned) = get_##name();                   \
		struct body body = region_begin(function, data, threads);      \
                                                                               \
		next(region_run, &body, threads, begin, end, step, flags);     \
		region_end(&body);                                             \
	}

PARALLEL_LOOP(GOMP_parallel_loop_static)
PARALLEL_LOOP(GOMP_parallel_loop_dynamic)
PARALLEL_LOOP(GOMP_parallel_loop_guided)
PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_guided)
PARALLEL_RUNTIME(GOMP_parallel_loop_runtime)
PARALLEL_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
PARALLEL_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

/*
 * libgomp reads the data of these, so they cannot be looked into: what they
 * do is work of the thread that meets them.
 */
NEXT(GOMP_parallel_reductions)

PODIUM_EXPORT unsigned GOMP_parallel_reductions(void (*function)(void *),
						void *data, unsigned threads,
						unsigned flags);
unsigned GOMP_parallel_reductions(void (*function)(void *), void *data,
				  unsigned threads, unsigned flags)
{
	unsigned (*next)(void (*)(void *), void *, unsigned, unsigned) =
		get_GOMP_parallel_reductions();
	struct member *outer = region_hide();
	unsigned count = next(function, data, threads, flags);

	region_show(outer);
	return count;
}

/* ---- barriers ---- */

#define BARRIER_AT(name)                                                       \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void);                                         \
	void name(void)                                                        \
	{                                                                      \
		void (*next)(void) = get_##name();                             \
		uint64_t start = ticks_now();                                  \
                                                                               \
		region_arrive(start);                                          \
		next();                                                        \
		region_depart(start, __builtin_return_address(0));             \
	}

BARRIER_AT(GOMP_barrier)
BARRIER_AT(GOMP_loop_end)
BARRIER_AT(GOMP_sections_end)

/*
 * A single that copies has its barrier here for those that do not execute it,
 * at its end for the one that does: one place stands for both.
 */
NEXT(GOMP_single_copy_start)

PODIUM_EXPORT void *GOMP_single_copy_start(void);
void *GOMP_single_copy_start(void)
{
	void *(*next)(void) = get_GOMP_single_copy_start();
	uint64_t start = ticks_now();
	void *data;

	region_single(__builtin_return_address(0));
	region_arrive(start);
	data = next();
	if (!data)
		return NULL;
	region_depart(start, __builtin_return_address(0));
	return data;
}

NEXT(GOMP_single_copy_end)

PODIUM_EXPORT void GOMP_single_copy_end(void *data);
void GOMP_single_copy_end(void *data)
{
	void (*next)(void *) = get_GOMP_single_copy_end();
	uint64_t start = ticks_now();

	region_arrive(start);
	next(data);
	region_depart(start, region_single(NULL));
}

/* ---- waiting ---- */

#define WAIT_FOR(name, event)                                                  \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void);                                         \
	void name(void)                                                        \
	{                                                                      \
		void (*next)(void) = get_##name();                             \
		uint64_t start = ticks_now();                                  \
                                                                               \
		next();                                                        \
		region_count(event, start);                                    \
	}

#define WAIT_FOR_THIS(name, event)                                             \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void *thing);                                  \
	void name(void *thing)                                                 \
	{                                                                      \
		void (*next)(void *) = get_##name();                           \
		uint64_t start = ticks_now();                                  \
                                                                               \
		next(thing);                                                   \
		region_count(event, start);                                    \
	}

WAIT_FOR(GOMP_critical_start, CRITICAL)
WAIT_FOR_THIS(GOMP_critical_name_start, CRITICAL)
WAIT_FOR(GOMP_ordered_start, ORDERED)
WAIT_FOR_THIS(omp_set_lock, LOCK)
WAIT_FOR_THIS(omp_set_lock_, LOCK)
WAIT_FOR_THIS(omp_set_nest_lock, LOCK)
WAIT_FOR_THIS(omp_set_nest_lock_, LOCK)

/* ---- waiting for POSIX threads ---- */

/*
 * Also what C++ makes of std::mutex and std::condition_variable. Only within
 * regions: outside, the loader and other libraries wait as well.
 */
#define POSIX(next_of, name, parameters, arguments, event)                     \
	next_of PODIUM_EXPORT int name parameters;                             \
	int name parameters                                                    \
	{                                                                      \
		int(*next) parameters = get_##name();                          \
		uint64_t start = region_inside() ? ticks_now() : 0;            \
		int answer = next arguments;                                   \
                                                                               \
		if (start)                                                     \
			region_count(event, start);                            \
		return answer;                                                 \
	}

#define POSIX_LOCK(name, type)                                                 \
	POSIX(NEXT(name), name, (type * lock), (lock), LOCK)

/* Conditions of before 2003, which no program has, are another version. */
#define POSIX_CONDITION(name, parameters, arguments)                           \
	POSIX(NEXT_VERSION(name, "GLIBC_2.3.2"), name, parameters, arguments,  \
	      CONDITION)

POSIX_LOCK(pthread_mutex_lock, pthread_mutex_t)
POSIX_LOCK(pthread_spin_lock, pthread_spinlock_t)
POSIX_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
POSIX_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
POSIX_CONDITION(pthread_cond_wait,
		(pthread_cond_t * condition, pthread_mutex_t *mutex),
		(condition, mutex))
POSIX_CONDITION(pthread_cond_timedwait,
		(pthread_cond_t * condition, pthread_mutex_t *mutex,
		 const struct timespec *until),
		(condition, mutex, until))
POSIX_CONDITION(pthread_cond_clockwait,
		(pthread_cond_t * condition, pthread_mutex_t *mutex,
		 clockid_t clock, const struct timespec *until),
		(condition, mutex, clock, until))
POSIX(NEXT(pthread_barrier_wait), pthread_barrier_wait,
      (pthread_barrier_t * barrier), (barrier), CONDITION)

/* ---- tasks ---- */

/*
 * Threads that wait at a barrier run tasks: there waiting cannot be told from
 * work, and the interval says that it had some.
 */
NEXT(GOMP_task)

PODIUM_EXPORT void GOMP_task(void (*function)(void *), void *data,
			     void (*copy)(void *, void *), long size,
			     long alignment, _Bool at_once, unsigned flags,
			     void **depend, int priority, void *detach);
void GOMP_task(void (*function)(void *), void *data,
	       void (*copy)(void *, void *), long size, long alignment,
	       _Bool at_once, unsigned flags, void **depend, int priority,
	       void *detach)
{
	void (*next)(void (*)(void *), void *, void (*)(void *, void *), long,
		     long, _Bool, unsigned, void **, int, void *) =
		get_GOMP_task();

	region_task();
	next(function, data, copy, size, alignment, at_once, flags, depend,
	     priority, detach);
}

#define TASKLOOP(name, type)                                                   \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void (*function)(void *), void *data,          \
				void (*copy)(void *, void *), long size,       \
				long alignment, unsigned flags,                \
				unsigned long tasks, int priority, type begin, \
				type end, type step);                          \
	void name(void (*function)(void *), void *data,                        \
		  void (*copy)(void *, void *), long size, long alignment,     \
		  unsigned flags, unsigned long tasks, int priority,           \
		  type begin, type end, type step)                             \
	{                                                                      \
		void (*next)(void (*)(void *), void *,                         \
			     void (*)(void *, void *), long, long, unsigned,   \
			     unsigned long, int, type, type, type) =           \
			get_##name();                                          \
                                                                               \
		region_task();                                                 \
		next(function, data, copy, size, alignment, flags, tasks,      \
		     priority, begin, end, step);                              \
	}

TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)

/* ---- asking for iterations ---- */

#define ASKED(type, name, parameters, arguments)                               \
	NEXT(name)                                                             \
	PODIUM_EXPORT type name parameters;                                    \
	type name parameters                                                   \
	{                                                                      \
		type(*next) parameters = get_##name();                         \
		uint64_t start = ticks_now();                                  \
		type answer = next arguments;                                  \
                                                                               \
		region_count(DISPATCH, start);                                 \
		return answer;                                                 \
	}

#define DISPATCHED(name, parameters, arguments)                                \
	ASKED(_Bool, name, parameters, arguments)

ASKED(unsigned, GOMP_sections_start, (unsigned sections), (sections))
ASKED(unsigned, GOMP_sections_next, (void), ())

#define KIND(kind)                                                             \
	DISPATCHED(GOMP_loop_##kind##_start,                                   \
		   (long begin, long end, long step, long chunk, long *from,   \
		    long *to),                                                 \
		   (begin, end, step, chunk, from, to))                        \
	DISPATCHED(GOMP_loop_##kind##_next, (long *from, long *to),            \
		   (from, to))                                                 \
	DISPATCHED(GOMP_loop_ull_##kind##_start,                               \
		   (_Bool up, unsigned long long begin,                        \
		    unsigned long long end, unsigned long long step,           \
		    unsigned long long chunk, unsigned long long *from,        \
		    unsigned long long *to),                                   \
		   (up, begin, end, step, chunk, from, to))                    \
	DISPATCHED(GOMP_loop_ull_##kind##_next,                                \
		   (unsigned long long *from, unsigned long long *to),         \
		   (from, to))

#define KIND_WITHOUT_CHUNK(kind)                                               \
	DISPATCHED(GOMP_loop_##kind##_start,                                   \
		   (long begin, long end, long step, long *from, long *to),    \
		   (begin, end, step, from, to))                               \
	DISPATCHED(GOMP_loop_##kind##_next, (long *from, long *to),            \
		   (from, to))                                                 \
	DISPATCHED(GOMP_loop_ull_##kind##_start,                               \
		   (_Bool up, unsigned long long begin,                        \
		    unsigned long long end, unsigned long long step,           \
		    unsigned long long *from, unsigned long long *to),         \
		   (up, begin, end, step, from, to))                           \
	DISPATCHED(GOMP_loop_ull_##kind##_next,                                \
		   (unsigned long long *from, unsigned long long *to),         \
		   (from, to))

KIND(static)
KIND(dynamic)
KIND(guided)
KIND(nonmonotonic_dynamic)
KIND(nonmonotonic_guided)
KIND(ordered_static)
KIND(ordered_dynamic)
KIND(ordered_guided)
KIND_WITHOUT_CHUNK(runtime)
KIND_WITHOUT_CHUNK(nonmonotonic_runtime)
KIND_WITHOUT_CHUNK(maybe_nonmonotonic_runtime)
KIND_WITHOUT_CHUNK(ordered_runtime)
