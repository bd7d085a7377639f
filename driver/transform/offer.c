/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orders and tiles: gone through, asked whether they are legal, estimated.
 */
#include "offer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "derive.h"
#include "element.h"
#include "instance.h"
#include "legal.h"
#include "perfect.h"
#include "polynomial.h"
#include "rank/dimension.h"
#include "rank/prediction.h"
#include "rank/space.h"
#include "record/loop.h"
#include "unfold.h"
#include "permit.h"

/* More would take longer than anybody waits. */
#define MOST_OFFERS 3000
#define MOST_TILED 3 /* loops that are cut at a time */
#define MOST_SIZES 8

/* Iterations of a loop of which nothing is known. */
#define MANY 1000

/* Iterations for each thread with which none of them waits long for others: of
   so many, one more is 2 %. */
#define ENOUGH 50

/* Of a cache, what one tile may take: others need room as well. */
#define PART_OF_CACHE .5

/* Does a band have the loops that are asked for? */
enum met {
	MET_NOT,
	MET_BESIDE, /* but one to be cut has statements beside it */
	MET
};

struct going {
	const json_t *record;
	json_t *freed; /* with variables in their elements, or NULL */
	const struct machine *machine;
	const char *const *settings;
	size_t setting_count;
	struct schedule schedule;
	const struct space *space; /* which asks for some, or NULL */
	enum met *met;		   /* of these, by number */
	struct offers *offers;
	struct legal legal;	    /* of the band */
	struct instances instances; /* the others of its place */
	const char *condition;
	struct text *problem;
	/* counters of the nest and of loops around it, each at the middle of
	 * its way */
	struct middle {
		const char *counter;
		double value;
	} * middles;
	size_t middle_count;
	struct reshape reshape;
	double trip[RESHAPE_MOST]; /* of the loops of the reshape */
	bool full;
};

/* ---- why not ---- */

void offers_refuse(struct offers *offers, const char *words,
		   const char *sentence)
{
	json_t *list = json_object_get(offers->refused, sentence);

	if (!list) {
		list = json_array();
		json_object_set_new(offers->refused, sentence, list);
	}
	json_array_append_new(list, json_string(words));
}

static void refuse_this(struct going *going, const char *sentence)
{
	struct text words = {0};

	reshape_print(&words, &going->reshape, going->record);
	offers_refuse(going->offers, text_string(&words), sentence);
	text_free(&words);
}

static void count_reason(struct going *going, const char *sentence)
{
	json_t *forbidden = going->offers->forbidden;
	const json_t *old = json_object_get(forbidden, sentence);

	if (going->space) {
		refuse_this(going, sentence);
		return;
	}
	json_object_set_new(forbidden, sentence,
			    json_integer(json_integer_value(old) + 1));
}

static void count_answer(struct going *going, enum legal_answer answer,
			 const struct legal_direction *direction)
{
	static const char *const sentences[LEGAL_ANSWERS] = {
		[LEGAL_BOUNDS] = "a loop would begin or end by one inside it",
		[LEGAL_EARLY] = "an end would be computed where it was not so "
				"far; a variable that is set before all loops "
				"can hold it",
		[LEGAL_SPLIT] = "what is shared out would come apart",
		[LEGAL_TOGETHER] = "a loop would begin or end by one that it "
				   "is shared out with",
	};
	struct text text = {0};

	if (direction)
		legal_print(&text, &going->legal, direction);
	else
		text_add(&text, sentences[answer]);
	if (answer == LEGAL_SHARED)
		text_add(&text, " of what would be shared out");
	count_reason(going, text_string(&text));
	text_free(&text);
}

/* ---- one of them ---- */

static void apply(const struct going *going, struct prediction *prediction)
{
	for (size_t i = 0; i < going->setting_count; i++)
		prediction_apply(prediction, going->settings[i]);
}

static bool estimate(const struct going *going, const json_t *record,
		     double *cycles, struct text *problem)
{
	const char *why;
	struct prediction *prediction =
		prediction_new(record, going->machine, &why);
	struct estimate result;
	bool good;

	if (!prediction) {
		text_add(problem, why);
		return false;
	}
	apply(going, prediction);
	good = prediction_estimate(prediction, &going->schedule, &result,
				   problem);
	if (good)
		*cycles = result.cycles;
	prediction_free(prediction);
	return good;
}

static void add_offer(struct going *going, double cycles)
{
	struct offers *offers = going->offers;

	if ((offers->count & (offers->count - 1)) == 0)
		offers->list = memory_grow(
			offers->list, offers->count ? 2 * offers->count : 1,
			sizeof(*offers->list));
	offers->list[offers->count++] =
		(struct offer){.reshape = going->reshape,
			       .cycles = cycles,
			       .condition = going->condition};
	going->full = offers->count == MOST_OFFERS;
}

/* Where nothing comes apart the loops are those of another band. */
static bool is_of_band(const struct reshape *reshape)
{
	return !reshape->split || reshape_around(reshape) < reshape->split;
}

static bool is_legal(struct going *going)
{
	const struct legal_direction *direction;
	enum legal_answer answer =
		legal_ask(&going->legal, &going->reshape, &direction);

	if (answer != LEGAL)
		count_answer(going, answer, direction);
	else if (!instances_permit(&going->instances, &going->reshape))
		count_reason(going, "another instance of the loop, as "
				    "of a template, does not permit it");
	else
		return true;
	return false;
}

static json_t *new_record(const struct going *going)
{
	const struct reshape *reshape = &going->reshape;
	int bytes = going->machine->vector_bytes;

	if (reshape->abreast)
		return unfold_record(going->record, reshape, bytes);
	return derive_record(reshape->element ? going->freed : going->record,
			     reshape, bytes);
}

/* INFINITY where it is not known, or nothing is made of it. */
static double consider(struct going *going)
{
	struct text problem = {0};
	double cycles = INFINITY;
	json_t *record;

	if (going->full || reshape_is_none(&going->reshape) ||
	    !is_of_band(&going->reshape) || !is_legal(going))
		return cycles;
	record = new_record(going);
	if (estimate(going, record, &cycles, &problem))
		add_offer(going, cycles);
	else
		count_reason(going, text_string(&problem));
	text_free(&problem);
	json_decref(record);
	return cycles;
}

/* ---- tiles ---- */

/* The value that a name was given, or about that of a counter, else MANY. */
static double value_of(const struct going *going, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = going->setting_count; i > 0; i--)
		if (strncmp(going->settings[i - 1], name, length) == 0 &&
		    going->settings[i - 1][length] == '=')
			return atof(going->settings[i - 1] + length + 1);
	for (size_t i = 0; i < going->middle_count; i++)
		if (strcmp(going->middles[i].counter, name) == 0)
			return going->middles[i].value;
	return MANY;
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

static const json_t *loop_at(const struct going *going, int place)
{
	return loop_nested(going->record, going->reshape.first + place);
}

static void find_trips(struct going *going)
{
	for (int i = 0; i < going->reshape.count; i++)
		going->trip[i] =
			fmax(about(going,
				   json_object_get(loop_at(going, i), "trip")),
			     1);
}

static double stride_of(const struct going *going, const json_t *reference,
			int place)
{
	size_t before = loop_integer(loop_at(going, 0), "depth");
	const json_t *stride = json_array_get(
		json_object_get(reference, "strides"), before + place);

	return stride ? fabs(about(going, stride)) : 0;
}

/* Bytes that one tile touches through the reference, in whole lines. */
static double bytes_of(const struct going *going, const json_t *reference)
{
	double places = 1, nearest = going->machine->line;

	for (int i = 0; i < going->reshape.count; i++) {
		double stride = stride_of(going, reference, i);
		double tile = (double)going->reshape.tile[i];

		if (stride == 0)
			continue;
		nearest = fmin(nearest, stride);
		places *=
			tile > 0 ? fmin(tile, going->trip[i]) : going->trip[i];
	}
	return places * nearest;
}

/* Does another reference before this one go through the same data? */
static bool is_repeated(const json_t *references, size_t index)
{
	const json_t *one = json_array_get(references, index);

	for (size_t i = 0; i < index; i++) {
		const json_t *other = json_array_get(references, i);

		if (json_equal(json_object_get(one, "base"),
			       json_object_get(other, "base")) &&
		    json_equal(json_object_get(one, "strides"),
			       json_object_get(other, "strides")))
			return true;
	}
	return false;
}

static double bytes_of_tile(const struct going *going)
{
	const json_t *references = json_object_get(going->record, "refs");
	double bytes = 0;

	for (size_t i = 0; i < json_array_size(references); i++)
		if (!is_repeated(references, i))
			bytes += bytes_of(going, json_array_get(references, i));
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
static void set_sizes(struct going *going, unsigned tiled, int64_t size,
		      int longer)
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
			    int longer)
{
	double longest = 1;
	int64_t size = 4;

	for (int i = 0; i < going->reshape.count; i++)
		if (tiled >> i & 1)
			longest = fmax(longest, going->trip[i]);
	for (; size < longest; size *= 2) {
		set_sizes(going, tiled, size, longer);
		if (bytes_of_tile(going) > PART_OF_CACHE * cache)
			break;
	}
	return size > 4 ? size / 2 : 0;
}

/* Every tile shorter than its loop, or it is none. */
static bool is_cut(const struct going *going)
{
	for (int i = 0; i < going->reshape.count; i++)
		if ((double)going->reshape.tile[i] >= going->trip[i])
			return false;
	return true;
}

struct sizes {
	int64_t tile[MOST_SIZES][RESHAPE_MOST];
	int count;
};

static void add_size(struct going *going, unsigned tiled, int64_t size,
		     int longer, struct sizes *sizes)
{
	int64_t *tile = going->reshape.tile;

	set_sizes(going, tiled, size, longer);
	for (int i = 0; i < sizes->count; i++)
		if (memcmp(sizes->tile[i], tile, sizeof(sizes->tile[i])) == 0)
			return;
	if (size > 0 && is_cut(going) && sizes->count < MOST_SIZES)
		memcpy(sizes->tile[sizes->count++], tile,
		       sizeof(sizes->tile[0]));
}

static void find_sizes(struct going *going, unsigned tiled, struct sizes *sizes)
{
	*sizes = (struct sizes){.count = 0};
	for (int level = 0; level < 3; level++) {
		const struct machine_cache *cache =
			&going->machine->cache[level];
		double bytes = cache->bytes / fmax(cache->cores, 1);

		for (int longer = 1; longer <= 8; longer *= 8)
			add_size(going, tiled,
				 fitting_size(going, tiled, bytes, longer),
				 longer, sizes);
	}
}

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

/* Full tiles have a version of their own in C and C++. */
static bool may_have_versions(const struct going *going)
{
	const char *language =
		json_string_value(json_object_get(going->record, "language"));

	return language && strcmp(language, "Fortran") != 0;
}

/* Tiles of the innermost loop of the order, and of that around it; not of the
   outermost one, nor of those that statements do not stand in. */
static bool set_innermost(struct going *going, const int sizes[2])
{
	struct reshape *reshape = &going->reshape;
	int loops = reshape->split ? reshape->split : reshape->count;

	for (int i = 0; i < 2 && sizes[i]; i++) {
		int depth = reshape->count - 1 - i;

		if (depth < 1 || reshape->order[depth] >= loops)
			return false;
		reshape->tile[reshape->order[depth]] = sizes[i];
	}
	return true;
}

/*
 * Loops that GCC unrolls: in their tiles they stand inside of all others, and
 * are so few that all they touch has room in registers.
 */
static void consider_full(struct going *going)
{
	static const int sizes[][2] = {{4, 0}, {8, 0}, {4, 4}};

	if (!may_have_versions(going))
		return;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		going->reshape.full = set_innermost(going, sizes[i]);
		if (going->reshape.full && is_cut(going) &&
		    !reshape_parts_shared(&going->reshape, going->record))
			consider(going);
		set_sizes(going, 0, 0, 1);
	}
	going->reshape.full = false;
}

static void consider_tiles(struct going *going)
{
	int loops = going->reshape.split ? going->reshape.split
					 : going->reshape.count;
	unsigned all = 1u << loops;

	for (unsigned tiled = 1; tiled < all && !going->full; tiled++) {
		struct sizes sizes;

		if (bits_of(tiled) > MOST_TILED || is_idle(going, tiled))
			continue;
		find_sizes(going, tiled, &sizes);
		for (int i = 0; i < sizes.count; i++) {
			memcpy(going->reshape.tile, sizes.tile[i],
			       sizeof(sizes.tile[i]));
			consider(going);
		}
	}
	set_sizes(going, 0, 0, 1);
}

/* ---- loops shared out together ---- */

/* Does the construct share out the outermost loop of the order, and no more? */
static bool shares_one(const struct going *going)
{
	return going->reshape.first == 0 && going->reshape.split == 0 &&
	       loop_integer(going->record, "collapse") == 1 &&
	       json_is_integer(json_object_get(loop_at(going, 0), "omp"));
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
		consider(going);
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
	double cycles = consider(going);

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

/* The same without the outermost loop, which stays where it is. */
static bool skip_loop(struct reshape *reshape)
{
	if (reshape->order[0] != 0 || reshape->count <= 2 ||
	    reshape->split == 1)
		return false;
	reshape->first++;
	reshape->count--;
	reshape->split -= reshape->split > 0;
	for (int i = 0; i < reshape->count; i++)
		reshape->order[i] = reshape->order[i + 1] - 1;
	reshape->order[reshape->count] = 0;
	return true;
}

/* Those of all loops, and of the inner ones alone. */
static void consider_start(struct going *going, const struct start *start)
{
	going->reshape = start->reshape;
	find_trips(going);
	if (isfinite(start->cycles))
		consider_collapse(going);
	do {
		find_trips(going);
		consider_full(going);
		consider_tiles(going);
	} while (skip_loop(&going->reshape));
}

/* Does the loop that statements come apart from carry variables on? */
static bool needs_elements(const struct going *going,
			   const struct perfect *band)
{
	const json_t *nest = json_object_get(going->record, "nest");

	return going->freed && band->split &&
	       json_array_size(json_object_get(
		       json_array_get(nest, band->first + band->split),
		       "carries")) > 0;
}

static void begin_band(struct going *going, const struct perfect *band)
{
	going->reshape = (struct reshape){.first = band->first,
					  .count = band->count,
					  .split = band->split};
	going->reshape.element = needs_elements(going, band);
	for (int i = 0; i < going->reshape.count; i++)
		going->reshape.order[i] = i;
}

/* Orders first: tiles of the best of them come before the others'. */
static void consider_band(struct going *going, const struct perfect *band)
{
	struct starts starts = {0};

	begin_band(going, band);
	consider_orders(going, 0, &starts);
	if (starts.count > 0)
		qsort(starts.list, starts.count, sizeof(*starts.list),
		      compare_starts);
	for (size_t i = 0; i < starts.count && !going->full; i++)
		consider_start(going, &starts.list[i]);
	free(starts.list);
}

/* ---- what a space asks for, each order and set of sizes by its number ---- */

bool offers_have_counter(const json_t *record, const char *name)
{
	const json_t *nest = json_object_get(record, "nest");

	for (size_t i = 0; i < json_array_size(nest); i++)
		if (strcmp(loop_counter(record, (int)i), name) == 0)
			return true;
	return false;
}

static bool is_foreign(const json_t *record,
		       const struct dimension_order *order)
{
	for (int i = 0; i < order->count; i++)
		if (offers_have_counter(record, order->counters[i]))
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

bool offers_are_wanted(const json_t *record, const struct space *space)
{
	for (size_t i = 0; i < space->tile_count; i++)
		if (offers_have_counter(record, space->tiles[i].counter))
			return true;
	return has_own_order(record, space);
}

/* NULL: as it is written. */
static const struct dimension_order *order_of(const struct going *going,
					      size_t number)
{
	const struct space *space = going->space;
	const struct dimension_order *order;

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
		number /= space->tiles[i].sizes.count;
	return number % space->tiles[tile].sizes.count;
}

/* What names other loops alone is the same for this one, whatever it is. */
static bool is_meant(const struct going *going, size_t number)
{
	const struct space *space = going->space;

	for (size_t i = 0; i < space->tile_count; i++)
		if (pick_of(space, number, i) > 0 &&
		    !offers_have_counter(going->record,
					 space->tiles[i].counter))
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
static bool set_order(struct going *going, const struct dimension_order *order)
{
	int places[DIMENSION_MOST_LOOPS];
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

/* MET where all of those loops are among them. */
static enum met set_tiles(struct going *going, size_t number)
{
	const struct space *space = going->space;
	struct reshape *reshape = &going->reshape;
	int loops = reshape->split ? reshape->split : reshape->count;

	memset(reshape->tile, 0, sizeof(reshape->tile));
	for (size_t i = 0; i < space->tile_count; i++) {
		const struct dimension_tile *tile = &space->tiles[i];
		int64_t size = tile->sizes.numbers[pick_of(space, number, i)];
		int place = place_of(going, tile->counter);

		if (size == 0 ||
		    !offers_have_counter(going->record, tile->counter))
			continue;
		if (place < 0 || place >= loops)
			return place < 0 ? MET_NOT : MET_BESIDE;
		reshape->tile[place] = size;
	}
	return MET;
}

/* Is one of the tiles as long as its loop for certain? */
static bool is_uncut(const struct going *going)
{
	for (int i = 0; i < going->reshape.count; i++) {
		const json_t *trip = json_object_get(loop_at(going, i), "trip");

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
	if (tiled > MOST_TILED)
		count_reason(going, "more than three loops in tiles");
	else if (is_uncut(going))
		count_reason(going, "a tile is no shorter than its loop");
	else
		consider(going);
}

/* Loops from tile to tile stand outside of all, and of the inner ones alone. */
static void consider_number(struct going *going, const struct perfect *band,
			    size_t number)
{
	begin_band(going, band);
	if (!set_order(going, order_of(going, number)))
		return;
	do {
		enum met met = set_tiles(going, number);

		if (met == MET && !reshape_is_none(&going->reshape) &&
		    !is_of_band(&going->reshape))
			continue;
		if (met > going->met[number])
			going->met[number] = met;
		if (met != MET)
			return;
		consider_set(going);
	} while (reshape_has_tiles(&going->reshape) &&
		 skip_loop(&going->reshape));
}

static void consider_numbers(struct going *going, const struct perfect *band)
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
	const struct dimension_order *order = order_of(going, number);
	const char *before = order ? " tile(" : "tile(";
	bool any = false;

	for (int i = 0; order && i < order->count; i++)
		text_print(out, "%s%s", i ? "," : "order(", order->counters[i]);
	text_add(out, order ? ")" : "");
	for (size_t i = 0; i < space->tile_count; i++) {
		const struct dimension_tile *tile = &space->tiles[i];
		int64_t size = tile->sizes.numbers[pick_of(space, number, i)];

		if (size == 0 ||
		    !offers_have_counter(going->record, tile->counter))
			continue;
		text_print(out, "%s%s:%lld", any ? "," : before, tile->counter,
			   (long long)size);
		any = true;
	}
	text_add(out, any ? ")" : "");
}

static void add_missing(struct text *out, const struct going *going,
			size_t number)
{
	const struct dimension_order *order = order_of(going, number);
	void *kept = json_object_iter(going->offers->forbidden);

	for (int i = 0; order && i < order->count; i++)
		if (!offers_have_counter(going->record, order->counters[i])) {
			text_print(out, "it has no loop of '%s'",
				   order->counters[i]);
			return;
		}
	if (going->met[number] == MET_BESIDE)
		text_add(out, "a loop with statements beside it is not cut "
			      "into tiles, but those around them may be");
	else
		text_add(out, kept ? json_object_iter_key(kept)
				   : "these loops are not such that each "
				     "contains nothing but the next");
}

static void refuse_unmet(struct going *going)
{
	size_t count = (size_t)space_shapes(going->space);

	for (size_t i = 0; i < count; i++) {
		struct text words = {0}, why = {0};

		print_number(&words, going, i);
		if (going->met[i] != MET && is_meant(going, i) &&
		    words.length > 0) {
			add_missing(&why, going, i);
			offers_refuse(going->offers, text_string(&words),
				      text_string(&why));
		}
		text_free(&words);
		text_free(&why);
	}
}

/* ---- iterations that go abreast ---- */

static const char *keep_condition(struct offers *offers, const char *condition)
{
	offers->conditions =
		memory_grow(offers->conditions, offers->condition_count + 1,
			    sizeof(*offers->conditions));
	return offers->conditions[offers->condition_count++] =
		       memory_string(condition);
}

#define SHORT_TILE 8

/* What a thread keeps for a tile lies on its stack. */
#define LONGEST_TILE 1024

/* Tiles that fit caches by what one iteration of all else touches, and short
   ones, as rows that stay whole take more. */
static void consider_abreast(struct going *going, int loop, int whole)
{
	struct sizes sizes;

	going->reshape = (struct reshape){
		.first = loop, .count = 1, .abreast = true, .whole = whole};
	find_trips(going);
	find_sizes(going, 1, &sizes);
	add_size(going, 1, SHORT_TILE, 1, &sizes);
	add_size(going, 1, 4 * SHORT_TILE, 1, &sizes);
	for (int i = 0; i < sizes.count; i++) {
		memcpy(going->reshape.tile, sizes.tile[i],
		       sizeof(sizes.tile[i]));
		if (going->reshape.tile[0] <= LONGEST_TILE)
			consider(going);
	}
	going->reshape.full = true;
	for (int size = 4; size <= 8 && whole == 0 && may_have_versions(going);
	     size *= 2) {
		set_sizes(going, 1, size, 1);
		if (is_cut(going))
			consider(going);
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
		if (json_array_size(json_object_get(one, "carries")) > 0 ||
		    takes_more(record, i))
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
	else if (legal->condition.length > 0)
		text_print(reason, "it is only legal if %s",
			   text_string(&legal->condition));
	else if (going->instances.count > 0)
		text_add(reason, "it has several instances, as a template has");
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

static void go_abreast(struct going *going, int loop, struct text *reason)
{
	for (int whole = 0; whole + 1 < perfect_height(going->record, loop);
	     whole++) {
		struct text why = {0};

		if (perfect_goes_abreast(going->record, loop, whole, &why))
			consider_abreast(going, loop, whole);
		else if (whole == 0)
			text_add(reason, text_string(&why));
		text_free(&why);
	}
}

static void keep_reason(const struct going *going, int loop, const char *reason,
			json_t *reasons)
{
	struct text sentence = {0};

	text_add(&sentence, "'");
	text_add_safe(&sentence, loop_counter(going->record, loop));
	text_print(&sentence, "': its iterations cannot go abreast: %s",
		   reason);
	json_object_set_new(reasons, reason,
			    json_string(text_string(&sentence)));
	text_free(&sentence);
}

/* Sentences of why not, by their reasons, are added to the object "reasons". */
static void go_through_abreast(struct going *going, json_t *reasons)
{
	int loops =
		(int)json_array_size(json_object_get(going->record, "nest"));

	struct text kept = {0};
	bool permitted = permit_record(going->record, &kept);

	text_free(&kept);
	going->condition = keep_condition(going->offers, "");
	for (int i = 0; i < loops && permitted; i++) {
		struct text reason = {0};

		if (!takes_more(going->record, i))
			continue;
		if (is_independent(going, i, &reason)) {
			go_abreast(going, i, &reason);
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
static void tell_abreast(struct going *going, json_t *reasons)
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
	const json_t *record = going->freed ? going->freed : going->record;
	struct perfect bands[PERFECT_MOST];
	json_t *reasons = json_array(), *abreast = json_object();
	int count = perfect_find(record, bands, reasons);

	if (!going->space)
		go_through_abreast(going, abreast);
	for (size_t i = 0; i < json_array_size(reasons); i++)
		add_reason(going,
			   json_string_value(json_array_get(reasons, i)));
	json_decref(reasons);
	for (int i = 0; i < count; i++) {
		struct text reason = {0};

		if (legal_find(record, &bands[i], &going->legal, &reason)) {
			instances_condition(&going->instances,
					    &going->legal.condition);
			going->condition = keep_condition(
				going->offers,
				text_string(&going->legal.condition));
			if (going->space)
				consider_numbers(going, &bands[i]);
			else
				consider_band(going, &bands[i]);
			legal_free(&going->legal);
		} else {
			add_reason(going, text_string(&reason));
		}
		text_free(&reason);
	}
	tell_abreast(going, abreast);
	json_decref(abreast);
}

/* Each of what a space asks for is offered, or is refused with a reason. */
static void go_through_all(struct going *going)
{
	size_t count = going->space ? (size_t)space_shapes(going->space) : 0;

	going->met = memory_grow(NULL, count + 1, sizeof(*going->met));
	memset(going->met, 0, count * sizeof(*going->met));
	go_through(going);
	if (going->space)
		refuse_unmet(going);
	free(going->met);
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
	apply(going, prediction);
	going->schedule =
		prediction_schedule(prediction, going->machine->cores);
	prediction_free(prediction);
	return estimate(going, going->record, &going->offers->written,
			going->problem);
}

bool offers_find(const struct records *records, const json_t *record,
		 const struct machine *machine, const char *const *settings,
		 size_t setting_count, const struct space *space,
		 struct offers *offers, struct text *problem)
{
	struct going going = {.record = record,
			      .machine = machine,
			      .settings = settings,
			      .setting_count = setting_count,
			      .space = space,
			      .offers = offers,
			      .problem = problem};

	*offers = (struct offers){.forbidden = json_object(),
				  .refused = json_object()};
	if (!begin(&going)) {
		offers_free(offers);
		return false;
	}
	add_middles(&going, "around");
	add_middles(&going, "nest");
	instances_find(&going.instances, records, record);
	going.freed = elements_record(record);
	go_through_all(&going);
	json_decref(going.freed);
	instances_free(&going.instances);
	free(going.middles);
	if (offers->count > 0)
		qsort(offers->list, offers->count, sizeof(*offers->list),
		      compare_offers);
	return true;
}

void offers_free(struct offers *offers)
{
	json_decref(offers->forbidden);
	json_decref(offers->refused);
	for (size_t i = 0; i < offers->condition_count; i++)
		free(offers->conditions[i]);
	free(offers->conditions);
	free(offers->list);
	*offers = (struct offers){0};
}
