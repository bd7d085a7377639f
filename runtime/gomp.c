/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stands before libgomp: how long each thread works in a parallel region, and
 * waits at barriers, critical sections and ordered parts, and how often it
 * asks for iterations. Works for any program that uses libgomp, with clocks
 * or without.
 *
 * libgomp gives every function one version, so the next definition in the
 * order of the loader is the right one.
 */
#include "runtime/clock.h"
#include "runtime/output.h"
#include "runtime/report.h"
#include "runtime/thread.h"
#include "runtime/ticks.h"

#include <dlfcn.h>
#include <string.h>

/* Regions are told apart by the function that GCC made of their body. */
#define REGIONS 1024

/* What a thread may wait for or ask. */
enum event { BARRIER, CRITICAL, ORDERED, DISPATCH, EVENTS };

static const char *const event_names[EVENTS] = {"barrier", "critical",
						"ordered", "dispatch"};

/* One thread's numbers of one region; times in ticks. */
struct tally {
	_Atomic uint64_t calls, wall; /* as the thread that meets it */
	_Atomic uint64_t runs, busy;  /* of the body */
	_Atomic uint64_t count[EVENTS], time[EVENTS];
};

/* Number 0 is all that is outside. */
static void (*_Atomic functions[REGIONS])(void *);
static __thread unsigned region __attribute__((tls_model("initial-exec")));

/* ---- libgomp ---- */

static void *find(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name), *library;

	if (symbol)
		return symbol;
	library = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
	return library ? dlsym(library, name) : NULL;
}

/* Look it up once; two threads that do so at once find the same. */
#define NEXT(name)                                                             \
	static void *_Atomic next_##name;                                      \
	static void *get_##name(void)                                          \
	{                                                                      \
		void *symbol = atomic_load_explicit(&next_##name,              \
						    memory_order_relaxed);     \
                                                                               \
		if (!symbol) {                                                 \
			symbol = find(#name);                                  \
			atomic_store(&next_##name, symbol);                    \
		}                                                              \
		return symbol;                                                 \
	}

/* ---- numbers ---- */

/* The number of a region; 0 where there are too many. */
static unsigned number_of(void (*function)(void *))
{
	unsigned place = (unsigned)((uintptr_t)function >> 4) % (REGIONS - 1);

	for (unsigned i = 0; i < REGIONS - 1; i++) {
		unsigned number = (place + i) % (REGIONS - 1) + 1;
		void (*there)(void *) = atomic_load(&functions[number]);

		if (!there && atomic_compare_exchange_strong(&functions[number],
							     &there, function))
			return number;
		if (there == function)
			return number;
	}
	return 0;
}

static struct tally *tally_of(unsigned number)
{
	struct thread *thread = report_begin() ? thread_self() : NULL;
	struct tally *tallies;

	if (!thread)
		return NULL;
	tallies = atomic_load_explicit(&thread->tallies, memory_order_acquire);
	if (!tallies) {
		tallies = thread_memory(REGIONS * sizeof(*tallies));
		atomic_store_explicit(&thread->tallies, tallies,
				      memory_order_release);
	}
	return tallies ? tallies + number : NULL;
}

static void count(enum event event, uint64_t since)
{
	struct tally *tally = tally_of(region);

	if (!tally)
		return;
	counter_add(&tally->count[event], 1);
	counter_add(&tally->time[event], ticks_now() - since);
}

/* ---- regions ---- */

/* What libgomp hands to every thread in place of the body's own data. */
struct body {
	void (*function)(void *);
	void *data;
	unsigned number;
};

static void run_body(void *argument)
{
	const struct body *body = argument;
	unsigned outer = region;
	uint64_t start = ticks_now();
	struct tally *tally;

	region = body->number;
	body->function(body->data);
	region = outer;
	tally = tally_of(body->number);
	if (!tally)
		return;
	counter_add(&tally->runs, 1);
	counter_add(&tally->busy, ticks_now() - start);
}

static void end_region(unsigned number, uint64_t start)
{
	struct tally *tally = tally_of(number);
	uint64_t now = ticks_now();

	if (!tally)
		return;
	counter_add(&tally->calls, 1);
	counter_add(&tally->wall, now - start);
	report_now_and_then(now);
}

NEXT(GOMP_parallel)

PODIUM_EXPORT void GOMP_parallel(void (*function)(void *), void *data,
				 unsigned threads, unsigned flags);
void GOMP_parallel(void (*function)(void *), void *data, unsigned threads,
		   unsigned flags)
{
	void (*next)(void (*)(void *), void *, unsigned, unsigned) =
		get_GOMP_parallel();
	struct body body = {function, data, number_of(function)};
	uint64_t start = ticks_now();

	next(run_body, &body, threads, flags);
	end_region(body.number, start);
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
	struct body body = {function, data, number_of(function)};
	uint64_t start = ticks_now();

	next(run_body, &body, threads, sections, flags);
	end_region(body.number, start);
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
		struct body body = {function, data, number_of(function)};      \
		uint64_t start = ticks_now();                                  \
                                                                               \
		next(run_body, &body, threads, begin, end, step, chunk,        \
		     flags);                                                   \
		end_region(body.number, start);                                \
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
		struct body body = {function, data, number_of(function)};      \
		uint64_t start = ticks_now();                                  \
                                                                               \
		next(run_body, &body, threads, begin, end, step, flags);       \
		end_region(body.number, start);                                \
	}

PARALLEL_LOOP(GOMP_parallel_loop_static)
PARALLEL_LOOP(GOMP_parallel_loop_dynamic)
PARALLEL_LOOP(GOMP_parallel_loop_guided)
PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_guided)
PARALLEL_RUNTIME(GOMP_parallel_loop_runtime)
PARALLEL_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
PARALLEL_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

/* ---- waiting ---- */

#define WAIT(name, event)                                                      \
	NEXT(name)                                                             \
	PODIUM_EXPORT void name(void);                                         \
	void name(void)                                                        \
	{                                                                      \
		void (*next)(void) = get_##name();                             \
		uint64_t start = ticks_now();                                  \
                                                                               \
		next();                                                        \
		count(event, start);                                           \
	}

WAIT(GOMP_barrier, BARRIER)
WAIT(GOMP_loop_end, BARRIER)
WAIT(GOMP_sections_end, BARRIER)
WAIT(GOMP_critical_start, CRITICAL)
WAIT(GOMP_ordered_start, ORDERED)

NEXT(GOMP_critical_name_start)

PODIUM_EXPORT void GOMP_critical_name_start(void **name);
void GOMP_critical_name_start(void **name)
{
	void (*next)(void **) = get_GOMP_critical_name_start();
	uint64_t start = ticks_now();

	next(name);
	count(CRITICAL, start);
}

/* ---- asking for iterations ---- */

#define DISPATCHED(name, parameters, arguments)                                \
	NEXT(name)                                                             \
	PODIUM_EXPORT _Bool name parameters;                                   \
	_Bool name parameters                                                  \
	{                                                                      \
		_Bool(*next) parameters = get_##name();                        \
		uint64_t start = ticks_now();                                  \
		_Bool more = next arguments;                                   \
                                                                               \
		count(DISPATCH, start);                                        \
		return more;                                                   \
	}

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

/* ---- the lines ---- */

static void print_tally(struct output *output, struct thread *thread,
			struct tally *tally, const struct ticks_scale *scale)
{
	output_raw(output, "{\"thread\":");
	output_number(output, thread->number);
	output_key_number(output, "runs", (int64_t)counter_get(&tally->runs));
	output_key_number(
		output, "busy",
		(int64_t)ticks_to_ns(scale, counter_get(&tally->busy)));
	for (int i = 0; i < EVENTS; i++) {
		output_key(output, event_names[i]);
		output_raw(output, "[");
		output_number(output, (int64_t)counter_get(&tally->count[i]));
		output_raw(output, ",");
		output_number(output,
			      (int64_t)ticks_to_ns(
				      scale, counter_get(&tally->time[i])));
		output_raw(output, "]");
	}
	output_raw(output, "}");
}

static void print_threads(struct output *output, unsigned number,
			  const struct ticks_scale *scale, uint64_t *calls,
			  uint64_t *wall)
{
	bool first = true;

	for (struct thread *thread = thread_first(); thread;
	     thread = thread->next) {
		struct tally *tally = atomic_load(&thread->tallies);

		if (!tally)
			continue;
		tally += number;
		*calls += counter_get(&tally->calls);
		*wall += counter_get(&tally->wall);
		if (!first)
			output_raw(output, ",");
		first = false;
		print_tally(output, thread, tally, scale);
	}
}

/* The place of the body's function in its file, for those who look it up. */
static void print_function(struct output *output, void (*function)(void *))
{
	Dl_info info;
	void *address;

	memcpy(&address, &function, sizeof(address));
	if (!function || !dladdr(address, &info)) {
		output_key_text(output, "object", NULL);
		return;
	}
	output_key_text(output, "object", info.dli_fname);
	output_key_number(output, "offset",
			  (char *)address - (char *)info.dli_fbase);
}

static void print_region(struct output *output, unsigned number,
			 const struct ticks_scale *scale)
{
	uint64_t calls = 0, wall = 0;

	output_raw(output, "{\"kind\":\"region\"");
	print_function(output, atomic_load(&functions[number]));
	output_key(output, "threads");
	output_raw(output, "[");
	print_threads(output, number, scale, &calls, &wall);
	output_raw(output, "]");
	output_key_number(output, "calls", (int64_t)calls);
	output_key_number(output, "wall", (int64_t)ticks_to_ns(scale, wall));
	output_raw(output, "}\n");
}

static void print_regions(struct output *output)
{
	struct ticks_scale scale = ticks_scale();

	for (unsigned i = 0; i < REGIONS; i++)
		if (i == 0 || atomic_load(&functions[i]))
			print_region(output, i, &scale);
}

__attribute__((constructor)) static void begin(void)
{
	if (report_begin())
		report_add(print_regions);
}
