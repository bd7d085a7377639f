/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that go from tile to tile, and those that run through one.
 */
#include "tiling.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"
#include "layout.h"
#include "nest/polynomial.h"
#include "source/declared.h"

/* In 64 bits: 2^63 of what is counted takes years in strides up to this. */
#define LONGEST_STRIDE 65536

/* What is made for one loop of the band; all empty without tiles. */
struct tile {
	struct text counter; /* "i_tile" */
	struct text size;    /* "PODIUM_TILE_STEP_1_I", "tile_i" */
	struct text type;    /* that declares the counter, "int" */
	struct text step;    /* from tile to tile: "TILE * 2" */
	struct text bound;   /* of the loop within: "(i_tile + T < n ? ...)" */
	struct declared declared;
};

struct tiling {
	const struct lexemes *lexemes;
	const struct reshape *reshape;
	const struct band *band;
	const json_t *record;
	struct tile tiles[RESHAPE_MOST];
};

static void add_range(const struct lexemes *lexemes, struct range range,
		      struct text *out)
{
	text_add_bytes(out, lexemes->text + range.start,
		       range.end - range.start);
}

/* Does the word stand anywhere, in comments and directives, too? */
static bool is_taken(const struct lexemes *lexemes, const char *word)
{
	return lexeme_has_word(lexemes, (struct range){0, lexemes->length},
			       word);
}

/* Is the name one that the tiling has already? */
static bool is_ours(const struct tiling *tiling, const char *word)
{
	for (int i = 0; i < tiling->reshape->count; i++)
		if (strcasecmp(text_string(&tiling->tiles[i].counter), word) ==
			    0 ||
		    strcasecmp(text_string(&tiling->tiles[i].size), word) == 0)
			return true;
	return false;
}

/* Make a name new in the whole source by a number behind it. */
void tiling_make_new(const struct tiling *tiling, struct text *name)
{
	size_t length = name->length;

	for (int i = 2; is_taken(tiling->lexemes, text_string(name)) ||
			is_ours(tiling, text_string(name));
	     i++) {
		text_cut(name, length);
		text_print(name, "_%d", i);
	}
}

static bool is_upper(const struct lexemes *lexemes, struct range range)
{
	for (size_t at = range.start; at < range.end; at++)
		if (islower((unsigned char)lexemes->text[at]))
			return false;
	return true;
}

/* "i_tile" for i. */
static void name_counter(struct tiling *tiling, int loop)
{
	const struct lexemes *lexemes = tiling->lexemes;
	struct range counter = tiling->band->loops[loop].counter;
	struct text name = {0};

	add_range(lexemes, counter, &name);
	text_add(&name, is_upper(lexemes, counter) ? "_TILE" : "_tile");
	tiling_make_new(tiling, &name);
	tiling->tiles[loop].counter = name;
}

static const char *function_name(const json_t *record)
{
	const char *name = json_string_value(json_object_get(record, "name"));

	return name ? name : "";
}

/* PODIUM_TILE_STEP_1_I for the first construct of step(). */
static void name_macro(struct tiling *tiling, int loop)
{
	struct range counter = tiling->band->loops[loop].counter;
	struct text name = {0};
	const json_t *ordinal = json_object_get(tiling->record, "ordinal");

	text_print(&name, "PODIUM_TILE_%s_%d_", function_name(tiling->record),
		   (int)json_integer_value(ordinal));
	add_range(tiling->lexemes, counter, &name);
	for (size_t i = 0; i < name.length; i++) {
		unsigned char c = name.bytes[i];

		name.bytes[i] = isalnum(c) ? toupper(c) : '_';
	}
	tiling_make_new(tiling, &name);
	tiling->tiles[loop].size = name;
}

static void name_constant(struct tiling *tiling, int loop)
{
	struct range counter = tiling->band->loops[loop].counter;
	struct text name = {0};

	text_add(&name, is_upper(tiling->lexemes, counter) ? "TILE_" : "tile_");
	add_range(tiling->lexemes, counter, &name);
	tiling_make_new(tiling, &name);
	tiling->tiles[loop].size = name;
}

static bool refuse(const struct header *header, struct text *reason,
		   const char *why)
{
	text_print(reason, "the loop in line %d cannot be cut into tiles: %s",
		   header->line, why);
	return false;
}

/* Has the type one of the words, in full? */
static bool has_word(const struct lexemes *lexemes, struct range type,
		     const char *const *words)
{
	for (size_t at = lexeme_from(lexemes, type.start);
	     at < lexemes->count && lexemes->list[at].start < type.end; at++)
		for (int i = 0; words[i]; i++)
			if (lexeme_is(lexemes, at, words[i]))
				return true;
	return false;
}

/* Nothing but such words? */
static bool has_only(const struct lexemes *lexemes, struct range type,
		     const char *const *words)
{
	for (size_t at = lexeme_from(lexemes, type.start);
	     at < lexemes->count && lexemes->list[at].start < type.end; at++) {
		struct range word = {lexemes->list[at].start,
				     lexemes->list[at].end};

		if (!has_word(lexemes, word, words))
			return false;
	}
	return true;
}

static bool is_signed(const struct lexemes *lexemes, struct range type)
{
	static const char *const words[] = {"int",	"long",	   "signed",
					    "register", "ssize_t", "ptrdiff_t",
					    "intptr_t", "int32_t", "int64_t",
					    "std",	"::",	   NULL};

	return has_only(lexemes, type, words);
}

static bool is_int(const struct lexemes *lexemes, struct range type)
{
	static const char *const words[] = {
		"int", "signed", "register", "int32_t", "std", "::", NULL};

	return has_only(lexemes, type, words);
}

static bool is_unsigned(const struct lexemes *lexemes, struct range type)
{
	static const char *const words[] = {
		"int", "unsigned", "register", "uint32_t", "std", "::", NULL};
	static const char *const one[] = {"unsigned", "uint32_t", NULL};

	return has_only(lexemes, type, words) && has_word(lexemes, type, one);
}

/* Operands of a bound by their types. */
struct operands {
	int ints, unsigneds, others;
};

/* A number in decimal digits is an int, or a long one that is never negative.
 */
static bool is_number(const struct lexemes *lexemes, struct range word)
{
	for (size_t at = word.start; at < word.end; at++)
		if (!isdigit((unsigned char)lexemes->text[at]))
			return false;
	return word.end - word.start < 10 &&
	       (word.end - word.start == 1 || lexemes->text[word.start] != '0');
}

static struct operands operands_of(const struct tiling *tiling,
				   struct range range)
{
	static const char *const signs[] = {"+", "-", "*", "/",
					    "%", "(", ")", NULL};
	const struct lexemes *lexemes = tiling->lexemes;
	struct operands operands = {0};

	for (size_t at = lexeme_from(lexemes, range.start);
	     at < lexemes->count && lexemes->list[at].start < range.end; at++) {
		struct range word = {lexemes->list[at].start,
				     lexemes->list[at].end};
		struct declared declared = {.type = word};

		if (has_word(lexemes, word, signs))
			continue;
		if (!declared_is_type(lexemes, at) &&
		    !is_number(lexemes, word) &&
		    !declared_find(lexemes, tiling->band->directive, at,
				   &declared))
			operands.others++;
		else if (is_number(lexemes, word) ||
			 is_int(lexemes, declared.type))
			operands.ints++;
		else if (is_unsigned(lexemes, declared.type))
			operands.unsigneds++;
		else
			operands.others++;
	}
	return operands;
}

static bool has_sign(const struct tiling *tiling, struct range range)
{
	struct operands operands = operands_of(tiling, range);

	return !operands.unsigneds && !operands.others;
}

/* One operand without a sign makes them all so. */
static bool lacks_sign(const struct tiling *tiling, struct range range)
{
	struct operands operands = operands_of(tiling, range);

	return operands.unsigneds && !operands.others;
}

static const json_t *loop_of(const struct tiling *tiling, int loop)
{
	return json_array_get(json_object_get(tiling->record, "nest"),
			      tiling->reshape->first + loop);
}

/* Does GCC count the loop in integers shorter than an int? */
static bool counts_short(const struct tiling *tiling, int loop)
{
	const json_t *ops = json_object_get(
		json_object_get(loop_of(tiling, loop), "ops"), "certain");

	return json_object_get(ops, "control.i8") ||
	       json_object_get(ops, "control.i16");
}

/* Does GCC count it in 64 bits, and compare it in no fewer? */
static bool counts_long(const struct tiling *tiling, int loop)
{
	static const char *const narrow[] = {"int32_t", "uint32_t", NULL};
	const json_t *ops = json_object_get(
		json_object_get(loop_of(tiling, loop), "ops"), "certain");

	return json_object_get(ops, "control.i64") &&
	       !json_object_get(ops, "control.i32") &&
	       !has_word(tiling->lexemes, tiling->tiles[loop].declared.type,
			 narrow) &&
	       !is_int(tiling->lexemes, tiling->tiles[loop].declared.type);
}

/* From tile to tile, without its sign; 0 where that is not known. */
static int64_t stride(const struct tiling *tiling, int loop)
{
	const json_t *step = json_object_get(loop_of(tiling, loop), "step");
	int64_t length;

	if (!json_is_integer(step) ||
	    __builtin_mul_overflow(tiling->reshape->tile[loop],
				   llabs(json_integer_value(step)), &length) ||
	    length > INT32_MAX)
		return 0;
	return length;
}

/*
 * Of C: are the step, a variable, and the counter ints? Then so many steps as a
 * tile has fit 64 bits.
 */
static bool steps_by_int(const struct tiling *tiling, int loop)
{
	const struct lexemes *lexemes = tiling->lexemes;
	struct range step = tiling->band->loops[loop].step;
	size_t at = header_at(lexemes, step);
	struct declared declared;

	return lexemes->form == LEXEME_C && !range_is_empty(step) &&
	       json_is_string(json_object_get(loop_of(tiling, loop), "step")) &&
	       is_int(lexemes, tiling->tiles[loop].declared.type) &&
	       lexemes->list[at].end == step.end &&
	       declared_find(lexemes, tiling->band->directive, at, &declared) &&
	       is_int(lexemes, declared.type);
}

/* Where the end is a constant, is there room for a tile behind it? */
static bool ends_early(const struct tiling *tiling, int loop)
{
	const json_t *to = json_object_get(loop_of(tiling, loop), "to");

	return json_is_integer(to) && stride(tiling, loop) &&
	       llabs(json_integer_value(to)) < INT32_MAX - stride(tiling, loop);
}

/* The loop of the counter, in the nest or around it; NULL: it is none. */
static const json_t *loop_of_counter(const json_t *record, const char *name)
{
	static const char *const keys[] = {"nest", "around"};

	for (size_t i = 0; i < 2; i++) {
		const json_t *loops = json_object_get(record, keys[i]);

		for (size_t j = 0; j < json_array_size(loops); j++) {
			const json_t *loop = json_array_get(loops, j);
			const json_t *counter = json_object_get(loop, "var");

			if (json_is_string(counter) &&
			    strcmp(json_string_value(counter), name) == 0)
				return loop;
		}
	}
	return NULL;
}

static bool is_natural(const json_t *record, const json_t *from, int depth);

/* Counters that go up from a number that is not negative. */
static bool goes_up(const json_t *record, const char *name, int depth)
{
	const json_t *loop = loop_of_counter(record, name);
	const json_t *step = json_object_get(loop, "step");

	return json_is_integer(step) && json_integer_value(step) > 0 &&
	       json_integer_value(step) < INT32_MAX && depth > 0 &&
	       is_natural(record, json_object_get(loop, "from"), depth - 1);
}

/* A number that is not negative, or a sum of such and of such counters. */
static bool is_natural(const json_t *record, const json_t *from, int depth)
{
	struct polynomial sum;
	bool natural = true;

	if (!polynomial_read(from, NULL, NULL, &sum))
		return false;
	for (size_t i = 0; i < sum.count; i++) {
		const struct polynomial_term *term = &sum.terms[i];

		natural =
			natural && term->factor > 0 && term->factor < INT32_MAX;
		for (int j = 0; j < term->degree; j++)
			natural = natural &&
				  goes_up(record, term->names[j], depth);
	}
	polynomial_free(&sum);
	return natural;
}

/* Does it go up from a number that is not negative? Bounds depend on counters
   of loops outside alone. */
static bool begins_early(const struct tiling *tiling, int loop)
{
	const json_t *from = json_object_get(loop_of(tiling, loop), "from");

	return !tiling->band->loops[loop].falls &&
	       is_natural(tiling->record, from, RESHAPE_MOST);
}

/*
 * The type of the counter from tile to tile, which goes on beyond the end by
 * less than a tile. The user's own is taken where that cannot overflow: before
 * a constant, or in 64 bits, where the loop would have to run for years. Else
 * it is a longer one, if all compare in it as in the user's own.
 */
static bool choose_type(struct tiling *tiling, int loop, struct text *reason)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];
	struct tile *tile = &tiling->tiles[loop];
	bool early = begins_early(tiling, loop);

	if (!stride(tiling, loop) && !steps_by_int(tiling, loop))
		return refuse(header, reason,
			      "its step is no constant, or too large a one");
	if (ends_early(tiling, loop) ||
	    (counts_long(tiling, loop) && early && stride(tiling, loop) &&
	     stride(tiling, loop) <= LONGEST_STRIDE)) {
		add_range(lexemes, tile->declared.type, &tile->type);
		return true;
	}
	text_add(&tile->type, "long long");
	if (counts_long(tiling, loop))
		return refuse(header, reason,
			      "the last tile may end beyond its type");
	if (is_int(lexemes, tile->declared.type))
		return early ||
		       (has_sign(tiling, header->from) &&
			has_sign(tiling, header->bound)) ||
		       refuse(header, reason,
			      "the types of its bounds are not known");
	return (is_unsigned(lexemes, tile->declared.type) && early &&
		lacks_sign(tiling, header->bound)) ||
	       refuse(header, reason, "the last tile may end beyond its type");
}

/* Fortran: a module that the routine uses may declare the counter, which GCC
   counts as it counts an integer. */
static bool find_place(struct tiling *tiling, int loop)
{
	const struct lexemes *lexemes = tiling->lexemes;
	struct tile *tile = &tiling->tiles[loop];
	const json_t *ops = json_object_get(
		json_object_get(loop_of(tiling, loop), "ops"), "certain");

	if (lexemes->form == LEXEME_C || !json_object_get(ops, "control.i32") ||
	    json_object_get(ops, "control.i64") ||
	    !declared_place(lexemes, tiling->band->directive, &tile->declared))
		return false;
	text_add(&tile->type, is_upper(lexemes, tile->declared.type)
				      ? "INTEGER"
				      : "integer");
	return true;
}

/*
 * The declaration of the counter. A tile's end is beyond what a short counter
 * can hold, or below what one without sign can.
 */
static bool find_type(struct tiling *tiling, int loop, struct text *reason)
{
	static const char *const narrow[] = {"short",	"char",	    "bool",
					     "_Bool",	"int8_t",   "int16_t",
					     "uint8_t", "uint16_t", "char8_t",
					     "wchar_t", NULL};
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];
	struct tile *tile = &tiling->tiles[loop];
	size_t name = header_at(lexemes, header->counter);

	if (!range_is_empty(header->type))
		tile->declared.type = header->type;
	else if (!declared_find(lexemes, tiling->band->directive, name,
				&tile->declared))
		return find_place(tiling, loop) ||
		       refuse(header, reason,
			      "the declaration of its counter is not found");
	if (lexemes->form == LEXEME_C &&
	    (has_word(lexemes, tile->declared.type, narrow) ||
	     counts_short(tiling, loop)))
		return refuse(header, reason, "its counter is a short one");
	if (lexemes->form == LEXEME_C && header->falls &&
	    !is_signed(lexemes, tile->declared.type))
		return refuse(header, reason,
			      "it goes down, and its counter may have no sign");
	if (lexemes->form == LEXEME_C)
		return choose_type(tiling, loop, reason);
	add_range(lexemes, tile->declared.type, &tile->type);
	return true;
}

/* Does the head count in the direction in which it compares? */
static bool is_straight(const struct header *header)
{
	return header->relation[0] == (header->falls ? '>' : '<');
}

/*
 * Does Fortran's source use the name "min" for something of its own? The
 * language's is only ever called, within an expression.
 */
static bool has_own_min(const struct lexemes *lexemes)
{
	for (size_t at = 1; at < lexemes->count; at++)
		if (lexeme_is(lexemes, at, "min") &&
		    !lexeme_is(lexemes, at - 1, "%") &&
		    (!lexeme_is(lexemes, at + 1, "(") ||
		     !lexeme_has_kind(lexemes, at - 1, LEXEME_MARK) ||
		     lexeme_is(lexemes, at - 1, "::")))
			return true;
	return false;
}

static bool may_tile(const struct tiling *tiling, int loop, struct text *reason)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];

	if (!is_straight(header))
		return refuse(header, reason,
			      "it does not count up to '<' or down to '>'");
	if (!header_counts(lexemes, header,
			   json_string_value(json_object_get(
				   loop_of(tiling, loop), "var"))))
		return refuse(header, reason,
			      "GCC counts it in a variable of its own");
	for (int other = 0; other < tiling->band->count; other++)
		if (other != loop &&
		    band_mentions(lexemes, tiling->band, loop, other))
			return refuse(header, reason,
				      "its bounds depend on another loop");
	if (tiling->reshape->tile[loop] < 0)
		return refuse(header, reason, "a tile is smaller than one");
	if (lexemes->form != LEXEME_C && has_own_min(lexemes))
		return refuse(header, reason,
			      "the source has a 'min' of its own");
	return true;
}

/* May a product or a sum take it as it is? */
static bool is_simple(const struct lexemes *lexemes, struct range range)
{
	size_t at = lexeme_from(lexemes, range.start);

	return lexemes->list[at].end == range.end &&
	       lexemes->list[at].kind != LEXEME_STRING;
}

/* What is added from tile to tile, without its sign: "TILE * 2". */
static void make_step(struct tiling *tiling, int loop)
{
	const struct lexemes *lexemes = tiling->lexemes;
	struct range step = tiling->band->loops[loop].step;
	struct tile *tile = &tiling->tiles[loop];
	bool simple;

	if (!stride(tiling, loop))
		text_add(&tile->step, "(long long)");
	text_add(&tile->step, text_string(&tile->size));
	if (range_is_empty(step))
		return;
	if (strchr("+-", lexemes->text[step.start]) &&
	    lexemes->form != LEXEME_C)
		step.start = lexemes->list[header_at(lexemes, step) + 1].start;
	if (step.end - step.start == 1 && lexemes->text[step.start] == '1')
		return;
	simple = is_simple(lexemes, step);
	text_add(&tile->step, simple ? " * " : " * (");
	add_range(lexemes, step, &tile->step);
	text_add(&tile->step, simple ? "" : ")");
}

/* Does the bound itself belong to the iterations? */
static bool is_inclusive(const struct header *header)
{
	return header->relation[1] == '=';
}

/* The end of the tile: "i_tile + TILE", "i_tile - TILE + 1". */
static void add_tile_end(const struct tiling *tiling, int loop,
			 struct text *out)
{
	const struct header *header = &tiling->band->loops[loop];
	const struct tile *tile = &tiling->tiles[loop];

	text_print(out, "%s %c %s", text_string(&tile->counter),
		   header->falls ? '-' : '+', text_string(&tile->step));
	if (is_inclusive(header))
		text_print(out, " %c 1", header->falls ? '+' : '-');
}

/* How far it is from the begin of a tile to the end of all in Fortran: "n -
   i_tile", "i_tile - (n + 1)". */
static void add_distance(const struct tiling *tiling, int loop,
			 struct text *out)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];
	const char *counter = text_string(&tiling->tiles[loop].counter);
	bool closed = header->falls && !is_simple(lexemes, header->bound);

	if (header->falls)
		text_print(out, "%s - %s", counter, closed ? "(" : "");
	add_range(lexemes, header->bound, out);
	if (!header->falls)
		text_print(out, " - %s", counter);
	text_add(out, closed ? ")" : "");
}

/*
 * "i_tile + min(tile - 1, n - i_tile)", "i_tile - min(tile - 1, i_tile - n)":
 * nothing of it lies beyond the ends.
 */
static void make_fortran_bound(struct tiling *tiling, int loop)
{
	const struct header *header = &tiling->band->loops[loop];
	struct tile *tile = &tiling->tiles[loop];
	bool upper = is_upper(
		tiling->lexemes,
		(struct range){header->whole.start, header->whole.start + 2});

	text_print(&tile->bound, "%s %c %s(%s - 1, ",
		   text_string(&tile->counter), header->falls ? '-' : '+',
		   upper ? "MIN" : "min", text_string(&tile->step));
	add_distance(tiling, loop, &tile->bound);
	text_add(&tile->bound, ")");
}

/* "(i_tile + TILE < n ? i_tile + TILE : n)" */
static void make_bound(struct tiling *tiling, int loop)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];
	struct text *bound = &tiling->tiles[loop].bound;

	text_add(bound, "(");
	add_tile_end(tiling, loop, bound);
	text_print(bound, " %c ", header->falls ? '>' : '<');
	add_range(lexemes, header->bound, bound);
	text_add(bound, " ? ");
	add_tile_end(tiling, loop, bound);
	text_add(bound, " : ");
	add_range(lexemes, header->bound, bound);
	text_add(bound, ")");
}

static bool cut(struct tiling *tiling, int loop, struct text *reason)
{
	if (!may_tile(tiling, loop, reason) || !find_type(tiling, loop, reason))
		return false;
	name_counter(tiling, loop);
	if (tiling->lexemes->form == LEXEME_C)
		name_macro(tiling, loop);
	else
		name_constant(tiling, loop);
	make_step(tiling, loop);
	if (tiling->lexemes->form == LEXEME_C)
		make_bound(tiling, loop);
	else
		make_fortran_bound(tiling, loop);
	return true;
}

/* Is the outermost loop of the band alone in its lines? */
static bool is_alone(const struct lexemes *lexemes, const struct band *band,
		     struct text *reason)
{
	const struct header *outer = &band->loops[0];
	size_t last = lexemes->list[outer->behind - 1].end;

	if (!layout_begins_line(lexemes, outer->whole.start))
		return refuse(outer, reason, "it shares its line");
	if (outer->behind < lexemes->count &&
	    lexemes->list[outer->behind].start < lexeme_line_end(lexemes, last))
		return refuse(outer, reason, "its end shares a line");
	return true;
}

/* Lines that tiles add give those behind them other numbers. */
static bool may_grow(const struct lexemes *lexemes, const struct band *band,
		     struct text *reason)
{
	return is_alone(lexemes, band, reason) &&
	       (!band_tells_line(lexemes, band->first, band->behind) ||
		refuse(&band->loops[0], reason,
		       "__LINE__ in it would be another number"));
}

struct tiling *tiling_new(const struct lexemes *lexemes, const json_t *record,
			  const struct reshape *reshape,
			  const struct band *band, struct text *reason)
{
	struct tiling *tiling = memory_grow(NULL, 1, sizeof(*tiling));
	bool good = true, any = false;

	memset(tiling, 0, sizeof(*tiling));
	tiling->lexemes = lexemes;
	tiling->record = record;
	tiling->reshape = reshape;
	tiling->band = band;
	for (int i = 0; good && i < reshape->count; i++) {
		any = any || reshape->tile[i];
		good = !reshape->tile[i] || cut(tiling, i, reason);
	}
	if (good && (!any || may_grow(lexemes, band, reason)))
		return tiling;
	tiling_free(tiling);
	return NULL;
}

void tiling_free(struct tiling *tiling)
{
	for (int i = 0; tiling && i < RESHAPE_MOST; i++) {
		struct tile *tile = &tiling->tiles[i];

		text_free(&tile->counter);
		text_free(&tile->size);
		text_free(&tile->type);
		text_free(&tile->step);
		text_free(&tile->bound);
	}
	free(tiling);
}

void tiling_add_point(const struct tiling *tiling, int loop, struct text *out)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];
	const struct tile *tile = &tiling->tiles[loop];
	struct edits edits = {0};
	struct range from = header->from, bound = header->bound;
	size_t start = header->whole.start;

	if (tiling->reshape->tile[loop]) {
		from.start -= start;
		from.end -= start;
		bound.start -= start;
		bound.end -= start;
		edits_replace(&edits, from, text_string(&tile->counter));
		edits_replace(&edits, bound, text_string(&tile->bound));
	}
	edits_apply(&edits, lexemes->text + start, header->whole.end - start,
		    out);
	edits_free(&edits);
}

void tiling_add_whole(const struct tiling *tiling, int loop, struct text *out)
{
	add_range(tiling->lexemes, tiling->band->loops[loop].whole, out);
}

/* The space before a lexeme as it is, unless a comment or a line is in it. */
static void add_gap(const struct lexemes *lexemes, size_t at, struct text *out)
{
	size_t from = lexemes->list[at - 1].end;
	size_t to = lexemes->list[at].start;

	for (size_t i = from; i < to; i++)
		if (lexemes->text[i] != ' ') {
			text_add(out, " ");
			return;
		}
	text_add_bytes(out, lexemes->text + from, to - from);
}

/* "i_tile += TILE" in the place of "i++". */
static void add_increment(const struct tiling *tiling, int loop,
			  struct text *out)
{
	const struct tile *tile = &tiling->tiles[loop];

	text_print(out, "%s %s %s", text_string(&tile->counter),
		   tiling->band->loops[loop].falls ? "-=" : "+=",
		   text_string(&tile->step));
}

/* The head of the loop from tile to tile, in the manner of the user's own. */
void tiling_add_across(const struct tiling *tiling, int loop, struct text *out)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *header = &tiling->band->loops[loop];
	const struct tile *tile = &tiling->tiles[loop];
	bool c = lexemes->form == LEXEME_C;

	for (size_t at = header->first; at <= header->last; at++) {
		struct range here = {lexemes->list[at].start,
				     lexemes->list[at].end};

		if (at > header->first)
			add_gap(lexemes, at, out);
		if (c && here.start == header->counter.start &&
		    range_is_empty(header->type))
			text_print(out, "%s ", text_string(&tile->type));
		if (c && !range_is_empty(header->type) &&
		    here.start == header->type.start) {
			text_add(out, text_string(&tile->type));
			at = lexeme_from(lexemes, header->type.end) - 1;
		} else if (c && here.start == header->increment.start) {
			add_increment(tiling, loop, out);
			at = lexeme_from(lexemes, header->increment.end) - 1;
		} else if (!c && !range_is_empty(header->step) &&
			   here.start == header->step.start) {
			break;
		} else if (header_is_counter(lexemes, header, at)) {
			text_add(out, text_string(&tile->counter));
		} else {
			add_range(lexemes, here, out);
		}
	}
	if (c)
		return;
	if (range_is_empty(header->step))
		text_add(out, ", ");
	text_print(out, "%s%s", header->falls ? "-" : "",
		   text_string(&tile->step));
}

const char *tiling_counter(const struct tiling *tiling, int loop)
{
	return text_string(&tiling->tiles[loop].counter);
}

const char *tiling_size(const struct tiling *tiling, int loop)
{
	return text_string(&tiling->tiles[loop].size);
}

enum lexeme_form tiling_form(const struct tiling *tiling)
{
	return tiling->lexemes->form;
}

bool tiling_counts(const struct tiling *tiling, const struct lexemes *lexemes,
		   size_t at)
{
	for (int i = 0; i < tiling->reshape->count; i++)
		if (tiling->reshape->tile[i] &&
		    lexeme_is(lexemes, at, tiling_counter(tiling, i)))
			return true;
	return false;
}

/* The loop whose braces those from tile to tile are like: the outermost one,
   or the one of which parts come apart within them. NULL where none has any. */
static const struct header *braced(const struct tiling *tiling)
{
	const struct band *band = tiling->band;

	if (lexeme_is(tiling->lexemes, band->loops[0].body, "{"))
		return &band->loops[0];
	return tiling->lexemes->form == LEXEME_C && band->split &&
			       reshape_around(tiling->reshape) == 0 &&
			       !reshape_cuts_inside(tiling->reshape)
		       ? &band->loops[band->split - 1]
		       : NULL;
}

static bool opens_in_line(const struct tiling *tiling,
			  const struct header *header)
{
	return tiling->lexemes->list[header->body].line == header->last_line;
}

/* "units" times what a loop is indented by, behind the band's own blanks. */
static void add_blanks(const struct tiling *tiling, size_t byte,
		       const char *unit, int units, struct text *out)
{
	add_range(tiling->lexemes, layout_blanks(tiling->lexemes, byte), out);
	while (units-- > 0)
		text_add(out, unit);
}

/* One loop from tile to tile, with its brace where the source has them. */
static void add_loop(const struct tiling *tiling, int loop, const char *unit,
		     int depth, struct text *out)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *outer = &tiling->band->loops[0];
	const struct header *like = braced(tiling);
	const char *newline = layout_newline(lexemes);

	add_blanks(tiling, outer->whole.start, unit, depth, out);
	tiling_add_across(tiling, loop, out);
	if (like && opens_in_line(tiling, like)) {
		size_t open = lexemes->list[like->body].start;

		text_add(out, like->whole.end < open ? " {" : "{");
	} else if (like) {
		text_add(out, newline);
		add_blanks(tiling,
			   like == outer ? lexemes->list[like->body].start
					 : outer->whole.start,
			   unit, depth, out);
		text_add(out, "{");
	}
	text_add(out, newline);
}

/* How a loop of the source ends: "}", "end do". */
static void add_end(const struct tiling *tiling, const char *unit, int depth,
		    struct text *out)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *outer = &tiling->band->loops[0];
	size_t end = lexemes->list[outer->end].start;

	text_add(out, layout_newline(lexemes));
	add_blanks(tiling,
		   lexemes->form == LEXEME_C && braced(tiling) != outer
			   ? outer->whole.start
			   : end,
		   unit, depth, out);
	if (lexemes->form == LEXEME_C) {
		text_add(out, "}");
		return;
	}
	text_add_bytes(out, lexemes->text + end,
		       lexemes->list[outer->behind - 2].end - end);
}

/* Where macros may stand: behind the last #include that is for all, else
   before the first line that is no comment. */
static size_t place_of_macros(const struct tiling *tiling, bool *behind)
{
	const struct lexemes *lexemes = tiling->lexemes;
	size_t place = lexemes->list[0].start;
	int depth = 0;

	*behind = false;
	for (size_t at = 0; at < tiling->band->directive; at++) {
		depth += lexeme_is_directive(lexemes, at, "if") ||
			 lexeme_is_directive(lexemes, at, "ifdef") ||
			 lexeme_is_directive(lexemes, at, "ifndef") ||
			 lexeme_is(lexemes, at, "{");
		depth -= lexeme_is_directive(lexemes, at, "endif") ||
			 lexeme_is(lexemes, at, "}");
		if (depth == 0 && lexeme_is_directive(lexemes, at, "include")) {
			place = lexemes->list[at].end;
			*behind = true;
		}
	}
	return place;
}

/* Is the line behind that of a byte not empty? */
static bool precedes_text(const struct lexemes *lexemes, size_t byte)
{
	const char *end =
		memchr(lexemes->text + byte, '\n', lexemes->length - byte);

	return end && !strchr("\r\n", end[1]);
}

void tiling_define(const struct tiling *tiling, struct edits *edits)
{
	const char *newline = layout_newline(tiling->lexemes);
	struct text out = {0};
	bool behind;
	size_t place = place_of_macros(tiling, &behind);

	if (behind)
		text_print(&out, "%s%s", newline, newline);
	else if (!layout_begins_line(tiling->lexemes, place))
		text_add(&out, newline);
	for (int i = 0; i < tiling->reshape->count; i++) {
		const char *name = text_string(&tiling->tiles[i].size);
		int64_t size = tiling->reshape->tile[i];

		if (size)
			text_print(&out,
				   "#ifndef %s%s#define %s %lld%s#endif%s",
				   name, newline, name, (long long)size,
				   newline, newline);
	}
	if (!behind || precedes_text(tiling->lexemes, place))
		text_add(&out, newline);
	if (behind)
		text_cut(&out, out.length - strlen(newline));
	edits_insert(edits, place, text_string(&out));
	text_free(&out);
}

/* "integer :: i_tile" and "integer, parameter :: tile_i = 32" behind what
   declares the counter. */
static void declare(const struct tiling *tiling, int loop, struct edits *edits)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct tile *tile = &tiling->tiles[loop];
	const char *newline = layout_newline(lexemes);
	const char *type = text_string(&tile->type);
	struct range blanks = layout_blanks(lexemes, tile->declared.beginning);
	bool upper = is_upper(lexemes, tile->declared.type);
	struct text out = {0};

	text_add(&out, newline);
	add_range(lexemes, blanks, &out);
	text_print(&out, "%s%s%s%s", type, tile->declared.marked ? " :: " : " ",
		   text_string(&tile->counter), newline);
	add_range(lexemes, blanks, &out);
	text_print(&out, "%s, %s :: %s = %lld", type,
		   upper ? "PARAMETER" : "parameter", text_string(&tile->size),
		   (long long)tiling->reshape->tile[loop]);
	edits_insert(edits, lexeme_line_end(lexemes, tile->declared.behind),
		     text_string(&out));
	text_free(&out);
}

static int count_tiles(const struct tiling *tiling)
{
	int loops = 0;

	for (int i = 0; i < tiling->reshape->count; i++)
		loops += tiling->reshape->tile[i] != 0;
	return loops;
}

void tiling_add_heads(const struct tiling *tiling, const char *unit,
		      struct text *out)
{
	int depth = 0;

	for (int i = 0; i < tiling->reshape->count; i++)
		if (tiling->reshape->tile[i])
			add_loop(tiling, i, unit, depth++, out);
}

void tiling_add_ends(const struct tiling *tiling, const char *unit,
		     struct text *out)
{
	int depth = count_tiles(tiling);

	if (tiling->lexemes->form == LEXEME_C && !braced(tiling))
		return;
	while (depth-- > 0)
		add_end(tiling, unit, depth, out);
}

/* Around all lines of the band. */
static void edit_loops(const struct tiling *tiling, const char *unit,
		       struct edits *edits)
{
	const struct lexemes *lexemes = tiling->lexemes;
	const struct header *outer = &tiling->band->loops[0];
	size_t last = lexemes->list[outer->behind - 1].end;
	struct text heads = {0}, blanks = {0}, ends = {0};

	tiling_add_heads(tiling, unit, &heads);
	tiling_add_ends(tiling, unit, &ends);
	for (int i = count_tiles(tiling); i > 0; i--)
		text_add(&blanks, unit);
	edits_insert(edits, lexeme_line_start(lexemes, outer->whole.start),
		     text_string(&heads));
	layout_shift(lexemes, outer->whole.start, last - 1,
		     text_string(&blanks), edits);
	if (ends.length)
		edits_insert(edits, lexeme_line_end(lexemes, last),
			     text_string(&ends));
	text_free(&heads);
	text_free(&blanks);
	text_free(&ends);
}

void tiling_edit(const struct tiling *tiling, const char *unit,
		 struct edits *edits)
{
	if (!reshape_has_tiles(tiling->reshape))
		return;
	for (int i = 0; i < tiling->reshape->count; i++)
		if (tiling->reshape->tile[i] &&
		    tiling->lexemes->form != LEXEME_C)
			declare(tiling, i, edits);
	if (tiling->lexemes->form == LEXEME_C)
		tiling_define(tiling, edits);
	if (!reshape_cuts_inside(tiling->reshape))
		edit_loops(tiling, unit, edits);
}
