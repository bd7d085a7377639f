/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "match.h"
#include "region.h"

/* The construct whose loops are looked for. */
static const struct construct *wanted;

/* Its function or what was outlined from it, "f._omp_fn.0". */
static bool is_wanted(const char *function)
{
	size_t length = strcspn(wanted->id, "#");

	return strncmp(function, wanted->id, length) == 0 &&
	       (function[length] == '\0' || function[length] == '.');
}

static unsigned success(const struct code_loop *loop)
{
	if (loop->outcome.vectorised)
		return loop->outcome.unrolled ? 6 : 5;
	if (loop->outcome.library_call)
		return 4;
	if (loop->outcome.unrolled != 1)
		return 3;
	if (loop->gone)
		return 0;
	return loop->told ? 2 : 1;
}

/*
 * The main loop of several copies of one counts most. Those in other
 * functions, by inlining or of a template, come second, and other loops of
 * the same line last.
 */
static unsigned rank(const struct code_loop *loop, const struct place *place)
{
	return success(loop) + (is_wanted(loop->function) ? 8 : 0) +
	       (loop->column == place->column ? 16 : 0);
}

/*
 * A loop around others is seldom one of the code: then others that lie where
 * it does, or copies in functions where more was known, are not to be taken
 * for it.
 */
static bool is_another(const struct code_loop *loop, const struct place *place)
{
	return !place->innermost &&
	       (loop->taken == wanted || !is_wanted(loop->function));
}

/* ---- by the line ---- */

/* Loops by their lines: the last of each residue, then the one before it. */
#define LINE_CHAINS 1021

static vec<int> before_in_chain;
static int last_in_chain[LINE_CHAINS];

static void chain_loops(void)
{
	if (before_in_chain.is_empty())
		for (int i = 0; i < LINE_CHAINS; i++)
			last_in_chain[i] = -1;
	for (unsigned i = before_in_chain.length(); i < code_loops.length();
	     i++) {
		int *last = &last_in_chain[code_loops[i].line % LINE_CHAINS];

		before_in_chain.safe_push(*last);
		*last = i;
	}
}

static struct code_loop *find_at_line(const struct place *place, bool exact)
{
	struct code_loop *best = NULL;

	for (int i = last_in_chain[place->line % LINE_CHAINS]; i >= 0;
	     i = before_in_chain[i]) {
		struct code_loop *loop = &code_loops[i];

		if ((exact && !loop->exact) || loop->line != place->line ||
		    strcmp(loop->file, place->file) != 0 ||
		    is_another(loop, place))
			continue;
		if (!best || rank(loop, place) >= rank(best, place))
			best = loop;
	}
	return best;
}

/* ---- by the construct ---- */

static bool is_before_body(const struct place *place,
			   const struct region *region)
{
	return place->line >= region->first && place->line <= region->body &&
	       strcmp(region->file, place->file) == 0;
}

/* Does the region belong to the construct itself, not to one inside it? */
static bool is_own_region(const struct region *region)
{
	for (unsigned i = 0; i < wanted->place_count; i++)
		if (wanted->places[i].shared)
			return is_before_body(&wanted->places[i], region);
	return false;
}

/* A loop of a construct, by the lines before its body. */
static struct code_loop *find_by_region(const struct place *place)
{
	struct code_loop *best = NULL;
	struct code_loop *loop;
	unsigned i;

	FOR_EACH_VEC_ELT (code_loops, i, loop) {
		const struct region *region;

		if (loop->region < 0 || is_another(loop, place) ||
		    (loop->exact && !place->innermost))
			continue;
		region = region_get(loop->region);
		if (!is_before_body(place, region) ||
		    (!place->shared && !loop->inside && is_own_region(region)))
			continue;
		if (!best || rank(loop, place) > rank(best, place))
			best = loop;
	}
	return best;
}

/* ---- all of them ---- */

/* By its condition, then its construct; loops without a condition (for (;;),
   while true) by their body. */
static struct code_loop *find_innermost(const struct place *place)
{
	struct code_loop *loop = find_at_line(place, true);

	if (!loop)
		loop = find_by_region(place);
	if (!loop)
		loop = find_at_line(place, false);
	if (loop)
		loop->taken = wanted;
	return loop;
}

/* The line alone does not tell it from the loops inside it. */
static struct code_loop *find_outer(const struct place *place)
{
	struct code_loop *loop = find_at_line(place, true);

	return loop && loop->column == place->column ? loop
						     : find_by_region(place);
}

void match_loops(const struct construct *construct,
		 const struct code_loop **found)
{
	wanted = construct;
	chain_loops();
	for (unsigned i = 0; i < wanted->place_count; i++)
		if (wanted->places[i].innermost)
			found[i] = find_innermost(&wanted->places[i]);
	for (unsigned i = 0; i < wanted->place_count; i++)
		if (!wanted->places[i].innermost)
			found[i] = find_outer(&wanted->places[i]);
}

void match_free_all(void)
{
	before_in_chain.release();
}
