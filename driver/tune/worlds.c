/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs of the baseline in other worlds.
 */
#include "worlds.h"

#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "machine/topology.h"
#include "session.h"

/* A program that takes more seconds runs in the cheapest other world alone. */
#define LONG 10

/* A build without optimization may take so many times as long, and so many
   seconds more. */
#define SLOWER 10
#define SLOWER_SECONDS 10

/* Plain runs of the baseline "again"; after these, one a minute. */
#define AGAIN 4
#define AGAIN_SECONDS 60

/* In this order; the second one of a pair if the first one fails. */
enum {
	PULSES,	      /* stopped again and again, perturbed */
	PLAIN_PULSES, /* not perturbed */
	REBUILT_0,
	REBUILT_1,
	THREADS,
	AS_IT_IS,
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void set_pulses(const struct session *session, bool perturbed,
		       struct world *world)
{
	world->step = memory_string(perturbed ? "world/pulses"
					      : "world/pulses/plain");
	world->what = "stopping the baseline again and again, which shows what "
		      "is time";
	world->contender.pulses = session->length;
	world->contender.perturbed = perturbed;
	world->contender.limit = SLOWER * session->length + 2 * SLOWER_SECONDS;
}

static void set_rebuilt(const struct session *session, const char *level,
			struct world *world)
{
	world->step = memory_print("world/%s", level);
	world->what = "running the baseline with less optimization, which "
		      "shows what is time, and rounding";
	world->flags[0] = (char *)level;
	world->choice.flags = world->flags;
	world->contender.choice = &world->choice;
	world->contender.rebuilt = true;
	world->contender.built = false;
	world->contender.limit = SLOWER * session->length + SLOWER_SECONDS;
}

/* Sums are added up in another order. */
static void set_threads(struct world *world)
{
	int count = topology_threads();

	world->step = memory_string("world/threads");
	world->what = "running the baseline with other threads, which shows "
		      "rounding";
	world->contender.threads = count > 1 ? count - 1 : 2;
}

/* Is that one called for? */
static bool is_wanted(const struct session *session, size_t which)
{
	bool pulses = !session->node->launcher;
	bool is_long = session->length > LONG;

	switch (which) {
	case PULSES:
		return pulses;
	case PLAIN_PULSES:
		return pulses && !session->worlds.good;
	case REBUILT_0:
		return !(is_long && pulses);
	case REBUILT_1:
		return !(is_long && pulses) && !session->worlds.good;
	default:
		return !is_long && !session->wish->compare.exact;
	}
}

static void tell_left(const struct session *session, size_t which)
{
	if (which == REBUILT_0 && !is_wanted(session, which))
		message_note("the output check goes without the baseline built "
			     "with -O0 and with other threads: it takes more "
			     "than %d s",
			     LONG);
	else if (which == REBUILT_0 && is_wanted(session, PLAIN_PULSES))
		message_warning("the output check goes without a run of the "
				"baseline that is stopped again and again: it "
				"fails then");
	else if (which == THREADS && is_wanted(session, REBUILT_1))
		message_warning("the output check goes without a baseline of "
				"less optimization: neither -O0 nor -O1 can be "
				"built and run in %d times its time",
				SLOWER);
}

static void set_world(const struct session *session, size_t which,
		      struct world *world)
{
	if (which == PULSES || which == PLAIN_PULSES)
		set_pulses(session, which == PULSES, world);
	else if (which == REBUILT_0 || which == REBUILT_1)
		set_rebuilt(session, which == REBUILT_0 ? "-O0" : "-O1", world);
	else
		set_threads(world);
}

bool worlds_next(struct session *session, int *asked, struct world *world)
{
	struct worlds *worlds = &session->worlds;

	*world = (struct world){
		.what = "running the baseline once more, since an output looks "
			"wrong",
		.contender = {.variant = memory_string(""),
			      .digest = session->original,
			      .built = true}};
	++*asked;
	if (process_interrupted())
		return false;
	if (session->originals < SESSION_ORIGINALS) {
		world->step =
			memory_print("original/%zu", session->originals++);
		return true;
	}
	while (worlds->asked < AS_IT_IS) {
		size_t which = worlds->asked++;

		tell_left(session, which);
		if (!is_wanted(session, which))
			continue;
		set_world(session, which, world);
		return true;
	}
	if (*asked > 1 ||
	    (worlds->again >= AGAIN && now() - worlds->last < AGAIN_SECONDS))
		return false;
	worlds->last = now();
	world->step = memory_print("original/again/%zu", worlds->again++);
	return true;
}

void worlds_note(struct session *session, bool good)
{
	session->worlds.good = good;
}

void world_free(struct world *world)
{
	contender_free(&world->contender);
	free(world->step);
}
