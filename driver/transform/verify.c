/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation validation of transformed loops.
 */
#include "verify.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "nest/collapse.h"
#include "probe.h"
#include "record/loop.h"
#include "record/records.h"
#include "refold.h"
#include "rejoin.h"

#define PROBES 24  /* sets of numbers that are put in */
#define LARGEST 90 /* of these numbers: products of many fit 64 bits */

struct comparison {
	const json_t *before, *after;
	const json_t *made; /* as it was compiled, before it was put together */
	const struct reshape *reshape;
	int tiles;		       /* loops from tile to tile */
	const struct rejoined *joined; /* what had come apart */
	struct text *problem;
};

static int integer_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}

static int64_t tile_of(const struct comparison *all, int loop)
{
	int place = loop - all->reshape->first;

	return place >= 0 && place < all->reshape->count
		       ? all->reshape->tile[place]
		       : 0;
}

/* Where a loop of the old nest stands in the new one. */
static int new_index(const struct comparison *all, int loop)
{
	const struct reshape *reshape = all->reshape;
	int place = loop - reshape->first;

	if (place < 0)
		return loop;
	if (place >= reshape->count)
		return loop + all->tiles;
	return reshape->first + reshape_place(reshape, place, false);
}

/* Where the loop stands that goes from tile to tile of another. */
static int tile_index(const struct comparison *all, int loop)
{
	int first = all->reshape->first;

	return first + reshape_place(all->reshape, loop - first, true);
}

static bool differs(struct comparison *all, const json_t *loop,
		    const char *what)
{
	text_print(all->problem, "%s of the loop over '%s'", what,
		   loop_word(loop, "var"));
	return false;
}

/* Counters of both records that are the same get the same number. */
static void set_counters(const struct comparison *all, struct probe *probe)
{
	for (int i = 0; i < loop_count(all->before); i++) {
		const json_t *old = loop_nested(all->before, i);
		const json_t *new = loop_nested(all->after, new_index(all, i));
		int64_t value;

		if (!probe_value(probe, json_object_get(old, "var"), &value))
			continue;
		probe_set(probe, loop_word(old, "var"), value);
		probe_set(probe, loop_word(new, "var"), value);
	}
}

static int64_t no_less_than_0(int64_t value)
{
	return value < 0 ? 0 : value;
}

static bool same_trip(const struct probe *probe, const json_t *old,
		      const json_t *new)
{
	const json_t *a = json_object_get(old, "trip");
	const json_t *b = json_object_get(new, "trip");
	int64_t first, second;

	if (!probe_value(probe, a, &first) || !probe_value(probe, b, &second))
		return json_equal(a, b);
	return no_less_than_0(first) == no_less_than_0(second);
}

static bool same_expression(const struct probe *probe, const json_t *old,
			    const json_t *new, const char *key)
{
	return probe_same(probe, json_object_get(old, key),
			  json_object_get(new, key));
}

/* A loop that only changed its place. */
static bool check_whole(struct comparison *all, const struct probe *probe,
			const json_t *old, const json_t *new)
{
	if (!same_expression(probe, old, new, "from"))
		return differs(all, old, "the start");
	if (!same_expression(probe, old, new, "step"))
		return differs(all, old, "the step");
	if (!same_trip(probe, old, new))
		return differs(all, old, "the number of iterations");
	return true;
}

/* What a loop that is cut into tiles counts, in numbers. */
struct counts {
	int64_t from, step, trip;
};

static bool read_counts(const struct probe *probe, const json_t *loop,
			struct counts *counts)
{
	return probe_value(probe, json_object_get(loop, "from"),
			   &counts->from) &&
	       probe_value(probe, json_object_get(loop, "step"),
			   &counts->step) &&
	       probe_value(probe, json_object_get(loop, "trip"), &counts->trip);
}

/* A loop that was cut: as it was, from tile to tile, and within one. */
struct cut {
	const json_t *old, *across, *within;
	struct counts whole, tiles;
	int64_t tile;
};

/* Of some loops GCC counts the iterations instead. */
static bool counts_tiles(const struct cut *cut)
{
	return cut->tiles.from == 0 && cut->tiles.step == 1;
}

/* The loop that goes through one of the tiles. */
static bool check_tile(struct comparison *all, struct probe *probe,
		       const struct cut *cut, int64_t number)
{
	struct counts counts;
	const struct counts *whole = &cut->whole;
	const json_t *old = cut->old, *within = cut->within;
	int64_t tile = cut->tile, left = whole->trip - number * tile;
	int64_t start = whole->from + number * tile * whole->step;

	probe_set(probe, loop_word(cut->across, "var"),
		  counts_tiles(cut) ? number : start);
	if (!read_counts(probe, within, &counts))
		return differs(all, old, "what is known within a tile");
	if (counts.from != start)
		return differs(all, old, "the start of a tile");
	if (counts.step != whole->step)
		return differs(all, old, "the step within a tile");
	if (counts.trip != (left < tile ? left : tile))
		return differs(all, old, "the length of a tile");
	return true;
}

static bool check_tiled(struct comparison *all, struct probe *probe,
			struct cut *cut)
{
	const struct counts *whole = &cut->whole;
	int64_t count;

	if (!read_counts(probe, cut->old, &cut->whole) ||
	    !read_counts(probe, cut->across, &cut->tiles))
		return differs(all, cut->old, "what is known of the tiles");
	count = whole->trip > 0 ? (whole->trip + cut->tile - 1) / cut->tile : 0;
	if (!counts_tiles(cut) && cut->tiles.from != whole->from)
		return differs(all, cut->old, "the first tile");
	if (!counts_tiles(cut) && cut->tiles.step != whole->step * cut->tile)
		return differs(all, cut->old, "the step from tile to tile");
	if (no_less_than_0(cut->tiles.trip) != count)
		return differs(all, cut->old, "the number of tiles");
	return count == 0 || (check_tile(all, probe, cut, 0) &&
			      check_tile(all, probe, cut, count / 2) &&
			      check_tile(all, probe, cut, count - 1));
}

static int new_parent(const struct comparison *all, int old)
{
	int parent = integer_of(loop_nested(all->before, old), "parent");
	int first = all->reshape->first, index = new_index(all, old);

	if (index >= first && index < first + all->tiles + all->reshape->count)
		return index > first
			       ? index - 1
			       : integer_of(loop_nested(all->before, first),
					    "parent");
	if (parent >= first && parent < first + all->reshape->count)
		return new_index(all,
				 all->reshape->first +
					 all->reshape->order[parent - first]);
	return parent < 0 ? parent : new_index(all, parent);
}

static bool check_place(struct comparison *all, int index)
{
	const json_t *old = loop_nested(all->before, index);
	const json_t *new = loop_nested(all->after, new_index(all, index));

	if (!loop_same_counter(loop_word(old, "var"), loop_word(new, "var")) ||
	    integer_of(new, "parent") != new_parent(all, index))
		return differs(all, old, "the place");
	if (!loop_same(old, new, "early_exit") ||
	    (!loop_same(old, new, "conditional") &&
	     !json_is_false(json_object_get(new, "conditional"))))
		return differs(all, old, "whether all iterations are run");
	return true;
}

static bool check_loop(struct comparison *all, struct probe *probe, int index)
{
	const json_t *old = loop_nested(all->before, index);
	const json_t *new = loop_nested(all->after, new_index(all, index));
	struct cut cut = {
		.old = old,
		.within = new,
		.across = loop_nested(all->after, tile_index(all, index)),
		.tile = tile_of(all, index)};

	if (!check_place(all, index))
		return false;
	if (!cut.tile)
		return check_whole(all, probe, old, new);
	return check_tiled(all, probe, &cut);
}

/* Counting, finding addresses and loading change with the order of loops. */
static bool is_work(const char *operation)
{
	static const char *const others[] = {"control.", "address.", "load."};

	for (int i = 0; i < 3; i++)
		if (strncmp(operation, others[i], strlen(others[i])) == 0)
			return false;
	return true;
}

static bool is_integer(const char *operation)
{
	const char *type = strchr(operation, '.');

	return type && type[1] == 'i';
}

/* How often one iteration of the nest does it, by all its loops. */
static json_int_t count_of(const json_t *record, const char *key,
			   const char *operation)
{
	const json_t *ops =
		json_object_get(json_object_get(record, "ops"), key);

	return json_integer_value(json_object_get(ops, operation));
}

/* Stores to arrays of a tile: references tell of them. */
static bool is_store(const char *operation)
{
	return strncmp(operation, "store.", strlen("store.")) == 0;
}

/* A product and its sum are no one operation where a variable between them is
   expanded. */
static bool is_fused(const char *operation)
{
	return strncmp(operation, "fma.", strlen("fma.")) == 0;
}

/* Have all arrays of a tile, which scalars are expanded to, the type? */
static bool are_arrays_of(const struct comparison *all, const char *type)
{
	const json_t *list = json_object_get(all->made, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (json_is_true(json_object_get(one, "private")) &&
		    strcmp(loop_word(one, "type"), type) != 0)
			return false;
	}
	return true;
}

/*
 * What was converted once for several statements may be converted for each,
 * where that can be no conversion from arrays or to them.
 */
static bool is_converted_again(const struct comparison *all,
			       const char *operation, bool more)
{
	static const char word[] = "convert.";
	size_t length = strlen(word);

	return more && strncmp(operation, word, length) == 0 &&
	       are_arrays_of(all, operation + length);
}

/* May the number differ? */
static bool may_differ(const struct comparison *all, const char *operation,
		       bool more)
{
	bool jam = all->reshape->jam;

	return !is_work(operation) ||
	       (jam && (is_store(operation) || is_fused(operation) ||
			is_converted_again(all, operation, more)));
}

/*
 * The work of the nest is the same. The ends of tiles may take some more
 * integers.
 */
static bool check_work(struct comparison *all, const char *key)
{
	const json_t *records[] = {all->before, all->after};

	for (int side = 0; side < 2; side++) {
		json_t *ops = json_object_get(
			json_object_get(records[side], "ops"), key);
		const char *name;
		json_t *count;

		json_object_foreach(ops, name, count)
		{
			json_int_t old = count_of(all->before, key, name);
			json_int_t new = count_of(all->after, key, name);

			if (old == new || may_differ(all, name, new > old) ||
			    (is_integer(name) && all->tiles && new > old))
				continue;
			text_print(all->problem, "the operations '%s'", name);
			return false;
		}
	}
	return true;
}

/* A record that references are of, and where it has the old one's loops. */
struct side {
	const json_t *record;
	bool is_new;
};

static int index_on(const struct comparison *all, const struct side *side,
		    int loop)
{
	return side->is_new ? new_index(all, loop) : loop;
}

static bool is_around(const json_t *record, int outer, int inner)
{
	while (inner >= 0 && inner != outer)
		inner = integer_of(loop_nested(record, inner), "parent");
	return inner >= 0;
}

/* How a reference moves with a loop: not, where it stands outside of it. */
static const json_t *stride(const struct side *side, const json_t *reference,
			    int loop)
{
	int own = integer_of(reference, "loop");

	if (!is_around(side->record, loop, own))
		return NULL;
	return json_array_get(
		json_object_get(reference, "strides"),
		integer_of(loop_nested(side->record, loop), "depth"));
}

static bool same_stride(const struct probe *probe, const json_t *a,
			const json_t *b)
{
	json_t *none = json_integer(0);
	bool same = probe_same(probe, a ? a : none, b ? b : none);

	json_decref(none);
	return same;
}

/* Does it stand still whichever loop of the band goes on? */
static bool stands_still(const struct comparison *all,
			 const struct probe *probe, const struct side *side,
			 const json_t *reference)
{
	for (int i = 0; i < all->reshape->count; i++) {
		int loop = index_on(all, side, all->reshape->first + i);

		if (!same_stride(probe, stride(side, reference, loop), NULL))
			return false;
	}
	return true;
}

static bool same_strides(const struct comparison *all,
			 const struct probe *probe, const struct side *a,
			 const json_t *one, const struct side *b,
			 const json_t *other)
{
	for (int i = 0; i < loop_count(all->before); i++)
		if (!same_stride(probe, stride(a, one, index_on(all, a, i)),
				 stride(b, other, index_on(all, b, i))))
			return false;
	return true;
}

/* The same pointer, and as far behind what that leads to. */
static bool same_row(const struct probe *probe, const json_t *one,
		     const json_t *other)
{
	if (!one || !other)
		return !one == !other;
	return loop_same(one, other, "of") &&
	       same_expression(probe, one, other, "at") &&
	       same_expression(probe, one, other, "bytes");
}

static bool same_reference(const struct comparison *all,
			   const struct probe *probe, const struct side *a,
			   const json_t *one, const struct side *b,
			   const json_t *other)
{
	static const char *const keys[] = {"base",     "type",	    "write",
					   "indirect", "protected", "private",
					   NULL};

	for (int i = 0; keys[i]; i++)
		if (!loop_same(one, other, keys[i]))
			return false;
	return same_expression(probe, one, other, "size") &&
	       same_expression(probe, one, other, "offset") &&
	       same_row(probe, loop_row(one), loop_row(other)) &&
	       same_strides(all, probe, a, one, b, other);
}

/* How many references of a side are the same as one. */
static json_int_t count_same(const struct comparison *all,
			     const struct probe *probe, const struct side *of,
			     const json_t *reference, const struct side *side)
{
	const json_t *list = json_object_get(side->record, "refs"), *other;
	json_int_t count = 0;
	size_t index;

	json_array_foreach(list, index,
			   other) if (same_reference(all, probe, of, reference,
						     side, other)) count +=
		json_integer_value(json_object_get(other, "count"));
	return count;
}

/* Does a loop from tile to tile move it? Then the loop within does not. */
static bool moves_with_tiles(const struct comparison *all,
			     const struct probe *probe, const struct side *side,
			     const json_t *reference)
{
	for (int i = 0; side->is_new && i < all->reshape->count; i++)
		if (all->reshape->tile[i] > 0 &&
		    !same_stride(
			    probe,
			    stride(side, reference,
				   tile_index(all, all->reshape->first + i)),
			    NULL))
			return true;
	return false;
}

/* Does the reference stand on the other side as often? */
static bool is_there(const struct comparison *all, const struct probe *probe,
		     const struct side *side, const json_t *reference,
		     const struct side *other)
{
	return count_same(all, probe, side, reference, other) ==
	       count_same(all, probe, side, reference, side);
}

/*
 * Each reference of one side stands on the other as often. GCC takes what no
 * inner loop changes out of it, so the loop may be another; what is only read
 * and always the same may be read in heads. How often pointers to rows are read
 * plays no part: rows themselves say which pointers.
 */
static bool check_side(struct comparison *all, const struct probe *probe,
		       const struct side *side, const struct side *other)
{
	const json_t *list = json_object_get(side->record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		bool reads = !json_is_true(json_object_get(one, "write"));

		if ((reads && stands_still(all, probe, side, one)) ||
		    loop_is_table(side->record, one) ||
		    (!moves_with_tiles(all, probe, side, one) &&
		     is_there(all, probe, side, one, other)))
			continue;
		text_print(all->problem, "a reference to '%s'",
			   loop_word(one, "base"));
		return false;
	}
	return true;
}

static bool check_references(struct comparison *all, const struct probe *probe)
{
	struct side before = {all->before, false}, after = {all->after, true};

	return check_side(all, probe, &before, &after) &&
	       check_side(all, probe, &after, &before);
}

/* The number of loops shared together is that of the plan. The outer ones of
   a collapse may be left, where the plugin does not collapse the others. */
static bool same_collapse(const struct comparison *all)
{
	int meant = all->reshape->collapse;
	int made = integer_of(all->after, "collapse");

	return meant ? made == meant
		     : made >= 1 && made <= integer_of(all->before, "collapse");
}

static bool check_construct(struct comparison *all)
{
	const json_t *before = all->before, *after = all->after;

	if (!loop_same(before, after, "construct") || !same_collapse(all) ||
	    !loop_same(before, after, "schedule"))
		text_add(all->problem, "the construct");
	else if (json_is_true(json_object_get(before, "analysed")) &&
		 !json_is_true(json_object_get(after, "analysed")))
		text_add(all->problem, "that it is not understood");
	else if (loop_count(after) != loop_count(before) + all->tiles)
		text_add(all->problem, "the number of loops");
	else if (json_array_size(json_object_get(after, "races")) >
		 json_array_size(json_object_get(before, "races")))
		text_print(all->problem, "a race: %s",
			   json_string_value(json_array_get(
				   json_object_get(after, "races"), 0)));
	else
		return true;
	return false;
}

/* Loops of statements that came apart count as the others of their name. */
static bool check_copies(struct comparison *all, struct probe *probe)
{
	for (int i = 0; all->joined && i < all->joined->copy_count; i++) {
		const struct rejoined_copy *copy = &all->joined->copies[i];
		const json_t *old = loop_nested(all->before, copy->of);
		const json_t *other =
			loop_nested(all->after, new_index(all, copy->of));
		int64_t value;

		if (probe_value(probe, json_object_get(old, "var"), &value))
			probe_set(probe, loop_word(copy->loop, "var"), value);
		if (!loop_same_counter(loop_word(copy->loop, "var"),
				       loop_word(old, "var")) ||
		    !loop_same(copy->loop, other, "early_exit") ||
		    !loop_same(copy->loop, other, "conditional") ||
		    !check_whole(all, probe, other, copy->loop))
			return differs(all, old, "what stands beside it");
	}
	return true;
}

static bool check_loops(struct comparison *all, struct probe *probe)
{
	set_counters(all, probe);
	if (!check_copies(all, probe))
		return false;
	for (int i = 0; i < loop_count(all->before); i++)
		if (!check_loop(all, probe, i))
			return false;
	return true;
}

/* Numbers with which loops have several tiles. */
static int64_t large_numbers(const struct comparison *all)
{
	int64_t longest = 0;

	for (int i = 0; i < all->reshape->count; i++)
		if (all->reshape->tile[i] > longest)
			longest = all->reshape->tile[i];
	return LARGEST + 3 * longest;
}

static bool check_numbers(struct comparison *all, uint64_t seed)
{
	struct probe small, large;
	bool same;

	probe_begin(&small, seed, LARGEST);
	probe_begin(&large, seed, large_numbers(all));
	same = check_loops(all, &small) && check_references(all, &small) &&
	       (!all->tiles || check_loops(all, &large));
	probe_free(&small);
	probe_free(&large);
	return same;
}

/* Put together what came apart; true where nothing did. */
static bool join(const json_t *before, const json_t *after,
		 const struct reshape *reshape, struct rejoined *joined,
		 struct text *problem)
{
	if (reshape->jam)
		return refold(before, after, reshape, joined, problem);
	return !reshape->split ||
	       rejoin(before, after, reshape, joined, problem);
}

static bool compare(const json_t *before, const json_t *after,
		    const struct reshape *reshape, struct text *problem)
{
	struct text what = {0};
	struct rejoined joined = {0};
	bool same = join(before, after, reshape, &joined, &what);
	struct comparison all = {.before = before,
				 .after = joined.record ? joined.record : after,
				 .made = after,
				 .reshape = reshape,
				 .joined = &joined,
				 .problem = &what};

	for (int i = 0; i < reshape->count; i++)
		all.tiles += reshape->tile[i] != 0;
	same = same && check_construct(&all) && check_work(&all, "certain") &&
	       check_work(&all, "conditional");
	for (int i = 0; same && i < PROBES; i++)
		same = check_numbers(&all, i + 1);
	if (!same)
		text_print(problem,
			   "what the compiler makes of it is not what was "
			   "meant; that differs: %s",
			   text_string(&what));
	rejoined_free(&joined);
	text_free(&what);
	return same;
}

/* ---- constructs ---- */

static const json_t *find(const struct records *records, const json_t *other)
{
	for (size_t i = 0; i < records->count; i++)
		if (loop_same(records->list[i], other, "id"))
			return records->list[i];
	return NULL;
}

/* An entry is for all units that have the loop. */
static bool is_meant(const json_t *record, const struct verify_change *changes,
		     size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (loop_same(changes[i].record, record, "id"))
			return true;
	return false;
}

static const struct reshape none = {.first = 0, .count = 0};

/* Constructs that were not touched are what they were. */
static bool same_others(const struct records *before,
			const struct records *after,
			const struct verify_change *changes, size_t count,
			struct text *problem)
{
	for (size_t i = 0; i < before->count; i++) {
		const json_t *old = before->list[i], *other;

		if (is_meant(old, changes, count))
			continue;
		other = find(after, old);
		if (other && compare(old, other, &none, problem))
			continue;
		text_print(problem, "%sthe construct %s changed, too",
			   problem->length ? "; " : "", loop_word(old, "id"));
		return false;
	}
	return true;
}

/* Has the plugin made it? A source in which it was written has no entry. */
static bool is_applied(const json_t *record, struct text *problem)
{
	const json_t *entry = json_object_get(record, "entry");

	if (!json_is_object(entry) ||
	    strcmp(loop_word(entry, "state"), "applied") == 0)
		return true;
	text_add(problem, "the compiler leaves it as written");
	if (json_is_string(json_object_get(entry, "why"))) {
		text_add(problem, ": ");
		loop_string(problem, entry, "why");
	}
	return false;
}

/* Every chunk is right only where GCC counts in 64 bits. */
static bool counts_all(const json_t *before, const json_t *after,
		       const struct reshape *reshape)
{
	return !reshape->collapse || collapse_is_short(before, reshape) ||
	       json_is_null(json_object_get(after, "static_chunk_most"));
}

static bool check_change(const struct records *after,
			 const struct verify_change *change,
			 struct text *problem)
{
	const json_t *record = find(after, change->record);

	if (!record) {
		text_add(problem, "the loop is gone");
		return false;
	}
	if (!is_applied(record, problem) ||
	    !compare(change->record, record, change->reshape, problem))
		return false;
	if (counts_all(change->record, record, change->reshape))
		return true;
	text_add(problem, "GCC would not count all its iterations");
	return false;
}

bool verify_records(const struct records *before, const struct records *after,
		    const struct verify_change *changes, size_t count,
		    struct text *problem)
{
	for (size_t i = 0; i < count; i++)
		if (!check_change(after, &changes[i], problem))
			return false;
	return same_others(before, after, changes, count, problem);
}
