/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parallel regions of a program: what each thread did in them, and what
 * the team did between its barriers.
 */
#include "runtime/region.h"
#include "runtime/next.h"
#include "runtime/output.h"
#include "runtime/report.h"
#include "runtime/thread.h"
#include "runtime/ticks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>

/*
 * Regions are told apart by the function that GCC made of their body; their
 * intervals by where the thread that leads the team meets the barrier, and
 * whether the region lies in another one.
 */
#define REGIONS 1024
/* The first is the region's end, the last all that are left. */
#define ENDS 16
#define INTERVALS (REGIONS * 2 * ENDS)

#define MOST_THREADS 4096 /* of a team that is looked at */

static const char *const event_names[EVENTS] = {
	[BARRIER] = "barrier",	   [CRITICAL] = "critical",
	[ORDERED] = "ordered",	   [LOCK] = "lock",
	[CONDITION] = "condition", [DISPATCH] = "dispatch",
};

/* One thread's numbers of one region; times in ticks. */
struct tally {
	_Atomic uint64_t calls, wall; /* as the thread that meets it */
	_Atomic uint64_t runs, busy;  /* of the body */
	_Atomic uint64_t count[EVENTS], time[EVENTS];
};

/* What all threads of a region share; one thread, which leads, sums it up. */
struct team {
	struct team *next;
	unsigned room, count; /* threads that there may be, that there are */
	unsigned number;      /* of the region */
	unsigned turn;	      /* of the thread that leads */
	bool nested;
	uint64_t begun;	       /* the interval */
	struct share shares[]; /* "room" of them, twice: in turn */
};

/* A thread in a region. */
struct member {
	struct team *team; /* NULL: it is not looked at */
	unsigned number;   /* of the thread in the team */
	unsigned turn;	   /* how many intervals it has ended */
	struct thread *thread;
	struct tally *tally;
	struct share before; /* where its sums stood when the interval began */
	void *single;	     /* where it met a single that copies */
};

/* Number 0 is all that is outside. */
static void (*_Atomic functions[REGIONS])(void *);
static void *_Atomic ends[REGIONS][ENDS];
static __thread unsigned region __attribute__((tls_model("initial-exec")));
static __thread struct member *member
	__attribute__((tls_model("initial-exec")));

/* The time of the first thread outside of all regions. */
static __thread bool initial __attribute__((tls_model("initial-exec")));
static _Atomic uint64_t outside, outside_calls;
static _Atomic uint64_t since;	     /* of what it is in now */
static _Atomic unsigned open_region; /* 0: outside */

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

bool region_inside(void)
{
	return member && member->team;
}

void region_count(enum event event, uint64_t start)
{
	struct tally *tally = tally_of(region);
	uint64_t time;

	if (!tally)
		return;
	time = ticks_now() - start;
	counter_add(&tally->count[event], 1);
	counter_add(&tally->time[event], time);
	if (event != BARRIER)
		thread_self()->waited += time;
}

/* ---- intervals ---- */

static struct interval *interval_of(const struct team *team, void *end)
{
	struct thread *thread = thread_self();
	struct interval *intervals =
		atomic_load_explicit(&thread->intervals, memory_order_acquire);
	unsigned place = 0;

	while (end && ++place < ENDS - 1) {
		void *there = atomic_load(&ends[team->number][place]);

		if (!there)
			atomic_compare_exchange_strong(
				&ends[team->number][place], &there, end);
		if (!there || there == end)
			break;
	}
	if (!intervals) {
		intervals = thread_memory(INTERVALS * sizeof(*intervals));
		atomic_store_explicit(&thread->intervals, intervals,
				      memory_order_release);
	}
	if (!intervals)
		return NULL;
	return &intervals[(team->number * 2 + team->nested) * ENDS + place];
}

/*
 * By the thread that leads, when it is through the barrier, or all joined it.
 * Threads come late out of a barrier into the next interval, also this one.
 */
static void end_interval(struct team *team, void *end, uint64_t now)
{
	struct interval *interval = interval_of(team, end);
	struct share *shares = team->shares + team->turn % 2 * team->room;
	struct thread *thread = thread_self();

	if (end)
		now = team_ended(shares, team->count, now);
	if (interval)
		team_add(interval, shares, team->count, team->begun, now);
	if (interval && !atomic_load(&interval->site))
		atomic_store(&interval->site, thread->site);
	thread->site = NULL;
	team->begun = now;
	team->turn++;
}

static void begin_interval(struct member *self, uint64_t now)
{
	struct share *before = &self->before;

	before->start = now;
	before->shared = self->thread->shared;
	before->tasks = 0;
	for (int i = 0; i < WAITS; i++)
		before->waited[i] = counter_get(&self->tally->time[i]);
}

/* The thread has done its part of the interval. */
void region_arrive(uint64_t now)
{
	struct member *self = member;
	struct team *team = self ? self->team : NULL;
	struct share *share;

	if (!team)
		return;
	share = &team->shares[self->turn % 2 * team->room + self->number];
	share->start = self->before.start;
	share->arrival = now;
	share->shared = self->thread->shared - self->before.shared;
	share->tasks = self->before.tasks;
	for (int i = 0; i < WAITS; i++)
		share->waited[i] = counter_get(&self->tally->time[i]) -
				   self->before.waited[i];
}

/*
 * It is through the barrier at "end", and so all have arrived. What they said
 * stays until the thread that leads arrives at the next.
 */
void region_depart(uint64_t start, void *end)
{
	struct member *self = member;

	region_count(BARRIER, start);
	if (!self || !self->team)
		return;
	if (self->number == 0)
		end_interval(self->team, end, ticks_now());
	self->turn++;
	begin_interval(self, ticks_now());
}

void region_task(void)
{
	if (member)
		member->before.tasks++;
}

void *region_single(void *place)
{
	if (member && place)
		member->single = place;
	return member ? member->single : NULL;
}

struct member *region_hide(void)
{
	struct member *outer = member;

	member = NULL;
	return outer;
}

void region_show(struct member *outer)
{
	member = outer;
}

/* ---- regions ---- */

NEXT(omp_get_max_threads)
NEXT(omp_get_num_threads)
NEXT(omp_get_thread_num)

static int ask(void *function)
{
	int (*next)(void) = function;

	return next();
}

/* Regions end in the order in which they began: one in use is not here. */
static struct team *take_team(unsigned threads)
{
	struct thread *thread = report_begin() ? thread_self() : NULL;
	unsigned room =
		threads ? threads : (unsigned)ask(get_omp_get_max_threads());
	struct team *team = thread ? thread->teams : NULL;

	if (team && team->room >= room) {
		thread->teams = team->next;
		return team;
	}
	if (!thread || room > MOST_THREADS)
		return NULL;
	team = thread_memory(sizeof(*team) + 2 * room * sizeof(struct share));
	if (team)
		team->room = room;
	return team;
}

static void give_team(struct team *team)
{
	struct thread *thread = thread_self();

	team->next = thread->teams;
	thread->teams = team;
}

struct body region_begin(void (*function)(void *), void *data, unsigned threads)
{
	struct body body = {.function = function,
			    .data = data,
			    .number = number_of(function),
			    .first = initial && region == 0};

	body.team = body.number > 0 ? take_team(threads) : NULL;
	body.start = ticks_now();
	if (body.team) {
		body.team->number = body.number;
		body.team->nested = region != 0;
		body.team->begun = body.start;
		body.team->count = body.team->turn = 0;
		body.site = thread_self()->site;
		thread_self()->site = NULL;
	}
	if (body.first) {
		counter_add(&outside, body.start - counter_get(&since));
		counter_add(&outside_calls, 1);
		atomic_store(&since, body.start);
		atomic_store(&open_region, body.number);
	}
	return body;
}

/* Every thread of a team sees the same number of threads. */
static void join(struct member *self, struct body *body, uint64_t start)
{
	unsigned count = (unsigned)ask(get_omp_get_num_threads());

	self->thread = report_begin() ? thread_self() : NULL;
	self->tally = tally_of(body->number);
	self->number = (unsigned)ask(get_omp_get_thread_num());
	if (!body->team || !self->tally || count > body->team->room)
		return;
	self->team = body->team;
	if (self->number == 0)
		self->team->count = count;
	begin_interval(self, start);
}

void region_run(void *argument)
{
	struct body *body = argument;
	struct member self = {0}, *outer = member;
	unsigned outer_region = region;
	uint64_t start = ticks_now(), waited, end;

	join(&self, body, start);
	waited = self.thread ? self.thread->waited : 0;
	member = &self;
	region = body->number;
	body->function(body->data);
	end = ticks_now();
	region_arrive(end);
	region = outer_region;
	member = outer;
	if (!self.tally)
		return;
	self.thread->waited = waited;
	counter_add(&self.tally->runs, 1);
	counter_add(&self.tally->busy, end - start);
}

void region_end(struct body *body)
{
	struct tally *tally = tally_of(body->number);
	uint64_t now = ticks_now();

	if (body->team && body->team->count > 0)
		end_interval(body->team, NULL, now);
	if (body->team) {
		thread_self()->site = body->site;
		give_team(body->team);
	}
	if (body->first) {
		atomic_store(&since, now);
		atomic_store(&open_region, 0);
	}
	if (!tally)
		return;
	counter_add(&tally->calls, 1);
	counter_add(&tally->wall, now - body->start);
}

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

/* The loader calls the program itself as its user did. */
static const char *file_of(const Dl_info *info)
{
	void *headers;
	Dl_info own;
	unsigned long address = getauxval(AT_PHDR);

	memcpy(&headers, &address, sizeof(headers));
	if (dladdr(headers, &own) && own.dli_fbase == info->dli_fbase)
		return report_program();
	return info->dli_fname;
}

/* A place in the code: its file and where in it, for those who look it up. */
static void print_place(struct output *output, const char *object,
			const char *offset, void *address)
{
	Dl_info info;

	if (!address || !dladdr(address, &info)) {
		output_key_text(output, object, NULL);
		return;
	}
	output_key_text(output, object, file_of(&info));
	output_key_number(output, offset,
			  (char *)address - (char *)info.dli_fbase);
}

static void print_function(struct output *output, unsigned number)
{
	void (*function)(void *) = atomic_load(&functions[number]);
	void *address;

	memcpy(&address, &function, sizeof(address));
	print_place(output, "object", "offset", address);
}

static void print_region(struct output *output, unsigned number,
			 const struct ticks_scale *scale, uint64_t now)
{
	uint64_t calls = 0, wall = 0, open = now - counter_get(&since);

	output_raw(output, "{\"kind\":\"region\"");
	print_function(output, number);
	output_key(output, "threads");
	output_raw(output, "[");
	print_threads(output, number, scale, &calls, &wall);
	output_raw(output, "]");
	if (number == 0) {
		calls = counter_get(&outside_calls);
		wall = counter_get(&outside);
	}
	if (number != atomic_load(&open_region))
		open = 0;
	output_key_number(output, "calls", (int64_t)calls);
	output_key_number(output, "wall", (int64_t)ticks_to_ns(scale, wall));
	output_key_number(output, "open", (int64_t)ticks_to_ns(scale, open));
	output_raw(output, "}\n");
}

/* Of all threads that led. */
static void collect(unsigned place, struct interval *all)
{
	for (struct thread *thread = thread_first(); thread;
	     thread = thread->next) {
		struct interval *intervals = atomic_load(&thread->intervals);

		if (!intervals)
			continue;
		for (int i = 0; i < SUMS; i++)
			counter_add(&all->sum[i],
				    counter_get(&intervals[place].sum[i]));
		if (intervals[place].site)
			all->site = intervals[place].site;
	}
}

static int64_t signed_ns(const struct ticks_scale *scale, uint64_t ticks)
{
	if ((int64_t)ticks < 0)
		return -(int64_t)ticks_to_ns(scale, -ticks);
	return (int64_t)ticks_to_ns(scale, ticks);
}

static void print_sums(struct output *output, struct interval *interval,
		       const struct ticks_scale *scale)
{
	const struct entry *site = interval->site;

	output_key_text(output, "file", site ? site->file : NULL);
	if (site)
		output_key_number(output, "line", site->line);
	for (int i = 0; i < SUMS; i++) {
		uint64_t sum = counter_get(&interval->sum[i]);

		output_key_number(output, team_sums[i],
				  i < SUM_COUNTS ? (int64_t)sum
						 : signed_ns(scale, sum));
	}
}

static void print_interval(struct output *output, unsigned place,
			   const struct ticks_scale *scale)
{
	unsigned number = place / ENDS / 2, end = place % ENDS;
	struct interval all = {0};

	collect(place, &all);
	if (counter_get(&all.sum[CALLS]) == 0)
		return;
	output_raw(output, "{\"kind\":\"interval\"");
	print_function(output, number);
	output_key(output, "nested");
	output_raw(output, place / ENDS % 2 ? "true" : "false");
	output_key_text(output, "end",
			end == 0	  ? "region"
			: end == ENDS - 1 ? "others"
					  : "barrier");
	print_place(output, "end_object", "end_offset",
		    atomic_load(&ends[number][end]));
	print_sums(output, &all, scale);
	output_raw(output, "}\n");
}

/* Barriers in the order in which they were met first, the region's end last. */
static void print_intervals(struct output *output, unsigned first,
			    const struct ticks_scale *scale)
{
	for (unsigned i = 1; i <= ENDS; i++)
		print_interval(output, first + i % ENDS, scale);
}

static void print_all(struct output *output)
{
	struct ticks_scale scale = ticks_scale();
	uint64_t now = ticks_now();

	for (unsigned i = 0; i < REGIONS; i++) {
		if (i > 0 && !atomic_load(&functions[i]))
			continue;
		print_region(output, i, &scale, now);
		print_intervals(output, i * 2 * ENDS, &scale);
		print_intervals(output, (i * 2 + 1) * ENDS, &scale);
	}
}

/* ---- the beginning ---- */

/* The child counts from zero; the thread that forked is its first. */
static void on_fork(void)
{
	initial = true;
	atomic_store(&outside, 0);
	atomic_store(&outside_calls, 0);
	atomic_store(&since, ticks_now());
}

__attribute__((constructor)) static void begin(void)
{
	if (!report_begin())
		return;
	initial = true;
	atomic_store(&since, ticks_now());
	pthread_atfork(NULL, NULL, on_fork);
	report_add(print_all);
}
