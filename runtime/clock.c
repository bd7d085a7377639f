/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clocks themselves: what objects call around their loops.
 */
#include "runtime/clock.h"
#include "runtime/choose.h"
#include "runtime/entries.h"
#include "runtime/openmp.h"
#include "runtime/report.h"
#include "runtime/thread.h"
#include "runtime/ticks.h"
#include "runtime/versions.h"

#include <stdarg.h>

static int always_first(void)
{
	return 0;
}

static int (*thread_number)(void) = always_first;

static const struct podium_hooks hooks = {
	podium_region_enter, podium_region_leave, podium_loop_enter,
	podium_loop_leave,   podium_loop_done,	  podium_loop_values,
	podium_choose,
};

/* Hooks of a run that fixes versions and writes no clock file. */
static void no_clock(struct podium_site *site)
{
	(void)site;
}

static void no_values(struct podium_site *site, int first, int count, ...)
{
	(void)site;
	(void)first;
	(void)count;
}

static const struct podium_hooks without_clocks = {
	no_clock, no_clock,  no_clock,	    no_clock,
	no_clock, no_values, podium_choose,
};

/* ---- sites ---- */

static void add_site(struct podium_site *site)
{
	entries_add(site);
	if (site->state)
		choose_add(site->state, site);
}

void podium_register(const struct podium_unit *unit)
{
	bool clocks = report_begin();

	if ((!clocks && !versions_are_fixed()) ||
	    (unit->version != PODIUM_LAYOUT &&
	     unit->version != PODIUM_LAYOUT_TRIES))
		return;
	entries_lock();
	if (thread_number == always_first)
		openmp_find("omp_get_thread_num", &thread_number);
	if (unit->version == PODIUM_LAYOUT_TRIES)
		choose_find();
	for (int i = 0; i < unit->count; i++)
		add_site(unit->sites[i]);
	entries_unlock();
	*unit->hooks = clocks ? &hooks : &without_clocks;
}

/* ---- frames ---- */

/*
 * What was entered from a deeper place of the stack and never left: the
 * program jumped out, or the construct was cancelled.
 */
static void drop_stale(struct thread *thread, const struct entry *entry,
		       enum frame_kind kind, const char *address)
{
	unsigned depth = thread->depth;

	while (depth > 0) {
		const struct frame *frame = &thread->frames[depth - 1];

		if (frame->address > address ||
		    (frame->address == address &&
		     (frame->entry != entry || frame->kind != kind)))
			break;
		depth--;
	}
	atomic_store_explicit(&thread->depth, depth, memory_order_relaxed);
}

static struct frame *push(struct thread *thread, struct entry *entry,
			  enum frame_kind kind, const char *address)
{
	unsigned depth = thread->depth;
	struct frame *frame = &thread->frames[depth];

	if (depth > 0 && thread->frames[depth - 1].address <= address) {
		drop_stale(thread, entry, kind, address);
		depth = thread->depth;
		frame = &thread->frames[depth];
	}
	if (depth == FRAMES) {
		counter_add(&thread->dropped, 1);
		return NULL;
	}
	atomic_store_explicit(&frame->entry, entry, memory_order_relaxed);
	frame->kind = kind;
	frame->left = false;
	frame->address = address;
	frame->tried = thread->tried == entry;
	thread->tried = NULL;
	return frame;
}

/* The clock is read last on the way in, first on the way out. */
static void start(struct thread *thread, struct frame *frame)
{
	atomic_store_explicit(&thread->depth, thread->depth + 1,
			      memory_order_release);
	atomic_store_explicit(&frame->start, ticks_now(), memory_order_relaxed);
}

/* The newest frame of this site, or NULL; also where it has no entry. */
static struct frame *find(struct thread *thread, const struct entry *entry,
			  enum frame_kind kind, unsigned *depth)
{
	if (!entry || !thread)
		return NULL;
	for (*depth = thread->depth; *depth > 0; (*depth)--) {
		struct frame *frame = &thread->frames[*depth - 1];

		if (frame->entry == entry && frame->kind == kind)
			return frame;
	}
	return NULL;
}

static void pop(struct thread *thread, unsigned depth)
{
	atomic_store_explicit(&thread->depth, depth - 1, memory_order_release);
}

/* ---- the calls ---- */

void podium_region_enter(struct podium_site *site)
{
	struct thread *thread = thread_self();
	struct entry *entry = site->state;
	struct cell *cell;
	struct frame *frame;

	if (!entry || !thread ||
	    !(cell = thread_cell(thread, entry->index, true)))
		return;
	counter_add(&cell->regions, 1);
	frame = push(thread, entry, FRAME_REGION, __builtin_frame_address(0));
	if (frame)
		start(thread, frame);
}

void podium_region_leave(struct podium_site *site)
{
	uint64_t now = ticks_now();
	struct thread *thread = thread_self();
	struct entry *entry = site->state;
	unsigned depth;
	struct frame *frame = find(thread, entry, FRAME_REGION, &depth);

	if (!frame)
		return;
	counter_add(&thread_cell(thread, entry->index, true)->region_time,
		    now - frame->start);
	if (frame->tried)
		choose_leave(entry, frame, now);
	pop(thread, depth);
}

void podium_loop_enter(struct podium_site *site)
{
	struct thread *thread = thread_self();
	struct entry *entry = site->state;
	struct cell *cell;
	struct frame *frame;
	bool leads = thread_number() == 0;

	if (!entry || !thread ||
	    !(cell = thread_cell(thread, entry->index, true)))
		return;
	counter_add(&cell->entries, 1);
	counter_add(&cell->led, leads);
	frame = push(thread, entry, FRAME_LOOP, __builtin_frame_address(0));
	if (!frame)
		return;
	frame->leads = leads;
	frame->shared = thread->shared;
	frame->waited = thread->waited;
	if (!thread->site)
		thread->site = entry;
	start(thread, frame);
}

/* The thread is through with the construct, its barrier included. */
static void leave_loop(struct thread *thread, struct entry *entry,
		       struct cell *cell, const struct frame *frame,
		       unsigned depth, uint64_t now)
{
	counter_add(&cell->inside, now - frame->start);
	if (frame->leads)
		counter_add(&cell->led_time, now - frame->start);
	if (frame->tried)
		choose_leave(entry, frame, now);
	pop(thread, depth);
}

void podium_loop_leave(struct podium_site *site)
{
	uint64_t now = ticks_now();
	struct thread *thread = thread_self();
	struct entry *entry = site->state;
	unsigned depth;
	struct frame *frame = find(thread, entry, FRAME_LOOP, &depth);
	struct cell *cell;

	if (!frame)
		return;
	cell = thread_cell(thread, entry->index, true);
	counter_add(&cell->busy, now - frame->start);
	thread->shared = frame->shared + (now - frame->start) -
			 (thread->waited - frame->waited);
	frame->left = true;
	if (!(entry->flags & PODIUM_WAITS))
		leave_loop(thread, entry, cell, frame, depth, now);
}

void podium_loop_done(struct podium_site *site)
{
	uint64_t now = ticks_now();
	struct thread *thread = thread_self();
	struct entry *entry = site->state;
	unsigned depth;
	struct frame *frame = find(thread, entry, FRAME_LOOP, &depth);

	if (!frame)
		return;
	leave_loop(thread, entry, thread_cell(thread, entry->index, true),
		   frame, depth, now);
}

int podium_choose(struct podium_site *site)
{
	struct entry *entry = site->state;
	struct thread *thread;

	if (!entry)
		return 0;
	if (entry->version >= 0)
		return entry->version;
	thread = thread_self();
	return thread ? choose(entry, thread) : 0;
}

/* ---- values ---- */

static void set(_Atomic int64_t *target, int64_t value)
{
	atomic_store_explicit(target, value, memory_order_relaxed);
}

static int64_t get(_Atomic int64_t *source)
{
	return atomic_load_explicit(source, memory_order_relaxed);
}

static void add_value(struct value *value, int64_t now)
{
	int64_t sum = 0;
	bool first = counter_get(&value->count) == 0;

	if (first)
		set(&value->first, now);
	if (first || now < get(&value->min))
		set(&value->min, now);
	if (first || now > get(&value->max))
		set(&value->max, now);
	if (__builtin_add_overflow(get(&value->sum), now, &sum))
		counter_add(&value->too_large, 1);
	set(&value->sum, sum);
	counter_add(&value->count, 1);
}

static struct value *values_of(struct cell *cell, const struct entry *entry)
{
	struct value *values =
		atomic_load_explicit(&cell->values, memory_order_acquire);

	if (values)
		return values;
	values = thread_memory(entry->value_count * sizeof(*values));
	atomic_store_explicit(&cell->values, values, memory_order_release);
	return values;
}

/*
 * Those at the head of a combined construct come from the thread that meets
 * it, whatever its number; of the others one of a team is enough.
 */
void podium_loop_values(struct podium_site *site, int first, int count, ...)
{
	struct thread *thread = thread_self();
	struct entry *entry = site->state;
	struct value *values;
	struct cell *cell;
	va_list list;

	if (!entry || !thread ||
	    (!((unsigned)first < entry->heads &&
	       (entry->flags & PODIUM_REGION)) &&
	     thread_number() != 0))
		return;
	cell = thread_cell(thread, entry->index, true);
	values = cell ? values_of(cell, entry) : NULL;
	if (!values || first + count > (int)entry->value_count)
		return;
	va_start(list, count);
	for (int i = 0; i < count; i++) {
		int64_t value = va_arg(list, long long);

		add_value(&values[first + i], value);
		if (entry->tried)
			choose_value(entry, (unsigned)(first + i), value);
	}
	va_end(list);
}
