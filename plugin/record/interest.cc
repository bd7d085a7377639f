/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which parts reach something of interest, from what is called to those who
 * call it, and which of these anyone may ask for.
 */
#include "base/gcc.h"
#include "interest.h"
#include "part.h"

/* To those around a region of its own, or only within. */
enum {
	SHOWS_OUTSIDE = 1,
	SHOWS_INSIDE = 2,
	CARRIES = 4, /* to those alone that lend it something */
};

/* What a region of its own does not hide from those around it. */
static bool shows_outside(const struct part *part)
{
	bool found = part->asks[QUESTION_SELF].length() > 0 ||
		     part->own.length() > 0 || part->through.length() > 0;

	for (unsigned i = 0; i < part->calls.length(); i++)
		found |= part->calls[i].name != NULL;
	return found;
}

/* Whoever calls a loop of that kind brings its region with it. */
static bool is_of_interest(const struct part *part)
{
	return part_asks(part) || part->orders.length() > 0 ||
	       part->is_orphan || part->has_regions ||
	       part->then.length() > 0 || part->since.length() > 0 ||
	       part->alone.events.length() > 0 ||
	       (part->kind == PART_FUNCTION && part->alone.waits);
}

static void add_callers(vec<vec<int>> *callers, int from)
{
	const struct part *part = parts[from];

	for (unsigned i = 0; i < part->calls.length(); i++)
		if (part->calls[i].part >= 0)
			(*callers)[part->calls[i].part].safe_push(from);
}

/* From what is called to those who call it. */
static void spread_interest(void)
{
	vec<vec<int>> callers = vNULL;
	vec<int> work = vNULL;

	callers.safe_grow_cleared(parts.length(), true);
	for (unsigned i = 0; i < parts.length(); i++) {
		add_callers(&callers, i);
		if (parts[i]->interest)
			work.safe_push(i);
	}
	while (!work.is_empty()) {
		const struct part *part = parts[work.last()];
		vec<int> *from = &callers[work.pop()];
		unsigned interest = part->kind == PART_REGION
					    ? part->interest & SHOWS_OUTSIDE
					    : part->interest & ~CARRIES;

		for (unsigned i = 0; i < from->length(); i++) {
			unsigned *its = &parts[(*from)[i]]->interest;

			if ((*its | interest) != *its)
				work.safe_push((*from)[i]);
			*its |= interest;
		}
	}
	for (unsigned i = 0; i < callers.length(); i++)
		callers[i].release();
	callers.release();
	work.release();
}

/* What is true of a region is so of its loops. */
static void spread_to_loops(void)
{
	for (unsigned i = 0; i < parts.length(); i++)
		for (unsigned j = 0; j < parts[i]->calls.length(); j++) {
			const struct part_call *call = &parts[i]->calls[j];

			if (parts[i]->interest && call->part >= 0 &&
			    parts[call->part]->kind == PART_LOOP)
				parts[call->part]->interest |= SHOWS_INSIDE;
		}
}

/* ---- those that someone may ask for ---- */

static void want(int number)
{
	struct part *part = parts[number];

	if (!part->interest || part->is_wanted)
		return;
	part->is_wanted = true;
	for (unsigned i = 0; i < part->calls.length(); i++)
		if (part->calls[i].part >= 0)
			want(part->calls[i].part);
}

static bool is_root(const struct part *part)
{
	struct cgraph_node *node;

	if (part->kind != PART_FUNCTION || part_is_shared(part->function))
		return true;
	node = cgraph_node::get(part->function);
	return DECL_VIRTUAL_P(part->function) || (node && node->address_taken);
}

static void choose_parts(void)
{
	int number = 0;

	for (unsigned i = 0; i < parts.length(); i++)
		if (is_root(parts[i]))
			want(i);
	for (unsigned i = 0; i < parts.length(); i++)
		if (parts[i]->is_wanted)
			parts[i]->number = number++;
}

void interest_spread(void)
{
	for (unsigned i = 0; i < parts.length(); i++)
		parts[i]->interest =
			(shows_outside(parts[i]) ? SHOWS_OUTSIDE : 0) |
			(is_of_interest(parts[i]) ? SHOWS_INSIDE : 0) |
			(part_carries(parts[i]) ? CARRIES : 0);
	spread_interest();
	spread_to_loops();
	choose_parts();
}
