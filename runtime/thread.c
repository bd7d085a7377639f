/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every thread counts for itself; see thread.h.
 */
#include "runtime/thread.h"
#include "runtime/ticks.h"

#include <pthread.h>
#include <sys/mman.h>

#define ARENA (1u << 18)

/* In the library's own part of the thread's memory: found at once. */
static __thread struct thread *self __attribute__((tls_model("initial-exec")));

static struct thread *_Atomic threads;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static pthread_key_t key;
static unsigned thread_count;

static atomic_flag memory_lock = ATOMIC_FLAG_INIT;
static char *arena;
static size_t arena_left;

static void *map(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* Not malloc: the program may bring its own, and count what it gives. */
void *thread_memory(size_t size)
{
	void *memory;

	size = (size + 63) & ~(size_t)63;
	if (size > ARENA / 4)
		return map(size);
	lock_take(&memory_lock);
	if (size > arena_left) {
		arena = map(ARENA);
		arena_left = arena ? ARENA : 0;
	}
	memory = arena;
	if (memory) {
		arena += size;
		arena_left -= size;
	}
	lock_give(&memory_lock);
	return memory;
}

/* The thread ends: its place goes to the next one that begins. */
static void leave_place(void *place)
{
	struct thread *thread = place;

	self = NULL;
	atomic_store(&thread->depth, 0);
	atomic_store(&thread->taken, false);
}

void thread_begin(void)
{
	pthread_key_create(&key, leave_place);
}

static struct thread *find_place(void)
{
	for (struct thread *thread = atomic_load(&threads); thread;
	     thread = thread->next)
		if (!atomic_load(&thread->taken))
			return thread;
	return NULL;
}

static struct thread *new_place(void)
{
	struct thread *thread = thread_memory(sizeof(*thread));

	if (!thread)
		return NULL;
	thread->number = thread_count++;
	thread->next = atomic_load(&threads);
	return thread;
}

static struct thread *take_place(void)
{
	struct thread *thread;

	lock_take(&lock);
	thread = find_place();
	if (thread) {
		atomic_store(&thread->taken, true);
	} else if ((thread = new_place())) {
		atomic_store(&thread->taken, true);
		atomic_store(&threads, thread);
	}
	lock_give(&lock);
	if (thread)
		pthread_setspecific(key, thread);
	return thread;
}

struct thread *thread_self(void)
{
	if (__builtin_expect(!self, 0))
		self = take_place();
	return self;
}

struct thread *thread_first(void)
{
	return atomic_load(&threads);
}

static struct cell *new_cell(struct thread *thread, unsigned index, bool make)
{
	struct cell *piece = NULL;

	if (make && index < SITES)
		piece = thread_memory(CELLS * sizeof(*piece));
	if (!piece)
		return NULL;
	atomic_store_explicit(&thread->pieces[index / CELLS], piece,
			      memory_order_release);
	return piece + index % CELLS;
}

struct cell *thread_cell(struct thread *thread, unsigned index, bool make)
{
	struct cell *piece =
		index < SITES
			? atomic_load_explicit(&thread->pieces[index / CELLS],
					       memory_order_acquire)
			: NULL;

	if (__builtin_expect(!piece, 0))
		return new_cell(thread, index, make);
	return piece + index % CELLS;
}

/* What the memory held is lost; a process forks seldom. */
static void forget(struct thread *thread)
{
	for (unsigned i = 0; i < PIECES; i++)
		atomic_store(&thread->pieces[i], NULL);
	atomic_store(&thread->tallies, NULL);
	atomic_store(&thread->intervals, NULL);
	atomic_store(&thread->dropped, 0);
}

static void restart_frames(struct thread *thread)
{
	uint64_t now = ticks_now();

	for (unsigned i = 0; i < thread->depth; i++)
		atomic_store(&thread->frames[i].start, now);
}

/* The locks may have been another thread's, which is not here. */
void thread_forked(void)
{
	lock_give(&lock);
	lock_give(&memory_lock);
	for (struct thread *thread = thread_first(); thread;
	     thread = thread->next) {
		forget(thread);
		if (thread == self) {
			restart_frames(thread);
			continue;
		}
		atomic_store(&thread->depth, 0);
		atomic_store(&thread->taken, false);
	}
}
