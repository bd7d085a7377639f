/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which candidate of a loop is taken; see choose.h.
 *
 * A region is met by one thread, which decides alone. A loop in a region is
 * met by a team, of which all must take the same, though some may still be on
 * their way to the loop when others have left it. libgomp has what settles
 * that without waiting: the first thread that comes to a shared loop says what
 * its bounds are, and the others get their part of these. So the threads share
 * out a loop of nothing, with bounds that say the candidate. What is proposed
 * there was written by the first thread of the team at its call before, ahead
 * of the barrier at the end of that: all of them know the same.
 *
 * Only calls by the first thread of the process and by its own teams are
 * tried; all others take the loop as written.
 */
#include "runtime/choose.h"
#include "runtime/entries.h"
#include "runtime/logarithm.h"
#include "runtime/openmp.h"
#include "runtime/output.h"
#include "runtime/site.h"
#include "runtime/thread.h"
#include "runtime/ticks.h"
#include "runtime/trial.h"
#include "runtime/versions.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#define LOOPS 4	  /* of a nest, whose bounds are followed */
#define VALUES 64 /* of a site */

enum bound { BOUND_BEGIN, BOUND_END, BOUND_STEP, BOUNDS };

#define INNER (LOOPS * BOUNDS)

struct tried {
	struct trial trial;
	const char *candidates;	 /* of the site */
	const char *why;	 /* NULL, or why nothing is tried */
	const char *_Atomic off; /* NULL, or why nothing is tried any more */
	_Atomic unsigned next;	 /* what the next call takes */

	/* Of the first thread alone. */
	bool open;    /* a call is under way */
	bool spoiled; /* it was met again within */
	uint64_t last_end;
	int8_t role[VALUES]; /* which bound a value is, INNER or -1 */
	bool given[LOOPS][BOUNDS];
	int64_t bounds[LOOPS][BOUNDS];
	int64_t inner; /* iterations of loops within one, told ahead of it */
};

static __thread bool is_first __attribute__((tls_model("initial-exec")));
static uint64_t seed = 20261123;
static unsigned objects_at_start;

/* Of libgomp; NULL where they were not found. */
static int (*level)(void);
static int (*thread_number)(void);
static int (*thread_count)(void);
static bool (*share)(long start, long end, long step, long chunk, long *first,
		     long *after);
static void (*share_end)(void);

/* ---- the beginning ---- */

static int count_object(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	(*(unsigned *)data)++;
	return 0;
}

void choose_begin(void)
{
	const char *text = getenv("PODIUM_TRIAL_SEED");

	is_first = true;
	if (text && *text)
		seed = strtoull(text, NULL, 10);
	dl_iterate_phdr(count_object, &objects_at_start);
}

void choose_find(void)
{
	if (level)
		return;
	openmp_find("omp_get_thread_num", &thread_number);
	openmp_find("omp_get_num_threads", &thread_count);
	openmp_find("GOMP_loop_static_start", &share);
	openmp_find("GOMP_loop_end_nowait", &share_end);
	openmp_find("omp_get_level", &level);
}

/* ---- sites ---- */

struct search {
	const void *address;
	unsigned index;
	bool found;
};

static int find_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct search *search = data;
	uintptr_t address = (uintptr_t)search->address;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type == PT_LOAD && address >= start &&
		    address - start < segment->p_memsz)
			search->found = true;
	}
	search->index += !search->found;
	return search->found;
}

/* Was the object there when the program began? */
static bool was_there(const void *address)
{
	struct search search = {address, 0, false};

	dl_iterate_phdr(find_object, &search);
	return search.found && search.index < objects_at_start;
}

static const char *reason_against(const struct podium_tried_site *site)
{
	if (site->why)
		return site->why;
	if (!level || !thread_number || !thread_count || !share || !share_end)
		return "libgomp was not found";
	if (!was_there(site))
		return "its object was loaded by dlopen";
	return NULL;
}

static void find_roles(struct tried *tried, const char *values)
{
	static const char *const names[] = {"begin ", "end ", "step "};

	memset(tried->role, -1, sizeof(tried->role));
	for (unsigned i = 0; i < VALUES && values && *values; i++) {
		for (int kind = 0; kind < BOUNDS; kind++) {
			size_t length = strlen(names[kind]);
			int loop = values[length] - '0';

			if (strncmp(values, names[kind], length) == 0 &&
			    loop >= 0 && loop < LOOPS)
				tried->role[i] = (int8_t)(loop * BOUNDS + kind);
		}
		if (strncmp(values, "work ", strlen("work ")) == 0)
			tried->role[i] = INNER;
		values = strchr(values, ';') + 1;
	}
}

/* How many there are, and which of them exist, as bits. */
static unsigned read_candidates(const char *text, unsigned *exists)
{
	unsigned count = 1;

	*exists = 1;
	for (; *text && count < TRIAL_MOST; text = strchr(text, '\n') + 1)
		*exists |= (strchr(text, '\t')[1] == '\n' ? 1u : 0u) << count++;
	return count;
}

/* So that two loops in a row do not go through theirs in step. */
static uint64_t seed_of(const struct entry *entry)
{
	uint64_t own = seed;

	for (const char *c = entry->id; *c; c++)
		own = (own ^ (unsigned char)*c) * 0x100000001b3;
	return own + entry->index;
}

static void begin_trial(struct tried *tried, const struct entry *entry)
{
	unsigned exists;
	unsigned count = read_candidates(tried->candidates, &exists);

	trial_begin(&tried->trial, count, exists, seed_of(entry));
}

void choose_add(struct entry *entry, const struct podium_site *site)
{
	const struct podium_tried_site *several =
		site->flags & PODIUM_TRIES
			? (const struct podium_tried_site *)site
			: NULL;
	struct tried *tried;
	unsigned exist = 1;

	if (several)
		read_candidates(several->candidates, &exist);
	if (versions_are_fixed())
		entry->version =
			(int)versions_of(entry->file, entry->id, exist);
	if (!several || !(tried = thread_memory(sizeof(*tried))))
		return;
	tried->candidates = entries_copy(several->candidates);
	tried->why = entries_copy(reason_against(several));
	if (!tried->candidates)
		return;
	find_roles(tried, entry->values);
	begin_trial(tried, entry);
	entry->tried = tried;
}

/* ---- the choice ---- */

static void give_up(struct tried *tried, const char *why)
{
	atomic_store_explicit(&tried->off, why, memory_order_relaxed);
}

static bool is_off(struct tried *tried)
{
	return atomic_load_explicit(&tried->off, memory_order_relaxed);
}

static unsigned proposal(struct tried *tried)
{
	return is_off(tried) ? 0
			     : atomic_load_explicit(&tried->next,
						    memory_order_relaxed);
}

/* Each thread of the team gets as many of the iterations as the first of them
   that came here says: one more than the number of its candidate. */
static unsigned agree(struct tried *tried)
{
	long first = 0, after = 1;

	share(0, (long)thread_count() * (proposal(tried) + 1L), 1, 0, &first,
	      &after);
	share_end();
	return (unsigned)(after - first - 1);
}

/* The call of the first thread begins; if nothing is decided any more, it is
   not looked at. */
static void lead(struct entry *entry, struct thread *thread, unsigned candidate)
{
	struct tried *tried = entry->tried;

	if (tried->trial.state == TRIAL_SETTLED) {
		tried->trial.candidates[candidate].calls++;
		return;
	}
	if (tried->open) {
		give_up(tried, "a call of it was left by a jump");
		return;
	}
	tried->open = true;
	tried->spoiled = false;
	memset(tried->given, 0, sizeof(tried->given));
	trial_start(&tried->trial, candidate);
	atomic_store_explicit(&tried->next, trial_choice(&tried->trial),
			      memory_order_relaxed);
	thread->tried = entry;
}

/* Met within its own call; whose time is not its own then. */
static int as_written(struct tried *tried)
{
	if (is_first && tried->open)
		tried->spoiled = true;
	return 0;
}

static int choose_region(struct entry *entry, struct thread *thread)
{
	struct tried *tried = entry->tried;
	unsigned candidate;

	if (level() != 0)
		return as_written(tried);
	if (!is_first)
		give_up(tried, "another thread of the program met it");
	if (is_off(tried))
		return 0;
	candidate = proposal(tried);
	lead(entry, thread, candidate);
	return is_off(tried) ? 0 : (int)candidate;
}

static int choose_loop(struct entry *entry, struct thread *thread)
{
	struct tried *tried = entry->tried;
	unsigned candidate;

	if (level() != 1)
		return as_written(tried);
	candidate = agree(tried);
	if (thread_number() != 0)
		return (int)candidate;
	if (!is_first)
		give_up(tried, "another thread of the program met it");
	if (!is_off(tried))
		lead(entry, thread, candidate);
	return (int)candidate;
}

int choose(struct entry *entry, struct thread *thread)
{
	struct tried *tried = entry->tried;

	if (!tried || tried->why)
		return 0;
	return entry->flags & PODIUM_REGION ? choose_region(entry, thread)
					    : choose_loop(entry, thread);
}

/* ---- what a call was ---- */

void choose_value(struct entry *entry, unsigned number, int64_t value)
{
	struct tried *tried = entry->tried;
	int role = number < VALUES ? tried->role[number] : -1;

	if (role < 0 || !is_first)
		return;
	if (role == INNER) {
		tried->inner = value;
	} else if (tried->open) {
		tried->given[role / BOUNDS][role % BOUNDS] = true;
		tried->bounds[role / BOUNDS][role % BOUNDS] = value;
	}
}

static uint64_t iterations(const int64_t *bounds, bool has_step)
{
	int64_t begin = bounds[BOUND_BEGIN], end = bounds[BOUND_END];
	int64_t step = has_step ? bounds[BOUND_STEP] : end < begin ? -1 : 1;
	uint64_t span, each;

	if (step > 0 && begin < end) {
		span = (uint64_t)end - (uint64_t)begin;
		each = (uint64_t)step;
	} else if (step < 0 && begin > end) {
		span = (uint64_t)begin - (uint64_t)end;
		each = -(uint64_t)step;
	} else {
		return 0;
	}
	return each == 1 ? span : (span - 1) / each + 1;
}

/* As many iterations as the bounds say, those of loops within too; 1 where
   they say nothing. */
static uint64_t work_of(const struct tried *tried)
{
	uint64_t work = tried->inner > 0 ? (uint64_t)tried->inner : 1;

	for (int i = 0; i < LOOPS; i++)
		if (tried->given[i][BOUND_BEGIN] && tried->given[i][BOUND_END])
			work *= iterations(tried->bounds[i],
					   tried->given[i][BOUND_STEP]);
	return work;
}

void choose_leave(struct entry *entry, const struct frame *frame, uint64_t now)
{
	struct tried *tried = entry->tried;
	uint64_t start = frame->start;

	tried->open = false;
	trial_end(&tried->trial, now - start,
		  tried->spoiled ? 0 : work_of(tried),
		  tried->last_end ? start - tried->last_end : 0);
	tried->last_end = now;
}

void choose_forked(void)
{
	for (unsigned i = 0; i < entries_count(); i++) {
		struct entry *entry = entries_get(i);
		struct tried *tried = entry->tried;

		if (!tried)
			continue;
		begin_trial(tried, entry);
		tried->open = false;
		give_up(tried, "the process is a child of a fork");
	}
}

/* ---- the report ---- */

static void print_sum(struct output *output, const char *key,
		      const struct trial_sum *sum, double add)
{
	double half = trial_half_interval(sum);

	output_key(output, key);
	if (sum->count == 0) {
		output_raw(output, "null");
		return;
	}
	output_raw(output, "{\"count\":");
	output_number(output, sum->count);
	output_key_decimal(output, "mean", sum->mean + add);
	output_key_decimal(output, "variance", sum->variance);
	output_key(output, "half");
	if (half < 0)
		output_raw(output, "null");
	else
		output_decimal(output, half);
	output_raw(output, "}");
}

/* "text" is its part of the site's list; NULL for the loop as written. */
static void print_candidate(struct output *output, const struct tried *tried,
			    unsigned number, const char *text,
			    double nanosecond)
{
	const struct trial_candidate *candidate =
		&tried->trial.candidates[number];
	const char *why = text ? strchr(text, '\t') : NULL;
	struct trial_sum difference = {0, 0, -1}, next = difference;

	output_raw(output, number ? ",{\"clauses\":" : "{\"clauses\":");
	if (text)
		output_string(output, text, (size_t)(why - text));
	else
		output_raw(output, "\"as-written\"");
	output_key(output, "why");
	if (!why || why[1] == '\n')
		output_raw(output, "null");
	else
		output_string(output, why + 1,
			      (size_t)(strchr(why, '\n') - why - 1));
	output_key_number(output, "calls", (int64_t)candidate->calls);
	output_key_number(output, "counted", (int64_t)candidate->counted);
	print_sum(output, "time", &candidate->times, nanosecond);
	if (number) {
		difference = rounds_difference(&tried->trial.rounds, number, 0);
		next = rounds_next(&tried->trial.rounds, number);
	}
	print_sum(output, "difference", &difference, 0);
	print_sum(output, "next", &next, 0);
	output_key_number(output, "dropped", candidate->dropped);
	output_raw(output, "}");
}

static void print_candidates(struct output *output, const struct tried *tried,
			     const struct ticks_scale *scale)
{
	double nanosecond = 0;
	const char *text = NULL;

	if (ticks_from_counter && scale->ticks && scale->nanoseconds)
		nanosecond = logarithm((double)scale->nanoseconds /
				       (double)scale->ticks);
	output_key(output, "candidates");
	output_raw(output, "[");
	for (unsigned i = 0; i < tried->trial.count; i++) {
		print_candidate(output, tried, i, text, nanosecond);
		text = i == 0 ? tried->candidates : strchr(text, '\n') + 1;
	}
	output_raw(output, "]");
}

static const char *state_of(const struct entry *entry)
{
	struct tried *tried = entry->tried;

	if (entry->version >= 0)
		return "fixed";
	if (tried->why)
		return "none";
	if (is_off(tried))
		return "off";
	return tried->trial.state == TRIAL_SETTLED ? "settled" : "racing";
}

void choose_print(struct output *output, const struct entry *entry,
		  const struct ticks_scale *scale)
{
	struct tried *tried = entry->tried;

	if (!tried)
		return;
	output_key(output, "trial");
	output_raw(output, "{\"state\":");
	output_text(output, state_of(entry));
	output_key_text(output, "why",
			tried->why ? tried->why : atomic_load(&tried->off));
	output_key(output, "version");
	if (entry->version >= 0)
		output_number(output, entry->version);
	else
		output_raw(output, "null");
	output_key_number(output, "best", tried->trial.best);
	output_key_number(output, "rounds", tried->trial.rounds.count);
	output_key(output, "under_way");
	if (tried->open)
		output_number(output, tried->trial.running);
	else
		output_raw(output, "null");
	print_candidates(output, tried, scale);
	output_raw(output, "}");
}
