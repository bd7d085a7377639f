/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements beside a loop, in loops of their own.
 */
#include "split.h"

#include <string.h>

#include "base/text.h"
#include "layout.h"
#include "nest/member.h"
#include "record/loop.h"
#include "source/definition.h"
#include "tiling.h"

static const struct header *holder(const struct band *band)
{
	return &band->loops[band->split - 1];
}

struct parts split_parts(const struct band *band)
{
	const struct header *inner = &band->loops[band->split];

	return (struct parts){holder(band)->body, inner->first, inner->behind,
			      holder(band)->behind - 1};
}

/* Do statements stand before the loop inside, or behind it? */
static bool has_before(const struct parts *parts)
{
	return parts->first > parts->open + 1;
}

static bool has_behind(const struct parts *parts)
{
	return parts->close > parts->behind;
}

bool split_has_both(const struct band *band)
{
	struct parts parts = split_parts(band);

	return has_before(&parts) && has_behind(&parts);
}

/* ---- may they? ---- */

/* Be it that they come apart, or that iterations go abreast through them. */
static bool refuse(const struct lexemes *lexemes, size_t at,
		   struct text *reason, const char *why)
{
	text_print(reason,
		   "statements cannot get loops of their own: line %d %s",
		   lexemes->list[at].line, why);
	return false;
}

/* Does a declaration name it: "double t", "auto &t(x)"? */
bool split_is_declared(const struct lexemes *lexemes, size_t at)
{
	static const char *const signs[] = {"*", "&", "&&", ">", NULL};
	static const char *const begun[] = {"(", "{", NULL};

	if (definition_behind_type(lexemes, at) > at)
		return false;
	if (lexeme_has_kind(lexemes, at - 1, LEXEME_WORD))
		return !lexeme_is(lexemes, at - 1, "else") &&
		       !lexeme_is(lexemes, at - 1, "sizeof");
	return lexeme_is_among(lexemes, at - 1, signs) &&
	       lexeme_is_among(lexemes, at + 1, begun);
}

bool split_is_set(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is_set(lexemes, at) || split_is_declared(lexemes, at);
}

bool split_is_member(const struct lexemes *lexemes, size_t at)
{
	static const char *const marks[] = {".", "->", "::", NULL};

	return lexeme_is_among(lexemes, at - 1, marks);
}

/* The part of the statements that a lexeme stands in; 0 for heads around. */
static int part_of(const struct parts *parts, size_t at)
{
	if (at <= parts->open || at >= parts->close)
		return 0;
	return at < parts->first ? 1 : at < parts->behind ? 2 : 3;
}

/* Where the block ends in which a statement declares the name. 0 where a head
   or an argument does, or what stands behind a condition: others go on with
   what the name meant before. */
static size_t scope_end(const struct lexemes *lexemes, size_t name)
{
	static const char *const begins[] = {"{", "}", ";", NULL};
	size_t at = name;

	if (!lexeme_is_among(lexemes, definition_begin(lexemes, name) - 1,
			     begins))
		return 0;
	while (at < lexemes->count && !lexeme_is(lexemes, at, "}")) {
		if (lexeme_is(lexemes, at, ")"))
			return 0;
		at = lexeme_step(lexemes, at);
	}
	return at;
}

/* Does the part of a lexeme that has the name declare it by itself, for all
   that has it there? */
static bool has_its_own(const struct lexemes *lexemes,
			const struct parts *parts, size_t use)
{
	int part = part_of(parts, use);
	size_t end = 0;

	for (size_t at = parts->open + 1; part && at < parts->close; at++) {
		if (part_of(parts, at) != part ||
		    !lexeme_same(lexemes, at, use) ||
		    split_is_member(lexemes, at))
			continue;
		if (!end && definition_names(lexemes, at))
			end = scope_end(lexemes, at);
		if (at >= end)
			return false;
	}
	return end;
}

/* Does another part, or a head around all, have the name, too? */
static bool is_used_elsewhere(const struct lexemes *lexemes,
			      const struct band *band,
			      const struct parts *parts, size_t name)
{
	int part = part_of(parts, name);

	for (size_t at = band->loops[0].first; at < band->loops[0].behind; at++)
		if (part_of(parts, at) != part &&
		    lexeme_same(lexemes, at, name) &&
		    !split_is_member(lexemes, at) &&
		    !has_its_own(lexemes, parts, at))
			return true;
	return false;
}

/* The lexeme before the brackets of subscripts that end here. */
static size_t before_subscripts(const struct lexemes *lexemes, size_t at,
				size_t limit)
{
	while (at > limit && lexeme_is(lexemes, at, "]")) {
		int depth = 0;

		do {
			depth += lexeme_is(lexemes, at, "]");
			depth -= lexeme_is(lexemes, at, "[");
			at--;
		} while (depth && at > limit);
	}
	return at;
}

/* Of a container, and of rows that pointers find, the base has "[]" behind the
   name. */
bool split_names(const struct lexemes *lexemes, size_t at, const char *base)
{
	const struct lexeme *word = &lexemes->list[at];
	size_t length = word->end - word->start;

	return lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       member_length(base) == length &&
	       memcmp(base, lexemes->text + word->start, length) == 0;
}

/* Does the record know the array as data that are written? */
static bool is_written(const struct lexemes *lexemes, const json_t *record,
		       size_t at)
{
	const json_t *references = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(references, index, one)
	{
		if (loop_true(one, "write") && !loop_true(one, "private") &&
		    split_names(lexemes, at, loop_word(one, "base")))
			return true;
	}
	return false;
}

/* The pointer in whose data the name was defined to point, "row = a + i * n";
   the name itself where it was not. */
static size_t origin(const struct lexemes *lexemes, size_t name, size_t limit)
{
	struct definition by;

	if (!definition_find(lexemes, name, limit, &by))
		return name;
	return by.name + 2 + lexeme_is(lexemes, by.name + 2, "&");
}

/* What is set before the mark: an element of an array, or a name alone. */
bool split_sets_data(const struct lexemes *lexemes, const json_t *record,
		     const struct band *band, size_t open, size_t mark,
		     struct text *reason)
{
	size_t at = mark - 1;

	if (lexeme_has_kind(lexemes, at, LEXEME_WORD))
		return !split_is_member(lexemes, at) ||
		       refuse(lexemes, at, reason, "sets a part of something");
	if (!lexeme_is(lexemes, at, "]") &&
	    (lexeme_is(lexemes, mark, "++") || lexeme_is(lexemes, mark, "--")))
		return true;
	at = before_subscripts(lexemes, at, open);
	return (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
		!split_is_member(lexemes, at) &&
		is_written(lexemes, record,
			   origin(lexemes, at, band->first))) ||
	       refuse(lexemes, mark, reason,
		      "sets what is not known as data in memory");
}

static bool stays_within(const struct lexemes *lexemes, const struct band *band,
			 const struct parts *parts, size_t at,
			 struct text *reason)
{
	const struct lexeme *word = &lexemes->list[at];

	if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
	    split_is_member(lexemes, at) || !split_is_set(lexemes, at) ||
	    !is_used_elsewhere(lexemes, band, parts, at))
		return true;
	refuse(lexemes, at, reason,
	       "sets a variable that is used beside it, '");
	text_add_bytes(reason, lexemes->text + word->start,
		       word->end - word->start);
	text_add(reason, "'");
	return false;
}

bool split_comment_goes_on(const struct lexemes *lexemes, size_t at)
{
	for (size_t i = 0; i < lexemes->comment_count; i++)
		if (lexemes->comments[i].line == lexemes->list[at].last_line &&
		    lexemes->comments[i].start > lexemes->list[at].start &&
		    lexemes->comments[i].last_line > lexemes->comments[i].line)
			return true;
	return false;
}

/* Lines that the new heads and ends stand between. */
static bool has_lines(const struct lexemes *lexemes, const struct band *band,
		      const struct parts *parts, struct text *reason)
{
	size_t marks[] = {parts->open + 1, parts->first, parts->behind,
			  parts->close};

	for (int i = 0; i < 4; i++) {
		const struct lexeme *next = &lexemes->list[marks[i]];

		if (next->line == lexemes->list[marks[i] - 1].last_line)
			return refuse(
				lexemes, marks[i], reason,
				"holds more than one statement, or a brace "
				"beside one");
		if (split_comment_goes_on(lexemes, marks[i] - 1))
			return refuse(lexemes, marks[i] - 1, reason,
				      "has a comment that goes on in the next "
				      "one");
	}
	for (int i = 0; i < band->split; i++) {
		size_t at = band->loops[i].behind;

		if (at < lexemes->count &&
		    lexemes->list[at].line == lexemes->list[at - 1].last_line &&
		    !lexeme_is(lexemes, at, "}"))
			return refuse(
				lexemes, at, reason,
				"holds more than one statement, or a brace "
				"beside one");
	}
	for (size_t at = band->loops[0].first; at < band->loops[0].behind; at++)
		if (lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
			return refuse(lexemes, at, reason,
				      "speaks to the compiler or its "
				      "preprocessor");
	return true;
}

/* ---- statements that may stand in another block ---- */

/* Names that they declare, or what they do, reach further than a statement. */
static const char *const far_words[] = {
	"using",       "typedef",	"namespace",
	"template",    "struct",	"class",
	"union",       "enum",		"auto",
	"static",      "extern",	"thread_local",
	"__thread",    "_Thread_local", "__attribute__",
	"__attribute", "__extension__", "asm",
	"__asm__",     "__asm",		"goto",
	"break",       "continue",	"return",
	"case",	       "default",	NULL};

static const char *const controls[] = {"if", "else",   "for", "while",
				       "do", "switch", NULL};

/* Behind the statement's semicolon, or behind the braces that end it. */
static size_t behind_statement(const struct lexemes *lexemes, size_t at)
{
	bool control = lexeme_is_among(lexemes, at, controls) ||
		       lexeme_is(lexemes, at, "{");

	while (at < lexemes->count && !lexeme_is(lexemes, at, ";")) {
		bool brace = lexeme_is(lexemes, at, "{");

		if (!brace && !lexeme_is(lexemes, at, "(") &&
		    !lexeme_is(lexemes, at, "[")) {
			at++;
			continue;
		}
		at = lexeme_behind_bracket(lexemes, at);
		if (brace && control)
			return at;
	}
	return at + 1;
}

/* The mark outside of all brackets, or the end. */
static size_t find_mark(const struct lexemes *lexemes, size_t at, size_t end,
			bool (*is_it)(const struct lexemes *lexemes, size_t at))
{
	while (at < end && !is_it(lexemes, at))
		at = lexeme_step(lexemes, at);
	return at;
}

static bool is_comma(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is(lexemes, at, ",");
}

/* "const double t = x;": one variable of a plain type, with its value. */
static bool declares_one(const struct lexemes *lexemes, size_t at, size_t end)
{
	size_t first = at;

	at = definition_behind_type(lexemes, at);
	if (at == first)
		return false;
	while (lexeme_is(lexemes, at, "*") || lexeme_is(lexemes, at, "const"))
		at++;
	return lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       lexeme_is(lexemes, at + 1, "=") &&
	       find_mark(lexemes, at, end, is_comma) == end;
}

/* "a[i] += x;", "*p = 3;", "n++;": begins with no type, and sets something. */
static bool sets_one(const struct lexemes *lexemes, size_t at, size_t end)
{
	static const char *const begins[] = {"*", "(", "++", "--", NULL};
	static const char *const typed[] = {"*", "&", "&&", "<", "::", NULL};

	if (lexeme_has_kind(lexemes, at, LEXEME_WORD)
		    ? lexeme_has_kind(lexemes, at + 1, LEXEME_WORD) ||
			      lexeme_is(lexemes, at + 1, "(") ||
			      lexeme_is_among(lexemes, at + 1, typed)
		    : !lexeme_is_among(lexemes, at, begins))
		return false;
	return find_mark(lexemes, at, end, lexeme_assigns) < end &&
	       find_mark(lexemes, at, end, is_comma) == end;
}

/* "double t = x, u = 0": behind the type, each with a value, or none of them.
 */
static bool lists_names(const struct lexemes *lexemes, size_t at, size_t end,
			bool values)
{
	for (;; at++) {
		if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
		    lexeme_is(lexemes, at + 1, "=") != values)
			return false;
		at = values ? find_mark(lexemes, at, end, is_comma) : at + 1;
		if (at == end || !is_comma(lexemes, at))
			return at == end;
	}
}

bool split_declares(const struct lexemes *lexemes, size_t at, size_t end,
		    bool values)
{
	size_t first = at;

	at = definition_behind_type(lexemes, at);
	return at > first && lists_names(lexemes, at, end, values);
}

/*
 * What a block declares is known in all of it, and ends with it. So statements
 * that get a block of their own are only those of which it is clear that they
 * set something, or declare one variable; blocks within them stay whole.
 */
bool split_are_plain(const struct lexemes *lexemes, size_t from, size_t to,
		     bool lists, struct text *reason)
{
	for (size_t at = from; at < to; at++)
		if (lexeme_is_among(lexemes, at, far_words))
			return refuse(lexemes, at, reason,
				      "has a word that reaches further");
	for (size_t at = from; at < to;) {
		size_t end = behind_statement(lexemes, at);

		if (end > to ||
		    (!lexeme_is(lexemes, at, ";") &&
		     !lexeme_is(lexemes, at, "{") &&
		     !lexeme_is_among(lexemes, at, controls) &&
		     !declares_one(lexemes, at, end - 1) &&
		     !(lists && split_declares(lexemes, at, end - 1, true)) &&
		     !sets_one(lexemes, at, end - 1)))
			return refuse(lexemes, at, reason,
				      "begins what is no plain statement");
		at = end;
	}
	return true;
}

bool split_is_clear(const struct lexemes *lexemes, const json_t *record,
		    const struct band *band, struct text *reason)
{
	struct parts parts;

	if (!band->split)
		return true;
	parts = split_parts(band);
	if (!has_lines(lexemes, band, &parts, reason))
		return false;
	if (band_tells_line(lexemes, band->first, band->behind))
		return refuse(lexemes, parts.open, reason,
			      "is followed by __LINE__");
	if (!split_are_plain(lexemes, parts.open + 1, parts.first, false,
			     reason) ||
	    !split_are_plain(lexemes, parts.behind, parts.close, false, reason))
		return false;
	for (size_t at = parts.open + 1; at < parts.close; at++)
		if ((lexeme_assigns(lexemes, at) &&
		     !split_sets_data(lexemes, record, band, parts.open, at,
				      reason)) ||
		    !stays_within(lexemes, band, &parts, at, reason))
			return false;
	return true;
}

/* ---- written ---- */

bool split_is_beside(const struct reshape *reshape, const struct band *band,
		     int place)
{
	struct parts parts;

	if (!band->split || place < reshape_around(reshape) ||
	    place >= band->split)
		return false;
	parts = split_parts(band);
	return has_before(&parts);
}

int split_loop_at(const struct reshape *reshape, const struct band *band,
		  int place)
{
	int apart[RESHAPE_MOST];

	if (!split_is_beside(reshape, band, place))
		return reshape->order[place];
	reshape_apart(reshape, apart);
	return apart[place - reshape_around(reshape)];
}

struct writing {
	const struct lexemes *lexemes;
	const struct band *band;
	const struct tiling *tiling;
	struct edits *edits;
	struct parts parts;
	int around;	    /* places of loops that go around all */
	bool inside;	    /* tiles are those of the loops inside alone */
	const char *unit;   /* what a loop is indented by */
	struct text within; /* blanks of the loops from tile to tile */
	const char *again;  /* a directive before the second part, or NULL */
};

/* A part of what comes apart. */
enum part {
	BESIDE, /* the statements */
	INSIDE	/* the loop beside them */
};

/* The blanks of the line in which a lexeme stands, once it is in that part. */
static void add_blanks(const struct writing *writing, size_t lexeme,
		       enum part part, struct text *out)
{
	const struct lexemes *lexemes = writing->lexemes;
	struct range blanks =
		layout_blanks(lexemes, lexemes->list[lexeme].start);

	text_add(out, layout_newline(lexemes));
	text_add_bytes(out, lexemes->text + blanks.start,
		       blanks.end - blanks.start);
	if (part == INSIDE || !writing->inside)
		text_add(out, text_string(&writing->within));
}

/* What ends the loops that come apart: all of their braces. */
static void add_ends(const struct writing *writing, enum part part,
		     struct text *out)
{
	size_t behind = writing->band->loops[writing->around].behind;

	for (size_t at = writing->parts.close; at < behind; at++) {
		add_blanks(writing, at, part, out);
		text_add(out, "}");
	}
	if (part == INSIDE && writing->inside)
		tiling_add_ends(writing->tiling, writing->unit, out);
}

/*
 * The head of a loop as it would stand at a place of the band, with the brace
 * that stands there if it is wanted.
 */
static void add_head(const struct writing *writing, int place, int loop,
		     enum part part, bool braces, struct text *out)
{
	const struct lexemes *lexemes = writing->lexemes;
	const struct header *header = &writing->band->loops[place];
	bool open = braces && lexeme_is(lexemes, header->body, "{");

	add_blanks(writing, header->first, part, out);
	if (part == BESIDE && writing->inside)
		tiling_add_whole(writing->tiling, loop, out);
	else
		tiling_add_point(writing->tiling, loop, out);
	if (open && lexemes->list[header->body].line == header->last_line) {
		text_add(out, " {");
	} else if (open) {
		add_blanks(writing, header->body, part, out);
		text_add(out, "{");
	}
}

/* Those from tile to tile, each behind the end of a line. */
static void add_tiles(const struct writing *writing, struct text *out)
{
	const char *newline = layout_newline(writing->lexemes);

	text_add(out, newline);
	tiling_add_heads(writing->tiling, writing->unit, out);
	text_cut(out, out->length - strlen(newline));
}

/* Insert behind the line of the last lexeme before this one. */
static void insert_behind(const struct writing *writing, size_t lexeme,
			  struct text *what)
{
	const struct lexemes *lexemes = writing->lexemes;

	edits_insert(writing->edits,
		     lexeme_line_end(lexemes, lexemes->list[lexeme - 1].end),
		     text_string(what));
	text_free(what);
}

/* Behind what stands before the loop inside: its end, and heads of that. */
static void edit_before(const struct writing *writing,
			const struct reshape *reshape)
{
	bool last = !has_behind(&writing->parts);
	struct text out = {0};

	add_ends(writing, BESIDE, &out);
	if (writing->again)
		text_add(&out, writing->again);
	if (writing->inside)
		add_tiles(writing, &out);
	for (int i = writing->around; i < reshape->split; i++)
		add_head(writing, i, reshape->order[i], INSIDE, last, &out);
	insert_behind(writing, writing->parts.first, &out);
}

/* Behind the loop inside: heads of what stands there. */
static void edit_behind(const struct writing *writing,
			const struct reshape *reshape)
{
	int apart[RESHAPE_MOST];
	struct text out = {0};

	if (!has_before(&writing->parts))
		add_ends(writing, INSIDE, &out);
	if (writing->again)
		text_add(&out, writing->again);
	reshape_apart(reshape, apart);
	for (int i = writing->around; i < reshape->split; i++)
		add_head(writing, i, apart[i - writing->around], BESIDE, true,
			 &out);
	insert_behind(writing, writing->parts.behind, &out);
}

/* Do braces hold what stands in the place of the loops that come apart? Those
   from tile to tile have some. */
static bool is_in_braces(const struct writing *writing,
			 const struct reshape *reshape)
{
	static const char *const marks[] = {"{", "}", ";", NULL};
	const struct header *outer = &writing->band->loops[writing->around];

	return (reshape_has_tiles(reshape) && writing->around == 0) ||
	       lexeme_is_among(writing->lexemes, outer->first - 1, marks);
}

/* Where the source has braces in the line of the head, and one stands there. */
static bool opens_in_line(const struct writing *writing)
{
	const struct lexemes *lexemes = writing->lexemes;
	const struct header *outer = &writing->band->loops[writing->around];

	return lexemes->list[writing->parts.open].line ==
		       lexemes->list[writing->parts.open - 1].last_line &&
	       lexeme_is(lexemes, outer->first - 1, ")");
}

/* Several loops where one stood: braces around them, unless there are. */
static void edit_around(const struct writing *writing,
			const struct reshape *reshape)
{
	const struct lexemes *lexemes = writing->lexemes;
	const struct header *outer = &writing->band->loops[writing->around];
	bool in_line = opens_in_line(writing);
	struct text out = {0};

	if (is_in_braces(writing, reshape))
		return;
	text_add(&out, in_line ? " {" : "{");
	if (!in_line)
		add_blanks(writing, outer->first, BESIDE, &out);
	edits_insert(writing->edits,
		     in_line ? lexemes->list[outer->first - 1].end
			     : outer->whole.start,
		     text_string(&out));
	text_cut(&out, 0);
	add_blanks(writing, outer->first - in_line, BESIDE, &out);
	text_add(&out, "}");
	insert_behind(writing, outer->behind, &out);
}

/* The same of two constructs, whatever stands before them. */
static void edit_around_constructs(const struct writing *writing)
{
	static const char *const marks[] = {"{", "}", ";", NULL};
	const struct lexemes *lexemes = writing->lexemes;
	size_t first = writing->band->opening.first;
	size_t outer = writing->band->loops[0].first;
	struct range blanks =
		layout_blanks(lexemes, lexemes->list[outer].start);
	struct text out = {0};

	if (first > 0 && lexeme_is_among(lexemes, first - 1, marks))
		return;
	text_add_bytes(&out, lexemes->text + blanks.start,
		       blanks.end - blanks.start);
	text_print(&out, "{%s", layout_newline(lexemes));
	edits_insert(writing->edits,
		     lexeme_line_start(lexemes, lexemes->list[first].start),
		     text_string(&out));
	text_cut(&out, 0);
	add_blanks(writing, outer, BESIDE, &out);
	text_add(&out, "}");
	insert_behind(writing, writing->band->loops[0].behind, &out);
}

/* Where the line behind that of a lexeme begins. */
static size_t next_line(const struct lexemes *lexemes, size_t lexeme)
{
	size_t byte = lexemes->list[lexeme].end;

	while (byte < lexemes->length && lexemes->text[byte] != '\n')
		byte++;
	return byte + 1;
}

/* The lines of the loop inside, and of the heads and ends around it that were
   those of all: from the one that begins at a byte to that of a lexeme. */
static void shift_inside(const struct writing *writing)
{
	const struct lexemes *lexemes = writing->lexemes;
	const struct header *outer = &writing->band->loops[0];
	bool before = has_before(&writing->parts);
	size_t from = before ? next_line(lexemes, writing->parts.first - 1)
			     : outer->whole.start;
	size_t behind = before ? outer->behind : writing->parts.behind;

	layout_shift(lexemes, from, lexemes->list[behind - 1].end - 1,
		     text_string(&writing->within), writing->edits);
}

/* Of the second part; the first one has its own in edit_behind(). */
static void edit_tiles(const struct writing *writing)
{
	const struct lexemes *lexemes = writing->lexemes;
	const struct header *outer = &writing->band->loops[0];
	struct text out = {0};

	if (has_before(&writing->parts)) {
		tiling_add_ends(writing->tiling, writing->unit, &out);
		insert_behind(writing, outer->behind, &out);
	} else {
		tiling_add_heads(writing->tiling, writing->unit, &out);
		edits_insert(writing->edits,
			     lexeme_line_start(lexemes, outer->whole.start),
			     text_string(&out));
		text_free(&out);
	}
	shift_inside(writing);
}

void split_edit(const struct lexemes *lexemes, const struct reshape *reshape,
		const struct band *band, const struct tiling *tiling,
		const char *unit, const char *again, struct edits *edits)
{
	struct writing writing = {.lexemes = lexemes,
				  .band = band,
				  .tiling = tiling,
				  .edits = edits,
				  .around = reshape_around(reshape),
				  .inside = reshape_cuts_inside(reshape),
				  .unit = unit,
				  .again = again};

	if (!band->split)
		return;
	writing.parts = split_parts(band);
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i])
			text_add(&writing.within, unit);
	if (writing.inside)
		edit_tiles(&writing);
	if (has_before(&writing.parts))
		edit_before(&writing, reshape);
	if (has_behind(&writing.parts))
		edit_behind(&writing, reshape);
	if (again)
		edit_around_constructs(&writing);
	else if (has_before(&writing.parts) || has_behind(&writing.parts))
		edit_around(&writing, reshape);
	text_free(&writing.within);
}
