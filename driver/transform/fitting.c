/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tiles that the caches of the machine have room for.
 */
#include "fitting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "going.h"
#include "nest/member.h"
#include "nest/polynomial.h"
#include "record/loop.h"

/* Iterations of a loop of which nothing is known. */
#define MANY 1000

/* Of a cache, what one tile may take: others need room as well. */
#define PART_OF_CACHE .5

/* The value of the last setting of this name; else what is given. */
static double setting_of(const struct going *going, const char *name,
			 double none)
{
	size_t length = strlen(name);

	for (size_t i = going->setting_count; i > 0; i--)
		if (strncmp(going->settings[i - 1], name, length) == 0 &&
		    going->settings[i - 1][length] == '=')
			return atof(going->settings[i - 1] + length + 1);
	return none;
}

/* Of a counter, or NULL. */
static const struct middle *middle_of(const struct going *going,
				      const char *name)
{
	for (size_t i = 0; i < going->middle_count; i++)
		if (strcmp(going->middles[i].counter, name) == 0)
			return &going->middles[i];
	return NULL;
}

/* The value that a name was given, or about that of a counter, else that of all
   that have none, else MANY. */
static double value_of(const struct going *going, const char *name)
{
	const struct middle *middle = middle_of(going, name);
	struct text word = {0};
	double value;

	member_print(&word, name);
	value = setting_of(going, text_string(&word), NAN);
	text_free(&word);
	if (!isnan(value))
		return value;
	return middle ? middle->value : setting_of(going, "*", MANY);
}

/* About: what is not known is taken to be MANY. */
static double about(const struct going *going, const json_t *expression)
{
	struct polynomial polynomial;
	double sum = 0;

	if (!polynomial_read(expression, NULL, NULL, &polynomial))
		return MANY;
	for (size_t i = 0; i < polynomial.count; i++) {
		double product = (double)polynomial.terms[i].factor;

		for (int j = 0; j < polynomial.terms[i].degree; j++)
			product *=
				value_of(going, polynomial.terms[i].names[j]);
		sum += product;
	}
	polynomial_free(&polynomial);
	return sum;
}

/* The outer ones first: bounds of those inside may depend on them. */
static void add_middles(struct going *going, const char *key)
{
	const json_t *loops = json_object_get(going->record, key);

	going->middles =
		memory_grow(going->middles,
			    going->middle_count + json_array_size(loops) + 1,
			    sizeof(*going->middles));
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);
		const json_t *counter = json_object_get(loop, "var");
		double from = about(going, json_object_get(loop, "from"));
		double way = about(going, json_object_get(loop, "trip")) *
			     about(going, json_object_get(loop, "step"));

		if (json_is_string(counter))
			going->middles[going->middle_count++] = (struct middle){
				json_string_value(counter), from + way / 2};
	}
}

void fitting_middles(struct going *going)
{
	add_middles(going, "around");
	add_middles(going, "nest");
}

void fitting_trips(struct going *going)
{
	for (int i = 0; i < going->reshape.count; i++) {
		const json_t *trip =
			json_object_get(going_loop(going, i), "trip");

		going->trip[i] = fmax(about(going, trip), 1);
	}
}

static double stride_of(const struct going *going, const json_t *reference,
			int place)
{
	size_t before = loop_integer(going_loop(going, 0), "depth");
	const json_t *stride = json_array_get(
		json_object_get(reference, "strides"), before + place);

	return stride ? fabs(about(going, stride)) : 0;
}

/* How much of a tile shall find room in a cache. */
enum part {
	ALL,
	ONE_ITERATION /* of its outermost loop: the next one meets that again */
};

/* Iterations of a loop in that part of a tile. */
static double iterations_of(const struct going *going, int place,
			    enum part part)
{
	double tile = (double)going->reshape.tile[place];

	if (part == ONE_ITERATION && going->reshape.order[0] == place)
		return 1;
	return tile > 0 ? fmin(tile, going->trip[place]) : going->trip[place];
}

/* Bytes that it touches through the reference, in whole lines. */
static double bytes_of(const struct going *going, const json_t *reference,
		       enum part part)
{
	double places = 1, nearest = going->machine->line;

	for (int i = 0; i < going->reshape.count; i++) {
		double stride = stride_of(going, reference, i);

		if (stride == 0)
			continue;
		nearest = fmin(nearest, stride);
		places *= iterations_of(going, i, part);
	}
	return places * nearest;
}

/* Does it stand beside a loop that goes into tiles for itself? */
static bool is_outside(const struct going *going, const json_t *reference)
{
	return reshape_tiles(&going->reshape, true) > 0 &&
	       reshape_tiles(&going->reshape, false) == 0 &&
	       loop_integer(reference, "loop") <
		       going->reshape.first + going->reshape.split;
}

/* Does another reference before this one go through the same data? */
static bool is_repeated(const struct going *going, const json_t *references,
			size_t index)
{
	const json_t *one = json_array_get(references, index);

	for (size_t i = 0; i < index; i++) {
		const json_t *other = json_array_get(references, i);

		if (!is_outside(going, other) &&
		    loop_same(one, other, "base") &&
		    loop_same(one, other, "strides"))
			return true;
	}
	return false;
}

static double bytes_of_tile(const struct going *going, enum part part)
{
	const json_t *references = json_object_get(going->record, "refs"), *one;
	double bytes = 0;
	size_t i;

	json_array_foreach(references, i, one)
	{
		if (!is_outside(going, one) &&
		    !is_repeated(going, references, i))
			bytes += bytes_of(going, one, part);
	}
	return bytes;
}

/* Do elements lie beside each other in the direction of the loop? */
static bool is_along(const struct going *going, int place)
{
	const json_t *references = json_object_get(going->record, "refs");

	for (size_t i = 0; i < json_array_size(references); i++) {
		const json_t *one = json_array_get(references, i);
		double stride = stride_of(going, one, place);

		if (stride > 0 && stride <= going->machine->line / 2)
			return true;
	}
	return false;
}

/* Tiles of this size; longer along lines. */
void fitting_set(struct going *going, unsigned tiled, int64_t size, int longer)
{
	for (int i = 0; i < going->reshape.count; i++) {
		going->reshape.tile[i] = 0;
		if (tiled >> i & 1)
			going->reshape.tile[i] =
				is_along(going, i) ? longer * size : size;
	}
}

/* The largest power of 2 that the cache has room for; 0 if there is none. */
static int64_t fitting_size(struct going *going, unsigned tiled, double cache,
			    int longer, enum part part)
{
	double longest = 1;
	int64_t size = 4;

	for (int i = 0; i < going->reshape.count; i++)
		if (tiled >> i & 1)
			longest = fmax(longest, going->trip[i]);
	for (; size < longest; size *= 2) {
		fitting_set(going, tiled, size, longer);
		if (bytes_of_tile(going, part) > PART_OF_CACHE * cache)
			break;
	}
	return size > 4 ? size / 2 : 0;
}

/* Every tile shorter than its loop, or it is none. */
/* Is every tile shorter than its loop? */
static bool is_cut(const struct going *going)
{
	for (int i = 0; i < going->reshape.count; i++)
		if ((double)going->reshape.tile[i] >= going->trip[i])
			return false;
	return true;
}

void fitting_add(struct going *going, unsigned tiled, int64_t size, int longer,
		 struct fitting_sizes *sizes)
{
	int64_t *tile = going->reshape.tile;

	fitting_set(going, tiled, size, longer);
	for (int i = 0; i < sizes->count; i++)
		if (memcmp(sizes->tile[i], tile, sizeof(sizes->tile[i])) == 0)
			return;
	if (size > 0 && is_cut(going) && sizes->count < FITTING_MOST)
		memcpy(sizes->tile[sizes->count++], tile,
		       sizeof(sizes->tile[0]));
}

static void find_for(struct going *going, unsigned tiled, enum part part,
		     struct fitting_sizes *sizes)
{
	for (int level = 0; level < 3; level++) {
		const struct machine_cache *cache =
			&going->machine->cache[level];
		double bytes = cache->bytes / fmax(cache->cores, 1);

		for (int longer = 1; longer <= 8; longer *= 8)
			fitting_add(
				going, tiled,
				fitting_size(going, tiled, bytes, longer, part),
				longer, sizes);
	}
}

/* Beside statements a tile may be longer than a cache has room for. */
void fitting_find(struct going *going, unsigned tiled,
		  struct fitting_sizes *sizes)
{
	const struct reshape *reshape = &going->reshape;

	*sizes = (struct fitting_sizes){.count = 0};
	find_for(going, tiled, ALL, sizes);
	if (reshape->split && tiled >> reshape->split)
		find_for(going, tiled, ONE_ITERATION, sizes);
}
