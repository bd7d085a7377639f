/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orders and tiles: gone through, the best first.
 */
#include "offer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "fitting.h"
#include "going.h"
#include "nest/perfect.h"
#include "nest/permit.h"
#include "rank/prediction.h"
#include "record/loop.h"

/* Iterations for each thread with which none of them waits long for others: of
   so many, one more is 2 %. */
#define ENOUGH 50

/* ---- all of them ---- */

static int bits_of(unsigned set)
{
	return __builtin_popcount(set);
}

/* A loop that goes from tile to tile right outside of its own changes
   nothing. */
static bool is_idle(const struct going *going, unsigned tiled)
{
	return bits_of(tiled) == 1 && tiled >> going->reshape.order[0] & 1;
}

static void consider_tiles(struct going *going)
{
	unsigned all = 1u << going->reshape.count;

	for (unsigned tiled = 1; tiled < all && !going->full; tiled++) {
		struct fitting_sizes sizes;

		if (bits_of(tiled) > GOING_MOST_TILED || is_idle(going, tiled))
			continue;
		fitting_find(going, tiled, &sizes);
		for (int i = 0; i < sizes.count; i++) {
			memcpy(going->reshape.tile, sizes.tile[i],
			       sizeof(sizes.tile[i]));
			going_consider(going);
		}
	}
	fitting_set(going, 0, 0, 1);
}

/* ---- loops shared out together ---- */

/* Does the construct share out the outermost loop of the order, and no more? */
static bool shares_one(const struct going *going)
{
	return going->reshape.first == 0 && going->reshape.split == 0 &&
	       loop_integer(going->record, "collapse") == 1 &&
	       json_is_integer(json_object_get(going_loop(going, 0), "omp"));
}

/*
 * As long as there are too few iterations for all threads. Which of these loops
 * comes first hardly matters then: they stay as they stand in the source.
 */
static void consider_collapse(struct going *going)
{
	struct reshape *reshape = &going->reshape;
	double iterations = 1;

	for (int i = 1; shares_one(going) && i < reshape->count; i++) {
		iterations *= going->trip[reshape->order[i - 1]];
		if (iterations >= ENOUGH * going->machine->cores ||
		    reshape->order[i - 1] > reshape->order[i])
			break;
		reshape->collapse = i + 1;
		going_consider(going);
	}
	reshape->collapse = 0;
}

/* An order of all loops of the band, without tiles. */
struct start {
	struct reshape reshape;
	double cycles; /* INFINITY: nothing is made of it as it is */
	size_t number;
};

struct starts {
	struct start *list;
	size_t count;
};

static void add_start(struct going *going, struct starts *starts)
{
	double cycles = going_consider(going);

	if (reshape_is_none(&going->reshape))
		cycles = going->offers->written;
	if ((starts->count & (starts->count - 1)) == 0)
		starts->list = memory_grow(
			starts->list, starts->count ? 2 * starts->count : 1,
			sizeof(*starts->list));
	starts->list[starts->count] =
		(struct start){going->reshape, cycles, starts->count};
	starts->count++;
}

static void consider_orders(struct going *going, int depth,
			    struct starts *starts)
{
	int *order = going->reshape.order;

	if (depth == going->reshape.count) {
		add_start(going, starts);
		return;
	}
	for (int i = depth; i < going->reshape.count && !going->full; i++) {
		int chosen = order[i];

		memmove(&order[depth + 1], &order[depth],
			(i - depth) * sizeof(*order));
		order[depth] = chosen;
		consider_orders(going, depth + 1, starts);
		memmove(&order[depth], &order[depth + 1],
			(i - depth) * sizeof(*order));
		order[i] = chosen;
	}
}

static int compare_starts(const void *a, const void *b)
{
	const struct start *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* Those of all loops, and of the inner ones alone. */
static void consider_start(struct going *going, const struct start *start)
{
	going->reshape = start->reshape;
	fitting_trips(going);
	if (isfinite(start->cycles))
		consider_collapse(going);
	do {
		fitting_trips(going);
		consider_tiles(going);
	} while (reshape_skip(&going->reshape));
}

/* Orders first: tiles of the best of them come before the others'. */
static void consider_band(struct going *going, const struct perfect *band)
{
	struct starts starts = {0};

	going_begin(going, band);
	consider_orders(going, 0, &starts);
	if (starts.count > 0)
		qsort(starts.list, starts.count, sizeof(*starts.list),
		      compare_starts);
	for (size_t i = 0; i < starts.count && !going->full; i++)
		consider_start(going, &starts.list[i]);
	free(starts.list);
}

/* ---- jam ---- */

#define SHORT_TILE 8

/* What a thread keeps for a tile lies on its stack. */
#define LONGEST_TILE 1024

/* Tiles that fit caches by what one iteration of all else touches, and short
   ones, as rows that stay whole take more. */
static void consider_jam(struct going *going, int loop)
{
	struct fitting_sizes sizes;

	going->reshape = (struct reshape){.first = loop,
					  .count = 1,
					  .jam = true,
					  .apart = going->legal.apart};
	fitting_trips(going);
	fitting_find(going, 1, &sizes);
	fitting_add(going, 1, SHORT_TILE, 1, &sizes);
	fitting_add(going, 1, 4 * SHORT_TILE, 1, &sizes);
	for (int i = 0; i < sizes.count; i++) {
		memcpy(going->reshape.tile, sizes.tile[i],
		       sizeof(sizes.tile[i]));
		if (going->reshape.tile[0] <= LONGEST_TILE)
			going_consider(going);
	}
}

/*
 * Does it take more than to exchange loops that contain each other? Loops stand
 * side by side in it, or numbers go on in one.
 */
static bool takes_more(const json_t *record, int loop)
{
	int children = 0;

	for (int i = loop + 1; i < loop_count(record); i++) {
		const json_t *one = loop_nested(record, i);

		if (loop_parent(one) != loop)
			continue;
		children++;
		if (loop_hands_on(one) || takes_more(record, i))
			return true;
	}
	return children > 1;
}

/* Why iterations depend on each other, or might. */
static bool depends(const struct going *going, struct text *reason)
{
	const struct legal *legal = &going->legal;

	if (legal->direction_count > 0)
		legal_print(reason, legal, &legal->directions[0]);
	return reason->length > 0;
}

/* Is each iteration independent of all others, whatever the pointers hold? */
static bool is_independent(struct going *going, int loop, struct text *reason)
{
	const struct perfect band = {.first = loop, .count = 1};

	if (!legal_find(going->record, &band, &going->legal, reason))
		return false;
	if (!depends(going, reason))
		return true;
	legal_free(&going->legal);
	return false;
}

static void keep_reason(const struct going *going, int loop, const char *reason,
			json_t *reasons)
{
	struct text sentence = {0};

	text_add(&sentence, "'");
	text_add_safe(&sentence, loop_counter(going->record, loop));
	text_print(&sentence, "': it cannot be jammed: %s", reason);
	json_object_set_new(reasons, reason,
			    json_string(text_string(&sentence)));
	text_free(&sentence);
}

/* Sentences of why not, by their reasons, are added to the object "reasons". */
static void go_through_jams(struct going *going, json_t *reasons)
{
	struct text ignored = {0};
	bool permitted = permit_record(going->record, &ignored);

	text_free(&ignored);
	for (int i = 0; permitted && i < loop_count(going->record); i++) {
		struct text reason = {0};

		if (!takes_more(going->record, i))
			continue;
		if (is_independent(going, i, &reason)) {
			if (perfect_may_jam(going->record, i, &reason))
				consider_jam(going, i);
			legal_free(&going->legal);
		}
		if (reason.length > 0)
			keep_reason(going, i, text_string(&reason), reasons);
		text_free(&reason);
	}
}

/* ---- a loop ---- */

static void add_reason(struct going *going, const char *sentence)
{
	if (!json_object_get(going->offers->forbidden, sentence))
		json_object_set_new(going->offers->forbidden, sentence,
				    json_integer(0));
}

/* Where nothing else is offered, and what keeps the loops is something else. */
static void tell_jams(struct going *going, json_t *reasons)
{
	const char *reason;
	json_t *sentence;

	json_object_foreach(reasons, reason, sentence)
	{
		if (going->offers->count == 0 &&
		    !json_object_get(going->offers->forbidden, reason))
			add_reason(going, json_string_value(sentence));
	}
}

static void go_through(struct going *going)
{
	struct perfect bands[PERFECT_MOST];
	json_t *reasons = json_array(), *jams = json_object();
	int count = perfect_find(going->record, bands, reasons);

	go_through_jams(going, jams);
	for (size_t i = 0; i < json_array_size(reasons); i++)
		add_reason(going,
			   json_string_value(json_array_get(reasons, i)));
	json_decref(reasons);
	for (int i = 0; i < count; i++) {
		struct text reason = {0};

		if (legal_find(going->record, &bands[i], &going->legal,
			       &reason)) {
			consider_band(going, &bands[i]);
			legal_free(&going->legal);
		} else {
			add_reason(going, text_string(&reason));
		}
		text_free(&reason);
	}
	tell_jams(going, jams);
	json_decref(jams);
}

/* Equal ones in the order in which they were found: simple ones first. */
static int compare_offers(const void *a, const void *b)
{
	const struct offer *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? -1 : 1;
	return memcmp(&x->reshape, &y->reshape, sizeof(x->reshape));
}

static bool begin(struct going *going)
{
	const char *why;
	struct prediction *prediction =
		prediction_new(going->record, going->machine, &why);

	if (!prediction) {
		text_add(going->problem, why);
		return false;
	}
	going_apply(going, prediction);
	going->schedule =
		prediction_schedule(prediction, going->machine->cores);
	prediction_free(prediction);
	if (!going_estimate(going, going->record, &going->written,
			    going->problem))
		return false;
	going->offers->written = going->written.cycles;
	return true;
}

bool offers_find(const json_t *record, const struct machine *machine,
		 const char *const *settings, size_t setting_count,
		 struct offers *offers, struct text *problem)
{
	struct going going = {.record = record,
			      .machine = machine,
			      .settings = settings,
			      .setting_count = setting_count,
			      .offers = offers,
			      .problem = problem};

	*offers = (struct offers){.forbidden = json_object()};
	if (!begin(&going)) {
		offers_free(offers);
		return false;
	}
	fitting_middles(&going);
	go_through(&going);
	free(going.middles);
	if (offers->count > 0)
		qsort(offers->list, offers->count, sizeof(*offers->list),
		      compare_offers);
	return true;
}
