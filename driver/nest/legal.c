/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Direction vectors of a band, and the transformations that they permit.
 */
#include "legal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "domain.h"
#include "member.h"
#include "perfect.h"
#include "permit.h"
#include "record/loop.h"
#include "region.h"

/* Pairs of references that isl is asked of: seconds of work. */
#define MOST_PAIRS 2000

struct search {
	struct legal *legal;
	struct domain *domain;
	struct text *reason;
	const json_t *references;
	int from, to;
	int dimensions; /* loops around both references */
	int pairs;	/* that isl was asked of */
	bool good;
};

static const json_t *reference_of(const struct legal *legal, int index)
{
	return json_array_get(json_object_get(legal->record, "refs"), index);
}

static const json_t *loop_at(const struct legal *legal, int index)
{
	return loop_nested(legal->record, index);
}

/* ---- directions ---- */

static void add_direction(struct search *search, const signed char *sign)
{
	struct legal *legal = search->legal;
	struct legal_direction fresh = {.from = search->from,
					.to = search->to,
					.beside = search->dimensions <
						  legal->count};
	int first = 0;

	while (first < search->dimensions && sign[first] == 0)
		first++;
	if (first == search->dimensions)
		return;
	for (int i = 0; i < search->dimensions; i++)
		fresh.sign[i] = (signed char)(sign[i] * sign[first]);
	for (size_t i = 0; i < legal->direction_count; i++)
		if (legal->directions[i].beside == fresh.beside &&
		    memcmp(legal->directions[i].sign, fresh.sign,
			   sizeof(fresh.sign)) == 0)
			return;
	legal->directions =
		memory_grow(legal->directions, legal->direction_count + 1,
			    sizeof(*legal->directions));
	legal->directions[legal->direction_count++] = fresh;
}

/* ---- pairs ---- */

static const char *base_of(const struct search *search, int reference)
{
	return json_string_value(json_object_get(
		reference_of(search->legal, reference), "base"));
}

/* A dependence of the record between the two. */
static bool record_says(const struct search *search, int a, int b,
			const char *key)
{
	const json_t *list = json_object_get(search->legal->record, key);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		json_int_t from = loop_integer(one, "from");
		json_int_t to = loop_integer(one, "to");

		if (json_is_integer(json_object_get(one, "from")) &&
		    ((from == a && to == b) || (from == b && to == a)))
			return true;
	}
	return false;
}

static void refuse(struct search *search, int reference, const char *why)
{
	const char *base = base_of(search, reference);

	search->good = false;
	if (base)
		text_add(search->reason, "'");
	text_add_safe(search->reason, base ? base : "an address");
	text_print(search->reason, "%s: %s", base ? "'" : "", why);
}

/* Tells the user the promise that the source can make. */
static void refuse_overlap(struct search *search, const char *a, const char *b)
{
	search->good = false;
	text_add(search->reason, "'");
	text_add_safe(search->reason, strcmp(a, b) < 0 ? a : b);
	text_add(search->reason, "' and '");
	text_add_safe(search->reason, strcmp(a, b) < 0 ? b : a);
	text_add(search->reason, "' may overlap");
	if (strcmp(loop_word(search->legal->record, "language"), "Fortran"))
		text_add(search->reason,
			 "; pointers that are 'restrict' do not");
}

/* Can the plugin compute at the entry what both reach? It says more. */
static bool is_checked(const struct search *search, const char *a,
		       const char *b)
{
	const json_t *record = search->legal->record;

	return strcmp(loop_word(record, "construct"), "parallel for") == 0 &&
	       strcmp(loop_word(record, "language"), "Fortran") != 0 &&
	       reshape_is_pointer(a) && reshape_is_pointer(b);
}

static void find_meetings(struct search *search)
{
	struct text why = {0};
	struct sets_signs signs;

	if (++search->pairs > MOST_PAIRS) {
		refuse(search, search->to, "too many references");
		return;
	}
	if (domain_meetings(search->domain, search->from, search->to,
			    search->legal->first, search->dimensions, &signs,
			    &why)) {
		for (size_t i = 0; i < signs.count; i++)
			add_direction(search, signs.list[i]);
		sets_signs_free(&signs);
	} else {
		refuse(search, search->to, text_string(&why));
	}
	text_free(&why);
}

/* Is one an element of an array, and the other a bound or a step of that? */
static bool describes(const struct search *search, int element, int member)
{
	const json_t *of = json_object_get(reference_of(search->legal, element),
					   "element");
	const json_t *other = reference_of(search->legal, member);

	return json_is_object(of) &&
	       !json_is_object(json_object_get(other, "element")) &&
	       json_equal(json_object_get(of, "of"),
			  json_object_get(other, "descriptor"));
}

/* Is one the variable of this name, and the other what that points at? */
static bool are_of_two_kinds(const struct search *search)
{
	const json_t *from = reference_of(search->legal, search->from);
	const json_t *to = reference_of(search->legal, search->to);

	return json_is_null(json_object_get(from, "extent")) !=
	       json_is_null(json_object_get(to, "extent"));
}

static void compare(struct search *search)
{
	const char *a = base_of(search, search->from);
	const char *b = base_of(search, search->to);
	bool overlap =
		record_says(search, search->from, search->to, "overlaps");

	if (!a || !b) {
		if (overlap ||
		    record_says(search, search->from, search->to, "deps"))
			refuse(search, a ? search->to : search->from,
			       "it is not known where it leads to");
	} else if (strcmp(a, b) != 0) {
		if (overlap && is_checked(search, a, b))
			search->legal->apart = true;
		else if (overlap)
			refuse_overlap(search, a, b);
	} else if (overlap) {
		refuse(search, search->to,
		       "several pointers of this name may overlap");
	} else if (!are_of_two_kinds(search) &&
		   !describes(search, search->from, search->to) &&
		   !describes(search, search->to, search->from)) {
		find_meetings(search);
	}
}

/* Does it stand in the loops of the band, but not in those that come apart? */
static bool is_beside(const struct search *search, int reference)
{
	const struct legal *legal = search->legal;

	return legal->split &&
	       !domain_is_inside(
		       search->domain,
		       (int)loop_integer(reference_of(legal, reference),
					 "loop"),
		       legal->first + legal->split);
}

static void find_dimensions(struct search *search)
{
	search->dimensions = search->legal->count;
	if (is_beside(search, search->from) || is_beside(search, search->to))
		search->dimensions = search->legal->split;
}

static bool is_in_band(const struct search *search, int reference)
{
	return domain_is_inside(
		search->domain,
		(int)loop_integer(reference_of(search->legal, reference),
				  "loop"),
		search->legal->first);
}

static bool is_write(const struct search *search, int reference)
{
	return loop_true(reference_of(search->legal, reference), "write");
}

/* ---- what bounds and subscripts are made of ---- */

/* Does it say ["at", base, ...] anywhere? */
static bool reads_at(const json_t *thing, const char *base)
{
	const char *word = json_string_value(json_array_get(thing, 0));
	const char *of = json_string_value(json_array_get(thing, 1));
	const char *key;
	const json_t *part;
	size_t index;

	if (word && of && strcmp(word, "at") == 0 && strcmp(of, base) == 0)
		return true;
	json_array_foreach(thing, index, part)
	{
		if (reads_at(part, base))
			return true;
	}
	json_object_foreach((json_t *)thing, key, part)
	{
		if (reads_at(part, base))
			return true;
	}
	return false;
}

/* Is a parameter of the record read there, or in a part of it? */
static bool is_parameter(const struct search *search, const char *base)
{
	const json_t *list = json_object_get(search->legal->record, "params");
	char *variable = member_variable(base);
	const json_t *one;
	size_t index, length = strlen(variable);
	bool found = false;

	json_array_foreach(list, index, one)
	{
		const char *name = loop_word(one, "name");

		name += strspn(name, "*("); /* "*p", "*(p+8)" */
		found |= strncmp(name, variable, length) == 0 &&
			 (!name[length] || strchr(".-[+)", name[length]));
	}
	free(variable);
	return found;
}

/* Does it read a number or a pointer that the record has a name for? */
static bool is_source(const struct search *search, int reference)
{
	const json_t *one = reference_of(search->legal, reference);
	const char *base = base_of(search, reference);
	const char *type = loop_word(one, "type");
	const json_t *stride;
	bool moves = false;
	size_t index;

	if (!base || is_write(search, reference) ||
	    (*type != 'i' && *type != 'u' && *type != 'p'))
		return false;
	json_array_foreach(json_object_get(one, "strides"), index, stride)
	{
		moves |= !json_is_integer(stride) || json_integer_value(stride);
	}
	return (!moves && is_parameter(search, base)) ||
	       reads_at(json_object_get(search->legal->record, "nest"), base) ||
	       reads_at(search->references, base);
}

/*
 * The record has one name for a value wherever the nest reads it. Where both
 * are in the band it is asked whether a store may reach it; else another loop
 * around may change it between two of its names. "key" lists what may meet.
 */
static void check_sources(struct search *search, const char *key)
{
	const json_t *list = json_object_get(search->legal->record, key), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		int a = (int)loop_integer(one, "from");
		int b = (int)loop_integer(one, "to");
		int read = is_write(search, a) ? b : a;

		if (!json_is_integer(json_object_get(one, "from")) ||
		    (is_in_band(search, a) && is_in_band(search, b)) ||
		    is_write(search, a) == is_write(search, b) ||
		    !is_source(search, read))
			continue;
		refuse(search, read,
		       "bounds or subscripts are made of it, and loops around "
		       "may write there");
		return;
	}
}

static void compare_all(struct search *search)
{
	int count = (int)json_array_size(search->references);

	check_sources(search, "overlaps");
	if (search->good)
		check_sources(search, "deps");
	for (int a = 0; a < count && search->good; a++)
		for (int b = a; b < count && search->good; b++) {
			if (!is_in_band(search, a) || !is_in_band(search, b) ||
			    (!is_write(search, a) && !is_write(search, b)))
				continue;
			search->from = a;
			search->to = b;
			find_dimensions(search);
			compare(search);
		}
}

/* ---- numbers that may wrap around ---- */

/* The record of the loop holds only if no subscript wraps around. */
static bool has_wraps(const json_t *loop)
{
	return json_array_size(json_object_get(loop, "wraps")) > 0;
}

static void refuse_wraps(struct search *search)
{
	search->good = false;
	text_add(search->reason, "a subscript or a bound may wrap around; it "
				 "cannot where all of them are of one signed "
				 "type");
}

/* ---- a band ---- */

static void find_needs(struct legal *legal, const struct domain *domain)
{
	for (int i = 0; i < legal->count; i++)
		for (int j = 0; j < legal->count; j++)
			if (i != j && domain_needs(domain, legal->first + i,
						   legal->first + j))
				legal->needs[i] |= 1u << j;
}

bool legal_find(const json_t *record, const struct perfect *band,
		struct legal *legal, struct text *reason)
{
	struct search search = {.legal = legal,
				.domain = domain_new(record),
				.reason = reason,
				.references = json_object_get(record, "refs"),
				.good = true};

	*legal = (struct legal){.record = record,
				.first = band->first,
				.count = band->count,
				.split = band->split};
	find_needs(legal, search.domain);
	compare_all(&search);
	if (search.good && has_wraps(loop_at(legal, legal->first)))
		refuse_wraps(&search);
	domain_free(search.domain);
	if (!search.good)
		legal_free(legal);
	return search.good;
}

void legal_free(struct legal *legal)
{
	free(legal->directions);
	*legal = (struct legal){0};
}

/* ---- questions ---- */

/* The signs of all loops outside of the reshape are 0. */
static bool concerns(const struct legal_direction *direction, int skipped)
{
	for (int i = 0; i < skipped; i++)
		if (direction->sign[i] != 0)
			return false;
	return true;
}

/* Is the later iteration later still? */
static bool keeps(const struct legal_direction *direction,
		  const struct reshape *reshape, int skipped)
{
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0 && direction->sign[skipped + i] < 0)
			return false;
	for (int i = 0; i < reshape->count; i++) {
		int sign = direction->sign[skipped + reshape->order[i]];

		if (sign != 0)
			return sign > 0;
	}
	return true;
}

/*
 * The same of what stands beside a loop that it comes apart from: the loops
 * around all must tell. Of two iterations one tile may have both.
 */
static bool keeps_apart(const struct legal_direction *direction,
			const struct reshape *reshape, int skipped)
{
	int around = reshape_around(reshape);

	for (int i = 0; i < reshape->split; i++)
		if (reshape->tile[i] > 0 && direction->sign[skipped + i] < 0)
			return false;
	for (int i = 0; i < around; i++) {
		int sign = direction->sign[skipped + reshape->order[i]];

		if (sign != 0)
			return sign > 0;
	}
	return false;
}

/* Every loop inside those that its bounds are made of, none of them in tiles
   of its own. */
static bool bounds_stay(const struct legal *legal,
			const struct reshape *reshape, int skipped)
{
	unsigned outside = (1u << skipped) - 1;

	for (int i = 0; i < reshape->count; i++) {
		int loop = skipped + reshape->order[i];

		if (legal->needs[loop] & ~outside)
			return false;
		outside |= 1u << loop;
	}
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i] > 0 &&
		    legal->needs[skipped + i] >> skipped)
			return false;
	return true;
}

/* Around statements that come apart and the loop beside them. */
static int loops_around_all(const struct reshape *reshape)
{
	return reshape_around(reshape) + reshape_tiles(reshape, false);
}

/* Loops of the reshape that the construct comes to share out. */
static int shared_loops(const struct legal *legal,
			const struct reshape *reshape)
{
	int shared = 0;

	if (reshape->collapse)
		return reshape->collapse;
	for (int i = 0; i < reshape->count; i++)
		shared += json_is_integer(json_object_get(
			loop_at(legal, reshape->first + i), "omp"));
	return shared;
}

static const struct legal_direction *
shared_dependence(const struct legal *legal, const struct reshape *reshape,
		  int loop)
{
	int skipped = reshape->first - legal->first;

	for (size_t i = 0; i < legal->direction_count; i++)
		if (concerns(&legal->directions[i], skipped) &&
		    legal->directions[i].sign[skipped + loop] != 0)
			return &legal->directions[i];
	return NULL;
}

/* Several loops that are shared out together have bounds of their own. */
static bool together(const struct legal *legal, const struct reshape *reshape,
		     int shared)
{
	int skipped = reshape->first - legal->first;
	int tiles = reshape_tiles(reshape, false);
	struct reshape_loop loops[2 * RESHAPE_MOST];

	reshape_loops(reshape, loops);
	if (shared > 1 && tiles > 0 && tiles < shared)
		return false;
	for (int i = 0; i < shared && shared > 1; i++)
		if (legal->needs[skipped + loops[i].loop])
			return false;
	return true;
}

/*
 * A dependence of what the construct shares out as it stands. In a region such
 * data are not those of all threads, whatever they look like.
 */
static const struct legal_direction *
old_dependence(const struct legal *legal, const struct reshape *reshape)
{
	const struct legal_direction *direction = NULL;

	for (int i = 0; i < reshape->count && !direction; i++)
		if (json_is_integer(json_object_get(
			    loop_at(legal, reshape->first + i), "omp")))
			direction = shared_dependence(legal, reshape, i);
	return direction;
}

static enum legal_answer ask_shared(const struct legal *legal,
				    const struct reshape *reshape,
				    const struct legal_direction **direction)
{
	int shared = shared_loops(legal, reshape);
	struct reshape_loop loops[2 * RESHAPE_MOST];

	reshape_loops(reshape, loops);
	if (!together(legal, reshape, shared))
		return LEGAL_TOGETHER;
	if (reshape->split && shared > loops_around_all(reshape))
		return LEGAL_SPLIT;
	if (region_has_others(legal->record))
		*direction = old_dependence(legal, reshape);
	for (int i = 0; i < shared && !*direction; i++)
		*direction = shared_dependence(legal, reshape, loops[i].loop);
	return *direction ? LEGAL_SHARED : LEGAL;
}

/* ---- what bounds are computed from ---- */

/* May reading it fail? Older records have no "sure". */
static bool is_fragile_parameter(const json_t *parameter)
{
	const json_t *sure = json_object_get(parameter, "sure");
	const char *kind =
		json_string_value(json_object_get(parameter, "kind"));

	if (strcmp(kind, "call") == 0)
		return true;
	return sure ? json_is_false(sure) : strcmp(kind, "memory") == 0;
}

static bool is_fragile_name(const struct legal *legal, const char *name)
{
	const json_t *list = json_object_get(legal->record, "params");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		if (strcmp(json_string_value(json_object_get(one, "name")),
			   name) == 0)
			return is_fragile_parameter(one);
	}
	return false;
}

/* May computing it fail where it was never computed so far? */
static bool is_fragile(const struct legal *legal, const json_t *expression)
{
	const char *word = json_string_value(json_array_get(expression, 0));

	if (json_is_string(expression))
		return is_fragile_name(legal, json_string_value(expression));
	if (!word)
		return false;
	if (strcmp(word, "at") == 0)
		return true;
	if ((strcmp(word, "div") == 0 || strcmp(word, "cdiv") == 0 ||
	     strcmp(word, "mod") == 0) &&
	    !json_is_integer(json_array_get(expression, 2)))
		return true;
	for (size_t i = 1; i < json_array_size(expression); i++)
		if (is_fragile(legal, json_array_get(expression, i)))
			return true;
	return false;
}

/* A step that is a variable may be 0 where the loop is never met: nothing
   ends then, and GCC divides by it where the loop is shared out. */
static bool has_fragile_bounds(const struct legal *legal, int loop)
{
	const json_t *record = loop_at(legal, loop);

	return !json_is_integer(json_object_get(record, "step")) ||
	       is_fragile(legal, json_object_get(record, "from")) ||
	       is_fragile(legal, json_object_get(record, "to"));
}

/* Does the loop come outside of one that was around it? */
static bool comes_out(const struct reshape *reshape, int loop)
{
	bool seen = false;

	if (reshape->tile[loop] > 0)
		return loop > 0;
	for (int depth = 0; depth < reshape->count; depth++) {
		if (seen && reshape->order[depth] < loop)
			return true;
		seen |= reshape->order[depth] == loop;
	}
	return false;
}

/* Its bounds are computed before the loop that it is shared out with. */
static bool joins(const struct reshape *reshape, int loop)
{
	for (int depth = 1; depth < reshape->collapse; depth++)
		if (reshape->order[depth] == loop)
			return true;
	return false;
}

static bool is_early(const struct legal *legal, const struct reshape *reshape)
{
	int first = reshape->first;

	for (int i = 0; i < reshape->count; i++)
		if ((comes_out(reshape, i) || joins(reshape, i)) &&
		    has_fragile_bounds(legal, first + i))
			return true;
	return false;
}

enum legal_answer legal_ask(const struct legal *legal,
			    const struct reshape *reshape,
			    const struct legal_direction **direction)
{
	int skipped = reshape->first - legal->first;

	*direction = NULL;
	if (!bounds_stay(legal, reshape, skipped))
		return LEGAL_BOUNDS;
	if (is_early(legal, reshape))
		return LEGAL_EARLY;
	for (size_t i = 0; i < legal->direction_count; i++) {
		*direction = &legal->directions[i];
		if (concerns(*direction, skipped) &&
		    !((*direction)->beside ? keeps_apart : keeps)(
			    *direction, reshape, skipped))
			return LEGAL_DEPENDENCE;
	}
	*direction = NULL;
	return ask_shared(legal, reshape, direction);
}

static void add_access(struct text *out, const json_t *reference, bool past)
{
	const json_t *line = json_object_get(reference, "line");

	if (past) {
		text_add(out, "'");
		loop_string(out, reference, "base");
		text_add(out, "' ");
	}
	text_print(out, "%s%s", past ? "" : "is ",
		   loop_true(reference, "write") ? "written" : "read");
	if (json_is_integer(line))
		text_print(out, " at line %lld",
			   (long long)json_integer_value(line));
}

void legal_print(struct text *out, const struct legal *legal,
		 const struct legal_direction *direction)
{
	add_access(out, reference_of(legal, direction->from), true);
	text_add(out, " ");
	add_access(out, reference_of(legal, direction->to), false);
	text_add(out, " in another iteration");
}

void legal_explain(struct text *out, const struct legal *legal,
		   enum legal_answer answer,
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

	if (direction)
		legal_print(out, legal, direction);
	else
		text_add(out, sentences[answer]);
	if (answer == LEGAL_SHARED)
		text_add(out, " of what would be shared out");
}

/* ---- one record ---- */

/* Are its loops among those of the band? */
static bool is_within(const struct reshape *reshape, int first, int count,
		      int split)
{
	return first <= reshape->first &&
	       reshape->first + reshape->count <= first + count &&
	       (reshape->split
			? reshape->first + reshape->split == first + split
			: !split);
}

/* Does it lack the overlap check that it needs? */
static bool lacks_check(const struct legal *legal,
			const struct reshape *reshape, struct text *reason)
{
	struct reshape checked = {.apart = true};

	if (!legal->apart || reshape->apart)
		return false;
	text_add(reason, "pointers may overlap, unless 'restrict'; it needs");
	reshape_print_check(reason, &checked, legal->record);
	return true;
}

/* Each iteration of the loop for itself, through the loops that it contains. */
static bool permits_jam(const json_t *record, const struct reshape *reshape,
			struct text *reason)
{
	int loop = reshape->first;
	const struct perfect band = {.first = loop, .count = 1};
	struct legal legal;
	bool good = permit_record(record, reason) &&
		    perfect_may_jam(record, loop, reason) &&
		    legal_find(record, &band, &legal, reason);

	if (!good)
		return false;
	good = legal.direction_count == 0 &&
	       !lacks_check(&legal, reshape, reason);
	if (legal.direction_count > 0)
		legal_print(reason, &legal, &legal.directions[0]);
	legal_free(&legal);
	return good;
}

static bool permits_band(const json_t *record, const struct perfect *band,
			 const struct reshape *reshape, struct text *reason)
{
	const struct legal_direction *direction;
	enum legal_answer answer;
	struct legal legal;
	bool good;

	if (!legal_find(record, band, &legal, reason))
		return false;
	answer = legal_ask(&legal, reshape, &direction);
	if (answer != LEGAL)
		legal_explain(reason, &legal, answer, direction);
	good = answer == LEGAL && !lacks_check(&legal, reshape, reason);
	legal_free(&legal);
	return good;
}

/* Tells the reason against its loops, else against others of the record. */
static void tell_no_band(const json_t *reasons, struct text *reason)
{
	const char *first = json_string_value(json_array_get(reasons, 0));

	text_add(reason, first ? first
			       : "statements stand beside a loop inside; "
				 "distribute(...) would part them");
}

bool legal_permits(const json_t *record, const struct reshape *reshape,
		   struct text *reason)
{
	struct perfect bands[PERFECT_MOST];
	json_t *reasons;
	bool good = false;
	int count, i = 0;

	if (reshape->jam)
		return permits_jam(record, reshape, reason);
	reasons = json_array();
	count = perfect_find(record, bands, reasons);
	while (i < count && !is_within(reshape, bands[i].first, bands[i].count,
				       bands[i].split))
		i++;
	if (i < count)
		good = permits_band(record, &bands[i], reshape, reason);
	else
		tell_no_band(reasons, reason);
	json_decref(reasons);
	return good;
}
