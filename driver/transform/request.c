/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a space asks for, each order and set of sizes by its number.
 */
#include "request.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "going.h"
#include "nest/perfect.h"
#include "rank/space.h"
#include "record/loop.h"

bool request_has_counter(const json_t *record, const char *name)
{
	const json_t *nest = json_object_get(record, "nest");

	for (size_t i = 0; i < json_array_size(nest); i++)
		if (strcmp(loop_counter(record, (int)i), name) == 0)
			return true;
	return false;
}

static bool is_foreign(const json_t *record, const struct space_order *order)
{
	for (int i = 0; i < order->count; i++)
		if (request_has_counter(record, order->counters[i]))
			return false;
	return true;
}

static bool has_own_order(const json_t *record, const struct space *space)
{
	for (size_t i = 0; i < space->order_count; i++)
		if (!is_foreign(record, &space->orders[i]))
			return true;
	return false;
}

bool request_is_made(const json_t *record, const struct space *space)
{
	for (size_t i = 0; i < space->tile_count; i++)
		if (request_has_counter(record, space->tiles[i].name))
			return true;
	return has_own_order(record, space);
}

/* NULL: as it is written. */
static const struct space_order *order_of(const struct going *going,
					  size_t number)
{
	const struct space *space = going->space;
	const struct space_order *order;

	if (space->order_count == 0)
		return NULL;
	order = &space->orders[number % space->order_count];
	return is_foreign(going->record, order) ? NULL : order;
}

/* Which of the sizes of a tile. */
static size_t pick_of(const struct space *space, size_t number, size_t tile)
{
	number /= space->order_count ? space->order_count : 1;
	for (size_t i = 0; i < tile; i++)
		number /= space->tiles[i].count;
	return number % space->tiles[tile].count;
}

/* What names other loops alone is the same for this one, whatever it is. */
static bool is_meant(const struct going *going, size_t number)
{
	const struct space *space = going->space;

	for (size_t i = 0; i < space->tile_count; i++)
		if (pick_of(space, number, i) > 0 &&
		    !request_has_counter(going->record, space->tiles[i].name))
			return false;
	return order_of(going, number) || space->order_count == 0 ||
	       (!has_own_order(going->record, space) &&
		number % space->order_count == 0);
}

/* Of the loops of the reshape, -1 for none. */
static int place_of(const struct going *going, const char *counter)
{
	const struct reshape *reshape = &going->reshape;

	for (int i = 0; i < reshape->count; i++)
		if (strcmp(loop_counter(going->record, reshape->first + i),
			   counter) == 0)
			return i;
	return -1;
}

/* Loops that the order names take each other's places; the others stay. */
static bool set_order(struct going *going, const struct space_order *order)
{
	int places[SPACE_MOST_LOOPS];
	bool named[RESHAPE_MOST] = {false};
	int next = 0;

	for (int i = 0; order && i < order->count; i++) {
		places[i] = place_of(going, order->counters[i]);
		if (places[i] < 0)
			return false;
		named[places[i]] = true;
	}
	for (int i = 0; i < going->reshape.count; i++)
		if (named[i])
			going->reshape.order[i] = places[next++];
	return true;
}

/* False where one of those loops is not among them. */
static bool set_tiles(struct going *going, size_t number)
{
	const struct space *space = going->space;
	struct reshape *reshape = &going->reshape;

	memset(reshape->tile, 0, sizeof(reshape->tile));
	for (size_t i = 0; i < space->tile_count; i++) {
		const struct space_dimension *tile = &space->tiles[i];
		int64_t size = tile->values[pick_of(space, number, i)].number;
		int place = place_of(going, tile->name);

		if (size == 0 ||
		    !request_has_counter(going->record, tile->name))
			continue;
		if (place < 0)
			return false;
		reshape->tile[place] = size;
	}
	return true;
}

/* Is one of the tiles as long as its loop for certain? */
static bool is_uncut(const struct going *going)
{
	for (int i = 0; i < going->reshape.count; i++) {
		const json_t *trip =
			json_object_get(going_loop(going, i), "trip");

		if (json_is_integer(trip) &&
		    going->reshape.tile[i] >= json_integer_value(trip))
			return true;
	}
	return false;
}

/* Orders of fewer loops may be the same: ijk, ij and jk are as it is written.
 */
static bool is_offered(const struct going *going)
{
	const struct reshape *one = &going->reshape;
	size_t bytes = (size_t)one->count * sizeof(*one->order);
	size_t sizes = (size_t)one->count * sizeof(*one->tile);

	for (size_t i = 0; i < going->offers->count; i++) {
		const struct reshape *old = &going->offers->list[i].reshape;

		if (old->first == one->first && old->count == one->count &&
		    old->split == one->split &&
		    memcmp(old->order, one->order, bytes) == 0 &&
		    memcmp(old->tile, one->tile, sizes) == 0)
			return true;
	}
	return false;
}

static void consider_set(struct going *going)
{
	int tiled = 0;

	if (is_offered(going))
		return;
	for (int i = 0; i < going->reshape.count; i++)
		tiled += going->reshape.tile[i] > 0;
	if (tiled > GOING_MOST_TILED)
		going_refuse(going, "more than three loops in tiles");
	else if (is_uncut(going))
		going_refuse(going, "a tile is no shorter than its loop");
	else
		going_consider(going);
}

/* Loops from tile to tile stand outside of all, and of the inner ones alone. */
static void consider_number(struct going *going, const struct perfect *band,
			    size_t number)
{
	going_begin(going, band);
	if (!set_order(going, order_of(going, number)))
		return;
	do {
		bool met = set_tiles(going, number);

		if (met && !reshape_is_none(&going->reshape) &&
		    !going_is_of_band(&going->reshape))
			continue;
		if (!met)
			return;
		going->met[number] = true;
		consider_set(going);
	} while (reshape_has_tiles(&going->reshape) &&
		 reshape_skip(&going->reshape));
}

void request_consider(struct going *going, const struct perfect *band)
{
	size_t count = (size_t)space_shapes(going->space);

	for (size_t i = 0; i < count; i++)
		if (is_meant(going, i))
			consider_number(going, band, i);
}

/* "order(i,k,j) tile(i:16)", as far as the space says it. */
static void print_number(struct text *out, const struct going *going,
			 size_t number)
{
	const struct space *space = going->space;
	const struct space_order *order = order_of(going, number);
	const char *before = order ? " tile(" : "tile(";
	bool any = false;

	for (int i = 0; order && i < order->count; i++)
		text_print(out, "%s%s", i ? "," : "order(", order->counters[i]);
	text_add(out, order ? ")" : "");
	for (size_t i = 0; i < space->tile_count; i++) {
		const struct space_dimension *tile = &space->tiles[i];
		int64_t size = tile->values[pick_of(space, number, i)].number;

		if (size == 0 ||
		    !request_has_counter(going->record, tile->name))
			continue;
		text_print(out, "%s%s:%lld", any ? "," : before, tile->name,
			   (long long)size);
		any = true;
	}
	text_add(out, any ? ")" : "");
}

static void add_missing(struct text *out, const struct going *going,
			size_t number)
{
	const struct space_order *order = order_of(going, number);
	void *kept = json_object_iter(going->offers->forbidden);

	for (int i = 0; order && i < order->count; i++)
		if (!request_has_counter(going->record, order->counters[i])) {
			text_print(out, "it has no loop of '%s'",
				   order->counters[i]);
			return;
		}
	text_add(out, kept ? json_object_iter_key(kept)
			   : "these loops are not such that each contains "
			     "nothing but the next");
}

void request_refuse_unmet(struct going *going)
{
	size_t count = (size_t)space_shapes(going->space);

	for (size_t i = 0; i < count; i++) {
		struct text words = {0}, why = {0};

		print_number(&words, going, i);
		if (!going->met[i] && is_meant(going, i) && words.length > 0) {
			add_missing(&why, going, i);
			offers_refuse(going->offers, text_string(&words),
				      text_string(&why));
		}
		text_free(&words);
		text_free(&why);
	}
}
