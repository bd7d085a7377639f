/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every thread counts for itself. A thread writes its own numbers and
 * no other thread's, without locks; the report reads them all while they may
 * still change, so they are atomic, and never gives memory back.
 */
#ifndef PODIUM_THREAD_H
#define PODIUM_THREAD_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one value of a site was, over all calls. */
struct value {
	_Atomic uint64_t count;
	_Atomic int64_t first, min, max, sum;
	_Atomic uint64_t too_large; /* the sum is no more */
};

/* One thread's numbers of one site; times in ticks. */
struct cell {
	_Atomic uint64_t entries;	/* of the loop */
	_Atomic uint64_t busy;		/* from entry to leave */
	_Atomic uint64_t inside;	/* from entry to behind the barrier */
	_Atomic uint64_t led, led_time; /* the same as thread 0 of its team */
	_Atomic uint64_t regions, region_time; /* regions begun */
	struct value *_Atomic values;
};

enum frame_kind { FRAME_REGION, FRAME_LOOP };

/* Something entered and not yet left. */
struct frame {
	_Atomic(struct entry *) entry;
	_Atomic uint64_t start;
	enum frame_kind kind;
	bool leads; /* thread 0 of its team */
	bool tried; /* a candidate was chosen for it */
	bool left;  /* only the barrier is still ahead */
	const char *address;
	uint64_t shared, waited; /* of its thread when it was entered */
};

#define FRAMES 64
#define CELLS 32   /* in a piece */
#define PIECES 512 /* at most */
#define SITES (CELLS * PIECES)

struct thread {
	struct thread *next;
	unsigned number;
	atomic_bool taken;
	_Atomic uint64_t dropped; /* frames that found no place */
	_Atomic unsigned depth;
	struct frame frames[FRAMES];
	struct cell *_Atomic pieces[PIECES];
	/* ticks in shared loops, every tick once, waits left out */
	uint64_t shared;
	struct entry *site;  /* the first loop since gomp.c forgot it */
	struct entry *tried; /* of choose.c: what is entered next */
	/* of gomp.c */
	uint64_t waited; /* ticks inside of loops and regions, no barriers */
	struct tally *_Atomic tallies;
	struct interval *_Atomic intervals;
	struct team *teams; /* not in use */
};

/* A site as the library keeps it, also when its object is gone. */
struct entry {
	unsigned index;
	unsigned value_count, heads;
	int line;
	int flags;
	const char *id, *file, *values, *why;
	struct tried *tried; /* of choose.c; NULL: no candidates */
	int version;	     /* fixed for the run, or -1 */
};

/* Zeroed memory that is never given back; NULL if there is none. */
void *thread_memory(size_t size);

void thread_begin(void);

/* The calling thread's numbers; NULL if there is no memory. */
struct thread *thread_self(void);

/* All threads there ever were; those that ended lend their place. */
struct thread *thread_first(void);

/* This thread's cell; made if "make"; may be NULL. */
struct cell *thread_cell(struct thread *thread, unsigned index, bool make);

/* In the child of a fork: only the caller goes on, from nothing. */
void thread_forked(void);

/* Not a mutex of POSIX threads, whose waits gomp.c counts. Held for moments. */
static inline void lock_take(atomic_flag *lock)
{
	while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire))
		sched_yield();
}

static inline void lock_give(atomic_flag *lock)
{
	atomic_flag_clear_explicit(lock, memory_order_release);
}

/* Only its own thread writes a counter, so no locked addition is needed. */
static inline void counter_add(_Atomic uint64_t *counter, uint64_t summand)
{
	uint64_t old = atomic_load_explicit(counter, memory_order_relaxed);

	atomic_store_explicit(counter, old + summand, memory_order_relaxed);
}

static inline uint64_t counter_get(_Atomic uint64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

#endif
