/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of floating-point numbers that are put into vectors, in records.
 *
 * The plugin proves of a variable that a loop does nothing with but to add to
 * it; isl, that no two iterations of the loop touch one place of which one
 * writes. Within an iteration they may: as to what GCC takes for apart then,
 * see lane.h.
 */
#include "simd.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/text.h"
#include "domain.h"
#include "lane.h"
#include "legal.h"
#include "permit.h"
#include "reassociate.h"
#include "record/loop.h"

#define WIDEST 8 /* bytes of an element that vectors have */

static const json_t *sums_of(const json_t *record, int loop)
{
	return json_object_get(loop_nested(record, loop), "collects");
}

static bool is_shared(const json_t *record, int loop)
{
	return json_is_integer(
		json_object_get(loop_nested(record, loop), "omp"));
}

static const json_t *code_of(const json_t *record, int loop)
{
	const json_t *codes = json_object_get(record, "code"), *one;
	size_t index;

	json_array_foreach(codes, index, one)
	{
		if (loop_integer(one, "loop") == loop)
			return one;
	}
	return NULL;
}

/* ---- does it add up, and nothing else? ---- */

static bool are_reduced(const json_t *record, const json_t *loop)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(loop, "collects"), index, one)
	{
		if (!reassociate_is_reduced(record, loop_word(one, "name"),
					    loop_word(one, "op")))
			return false;
	}
	json_array_foreach(json_object_get(loop, "sums"), index, one)
	{
		if (!reassociate_is_reduced(record, json_string_value(one),
					    NULL))
			return false;
	}
	return true;
}

/* GCC makes no vectors of "if (x > s) s = x", as NaN forbids it; Fortran's
   max(s, x) leaves it free. */
static bool finds_extremes(const json_t *record, const json_t *loop)
{
	const json_t *one;
	size_t index;

	if (strcmp(loop_word(record, "language"), "Fortran") == 0)
		return false;

	json_array_foreach(json_object_get(loop, "collects"), index, one)
	{
		if (strcmp(loop_word(one, "op"), "max") == 0 ||
		    strcmp(loop_word(one, "op"), "min") == 0)
			return true;
	}
	return false;
}

static bool have_names(const json_t *loop)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(loop, "sums"), index, one)
	{
		if (strcmp(json_string_value(one), "?") == 0)
			return false;
	}
	return true;
}

/* Why the loop is none that such a directive may stand before, or NULL. */
static const char *is_barred(const json_t *record, const struct domain *domain,
			     int index)
{
	const json_t *loop = loop_nested(record, index);

	if (domain_sign(domain, index) == 0 ||
	    json_is_null(json_object_get(loop, "trip")) ||
	    domain_needs(domain, index, index))
		return "it is not known how it counts";
	if (loop_true(loop, "early_exit"))
		return "it may be left early";
	if (finds_extremes(record, loop))
		return "it looks for the greatest or the least of numbers";
	if (!is_shared(record, index))
		return have_names(loop) ? NULL
					: "a whole number without a name is "
					  "added up, too";
	if (loop_integer(record, "collapse") != 1)
		return "it is shared out with other loops";
	return are_reduced(record, loop)
		       ? NULL
		       : "no clause 'reduction' has all that it adds up";
}

static bool writes(const json_t *record, int loop)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(record, "refs"), index, one)
	{
		if (loop_integer(one, "loop") == loop &&
		    loop_true(one, "write"))
			return true;
	}
	return false;
}

/* What GCC makes of the changed loop no longer says where a row comes from. */
static bool has_rows(const json_t *record, int loop)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(record, "refs"), index, one)
	{
		if (loop_integer(one, "loop") == loop && loop_row(one))
			return true;
	}
	return false;
}

static bool may_stand(const json_t *record, int loop, struct text *reason)
{
	struct domain *domain = domain_new(record);
	const char *why = is_barred(record, domain, loop);

	domain_free(domain);
	if (!why && writes(record, loop) && !lane_moves_alone(record, loop))
		why = "it writes, and not all of it moves by its own size";
	if (!why && !is_shared(record, loop) && has_rows(record, loop))
		why = "pointers find its rows, and GCC would not say which";
	if (why)
		text_add(reason, why);
	return !why && legal_is_independent(record, loop, reason);
}

/* ---- what GCC would make of it ---- */

/* What GCC says where something else than the sum is in its way. */
static const char *obstacle(const json_t *code)
{
	static const char *const words[] = {
		"control flow", "clobbers memory", "gather",
		"relevant stmt not supported", NULL};
	const char *reason = loop_word(code, "reason");

	for (int i = 0; words[i]; i++)
		if (strstr(reason, words[i]))
			return reason;
	return NULL;
}

static bool is_in_order(const json_t *code)
{
	return strcmp(loop_word(code, "reduction"), "fold-left") == 0;
}

/* Functions that a processor computes of all lanes at once. */
static const char *const in_lanes[] = {"sqrt", "sqrtf", "fabs", "fabsf", NULL};

static bool calls_others(const json_t *record, int loop)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(record, "calls"), index, one)
	{
		if (loop_integer(one, "loop") == loop &&
		    !list_has(in_lanes, loop_word(one, "name")))
			return true;
	}
	return false;
}

/* Bytes of a type as "f64"; 0 where vectors have no such elements. */
static int bytes_of(const char *type)
{
	int bytes = type[0] == 'f' ? (int)strtol(type + 1, NULL, 10) / 8 : 0;

	return bytes >= 4 && bytes <= WIDEST ? bytes : 0;
}

/* Of a number that can be loaded into vectors; 0 of others. */
static int bytes_loaded(const json_t *reference)
{
	json_int_t size = loop_integer(reference, "size");

	return size < 1 || size > WIDEST ||
			       loop_true(reference, "conditional") ||
			       json_is_array(
				       json_object_get(reference, "indirect"))
		       ? 0
		       : (int)size;
}

/* Bytes of the elements that vectors would have: none, where some of them
   cannot. */
struct widths {
	int least, most;
};

static void add_width(struct widths *widths, int bytes)
{
	if (bytes == 0 || widths->most == WIDEST + 1) {
		*widths = (struct widths){WIDEST + 1, WIDEST + 1};
		return;
	}
	if (widths->least == 0 || bytes < widths->least)
		widths->least = bytes;
	if (bytes > widths->most)
		widths->most = bytes;
}

static struct widths widths_of(const json_t *record, int loop)
{
	struct widths widths = {0};
	const json_t *one;
	size_t index;

	json_array_foreach(sums_of(record, loop), index, one)
	{
		add_width(&widths, bytes_of(loop_word(one, "type")));
	}
	json_array_foreach(json_object_get(record, "refs"), index, one)
	{
		if (loop_integer(one, "loop") == loop)
			add_width(&widths, bytes_loaded(one));
	}
	if (widths.most > WIDEST)
		widths = (struct widths){0};
	return widths;
}

/* Elements of the widest type of the loop that a vector has, or 0. */
static int lanes_of(const json_t *record, int loop, int vector_bytes)
{
	struct widths widths = widths_of(record, loop);

	return widths.most ? vector_bytes / widths.most : 0;
}

static bool is_too_short(const json_t *record, int loop, int lanes)
{
	const json_t *trip = json_object_get(loop_nested(record, loop), "trip");

	return json_is_integer(trip) &&
	       json_integer_value(trip) < 2 * (json_int_t)lanes;
}

/* Why no vectors are to be expected, or NULL. */
static const char *stays_single(const json_t *record, int loop,
				int vector_bytes)
{
	const json_t *code = code_of(record, loop);
	int lanes = lanes_of(record, loop, vector_bytes);

	if (!code)
		return "what GCC makes of it is not known";
	if (loop_true(code, "vectorised"))
		return is_in_order(code) ? NULL
					 : "GCC fills vectors with its "
					   "iterations already";
	if (obstacle(code))
		return obstacle(code);
	if (calls_others(record, loop))
		return "it calls a function that takes no vectors";
	if (lanes < 2)
		return "its numbers are none that vectors are filled with well";
	return is_too_short(record, loop, lanes) ? "it is too short" : NULL;
}

/* ---- all of them ---- */

static void add_reason(const json_t *record, int loop, const char *why,
		       json_t *reasons)
{
	struct text text = {0};

	text_add(&text, "'");
	text_add_safe(&text, loop_counter(record, loop));
	text_print(&text, "': its sums are not put into vectors: ");
	text_add_safe(&text, why);
	json_array_append_new(reasons, json_string(text_string(&text)));
	text_free(&text);
}

static bool may_be_filled(const json_t *record, int loop, int vector_bytes,
			  json_t *reasons)
{
	struct text why = {0};
	const char *single = stays_single(record, loop, vector_bytes);
	bool good = !single && may_stand(record, loop, &why);

	if (!good)
		add_reason(record, loop, single ? single : text_string(&why),
			   reasons);
	text_free(&why);
	return good;
}

static bool is_permitted(const json_t *record)
{
	struct text ignored = {0};
	bool permitted = permit_record(record, &ignored);

	text_free(&ignored);
	return permitted;
}

uint32_t simd_find(const json_t *record, int vector_bytes, json_t *reasons)
{
	uint32_t loops = 0;

	if (!is_permitted(record))
		return 0;
	for (int i = 0; i < loop_count(record) && i < RESHAPE_LANES; i++)
		if (loop_is_innermost(record, i) &&
		    json_array_size(sums_of(record, i)) > 0 &&
		    may_be_filled(record, i, vector_bytes, reasons))
			loops |= 1u << i;
	return loops;
}

struct reshape simd_reshape(uint32_t loops)
{
	return (struct reshape){.first = __builtin_ctz(loops),
				.count = 1,
				.simd = loops,
				.reassociates = true,
				.rounds = true};
}

/* ---- the record ---- */

static void set_lanes(json_t *code, int lanes, int iterations)
{
	json_object_set_new(code, "vectorised", json_true());
	json_object_set_new(code, "lanes", json_integer(lanes));
	json_object_set_new(code, "iterations", json_integer(iterations));
	json_object_set(code, "over", json_object_get(code, "loop"));
	json_object_set_new(code, "shuffles", json_integer(0));
	json_object_set_new(code, "single_stores", json_integer(0));
	json_object_set_new(code, "unrolled", json_integer(1));
	json_object_set_new(code, "reason", json_null());
}

/* Places that are loaded one by one, as they do not lie beside each other. */
static int count_apart(const json_t *record, int loop)
{
	const json_t *one;
	int apart = 0;
	size_t index;

	json_array_foreach(json_object_get(record, "refs"), index, one)
	{
		if (loop_integer(one, "loop") == loop &&
		    loop_movement(one) != LOOP_UNIT &&
		    loop_movement(one) != LOOP_FIXED)
			apart += (int)loop_integer(one, "count");
	}
	return apart;
}

static json_t *filled(const json_t *record, const json_t *old, int vector_bytes)
{
	int loop = (int)loop_integer(old, "loop");
	struct widths widths = widths_of(record, loop);
	int apart = count_apart(record, loop);
	json_t *code = json_copy((json_t *)old);

	if (!loop_true(old, "vectorised")) {
		int iterations = vector_bytes / widths.least;

		set_lanes(code, vector_bytes / widths.most, iterations);
		json_object_set_new(code, "single_loads",
				    json_integer(apart * iterations));
		json_object_set_new(
			code, "kind",
			json_string(apart ? "strided" : "contiguous"));
	}
	json_object_set_new(code, "reduction", json_string("tree"));
	json_object_set(code, "fused", json_object_get(record, "fuses"));
	return code;
}

json_t *simd_record(const json_t *record, const struct reshape *reshape,
		    int vector_bytes)
{
	json_t *fresh = json_copy((json_t *)record);
	json_t *codes = json_array(), *one;
	size_t index;

	json_array_foreach(json_object_get(record, "code"), index, one)
	{
		if (reshape->simd >> loop_integer(one, "loop") & 1)
			json_array_append_new(
				codes, filled(record, one, vector_bytes));
		else
			json_array_append(codes, one);
	}
	json_object_set_new(fresh, "code", codes);
	return fresh;
}

/* ---- constructs ---- */

bool simd_is_own(const json_t *record, const struct reshape *reshape)
{
	return reshape->simd && is_shared(record, reshape->first);
}

int simd_more(const json_t *record, const struct reshape *reshape)
{
	return __builtin_popcount(reshape->simd) - simd_is_own(record, reshape);
}

/* Is all that the loop adds up in clauses of the record? */
bool simd_is_combined(const json_t *before, const json_t *after)
{
	const char *old = loop_word(before, "construct");
	const char *new = loop_word(after, "construct");
	size_t length = strlen(old);

	return strncmp(new, old, length) == 0 &&
	       strcmp(new + length, " simd") == 0 &&
	       are_reduced(after, loop_nested(before, 0));
}

/* The loop of the old record that the simd construct of this number has. */
static int loop_of(const struct reshape *reshape, int index)
{
	uint32_t loops = reshape->simd;

	while (index--)
		loops &= loops - 1;
	return __builtin_ctz(loops);
}

static bool same_loop(const json_t *old, const json_t *new)
{
	return new &&loop_same_counter(loop_word(old, "var"),
				       loop_word(new, "var")) &&
	       reassociate_same(old, new) && loop_same(old, new, "sums");
}

bool simd_is_inside(const json_t *before, const struct reshape *reshape,
		    int index, const json_t *after)
{
	const json_t *loop = loop_nested(before, loop_of(reshape, index));

	return after && strcmp(loop_word(after, "construct"), "simd") == 0 &&
	       loop_true(after, "analysed") && loop_count(after) == 1 &&
	       same_loop(loop, loop_nested(after, 0)) &&
	       are_reduced(after, loop);
}
