/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Definitions between loops go to where they are used.
 */
#include "sink.h"

#include <string.h>

#include "base/text.h"
#include "edit.h"
#include "layout.h"
#include "record/loop.h"
#include "source/definition.h"
#include "split.h"

#define MOST_DEFINITIONS 32

enum { INNERMOST, BEFORE, BEHIND, PLACES };

/* Statements that definitions go to the beginning of. */
struct place {
	size_t first, behind;
};

struct one {
	struct definition is;
	size_t scope; /* behind the last lexeme that knows it */
	int level;    /* of the loop in which it stands */
	bool goes_to[PLACES];
	bool stays; /* what stands beside it uses it, too */
};

struct sink {
	const struct lexemes *lexemes;
	const json_t *record;
	const struct band *band;
	bool apart;
	struct one list[MOST_DEFINITIONS];
	int count;
	struct place places[PLACES];
	struct edits edits;
	struct text *reason;
};

static bool refuse(const struct sink *sink, const struct one *one,
		   const char *why, size_t at)
{
	const struct lexemes *lexemes = sink->lexemes;

	text_print(sink->reason,
		   "the definition in line %d cannot move to where it is used: "
		   "line %d %s",
		   lexemes->list[one->is.first].line, lexemes->list[at].line,
		   why);
	return false;
}

/* ---- where they stand, and where they go to ---- */

/* Those right within a loop, before the one inside. */
static void find_within(struct sink *sink, int level)
{
	const struct lexemes *lexemes = sink->lexemes;
	const struct header *loop = &sink->band->loops[level];
	size_t inner = sink->band->loops[level + 1].first, at = loop->body;

	while (at && at < inner && sink->count < MOST_DEFINITIONS) {
		struct one *one = &sink->list[sink->count];

		if (definition_read(lexemes, at, &one->is)) {
			one->scope = loop->behind;
			one->level = level;
			sink->count++;
			at = one->is.behind;
		} else {
			at = lexeme_is(lexemes, at, "{")
				     ? at + 1
				     : forloop_behind(lexemes, at);
		}
	}
}

/* Loops that no other one comes out of, nor is shared out with. */
static int still_loops(const struct reshape *reshape)
{
	int count = 0;

	while (!reshape->collapse && count < reshape->count &&
	       reshape->order[count] == count)
		count++;
	return count;
}

static void find_all(struct sink *sink, const struct reshape *reshape)
{
	const struct band *band = sink->band;

	for (int level = still_loops(reshape); level + 1 < band->count; level++)
		if (level != band->split - 1 || sink->apart)
			find_within(sink, level);
}

/* Of the innermost loop; then all that stays together, or what stands before
   the loop that it comes apart from, and behind that. */
static void find_places(struct sink *sink)
{
	const struct band *band = sink->band;
	const struct header *inner = &band->loops[band->count - 1];
	struct parts parts;

	sink->places[INNERMOST] = (struct place){inner->body, inner->behind};
	if (!band->split)
		return;
	parts = split_parts(band);
	sink->places[BEFORE] = (struct place){
		parts.open, sink->apart ? parts.first : parts.close};
	if (sink->apart)
		sink->places[BEHIND] =
			(struct place){parts.behind, parts.close};
}

/* ---- where they are used ---- */

static bool is_name(const struct sink *sink, size_t at, size_t name)
{
	return lexeme_has_kind(sink->lexemes, at, LEXEME_WORD) &&
	       lexeme_same(sink->lexemes, at, name) &&
	       !split_is_member(sink->lexemes, at);
}

/* The definition that the lexeme is part of, or NULL. */
static const struct one *holder(const struct sink *sink, size_t at)
{
	for (int i = 0; i < sink->count; i++)
		if (at >= sink->list[i].is.first &&
		    at < sink->list[i].is.behind)
			return &sink->list[i];
	return NULL;
}

/* One that stands within the loop inside does not know what is beside that. */
static int place_of(const struct sink *sink, const struct one *one, size_t at)
{
	for (int i = 0; i < PLACES; i++)
		if (at >= sink->places[i].first &&
		    at < sink->places[i].behind &&
		    (i == INNERMOST || one->level < sink->band->split))
			return i;
	return PLACES;
}

/* Note that the lexeme uses it, be it in a definition that goes elsewhere. */
static bool note_use(struct sink *sink, struct one *one, size_t at)
{
	const struct one *user = holder(sink, at);
	int place = place_of(sink, one, at);

	if (user) {
		for (int i = 0; i < PLACES; i++)
			one->goes_to[i] |= user->goes_to[i];
		one->stays |= user->stays;
	} else if (place < PLACES) {
		one->goes_to[place] = true;
	}
	return user || place < PLACES ||
	       refuse(sink, one, "uses it between the loops", at);
}

/* What stays together knows what stands before it. */
static void keep_together(const struct sink *sink, struct one *one)
{
	const struct band *band = sink->band;

	if (!sink->apart && one->level < band->split) {
		one->goes_to[BEFORE] |= one->goes_to[INNERMOST];
		one->goes_to[INNERMOST] = false;
	}
	if (sink->apart && one->level == band->split - 1) {
		one->stays |= one->goes_to[BEFORE];
		one->goes_to[BEFORE] = false;
	}
}

static bool find_uses(struct sink *sink, struct one *one)
{
	bool used = false;

	for (size_t at = one->is.behind; at < one->scope; at++) {
		if (!is_name(sink, at, one->is.name))
			continue;
		used = true;
		if (!note_use(sink, one, at))
			return false;
	}
	one->goes_to[INNERMOST] |= !used;
	keep_together(sink, one);
	return true;
}

/* ---- may they? ---- */

/* Of "&a[i]" the address is that of an element. */
static bool is_set(const struct lexemes *lexemes, size_t at)
{
	return split_is_set(lexemes, at) && !(lexeme_is(lexemes, at - 1, "&") &&
					      lexeme_is(lexemes, at + 1, "["));
}

/* Does a call begin here, or a macro like one? */
static bool opens_call(const struct lexemes *lexemes, size_t at)
{
	static const char *const controls[] = {
		"if", "for", "while", "switch", "return", "sizeof", NULL};
	static const char *const called[] = {")", "]", "}", ">", NULL};

	return lexeme_is(lexemes, at, "(") &&
	       (lexeme_is_among(lexemes, at - 1, called) ||
		(lexeme_has_kind(lexemes, at - 1, LEXEME_WORD) &&
		 !lexeme_is_among(lexemes, at - 1, controls)));
}

/* Is it handed on by itself, "f(n, row)"? Macros and references may set it. */
static bool is_lent(const struct lexemes *lexemes, size_t at)
{
	static const char *const before[] = {"(", ",", "?", ":", NULL};
	static const char *const behind[] = {")", ",", ":", NULL};
	static const char *const ends[] = {"{", "}", ";", NULL};
	int depth = 0;

	if (!lexeme_is_among(lexemes, at - 1, before) ||
	    !lexeme_is_among(lexemes, at + 1, behind))
		return false;
	for (at--; at && !lexeme_is_among(lexemes, at, ends); at--) {
		if (!depth && opens_call(lexemes, at))
			return true;
		depth += lexeme_is(lexemes, at, ")");
		depth -= depth && lexeme_is(lexemes, at, "(");
	}
	return false;
}

/* Does a name in it, or its own, get another value or meaning? */
static bool is_same(const struct sink *sink, const struct one *one)
{
	for (size_t word = one->is.name; word < one->is.behind; word++) {
		if (!lexeme_has_kind(sink->lexemes, word, LEXEME_WORD))
			continue;
		for (size_t at = one->is.behind; at < one->scope; at++)
			if (is_name(sink, at, word) &&
			    (is_set(sink->lexemes, at) ||
			     is_lent(sink->lexemes, at)))
				return refuse(sink, one,
					      "sets one of its names", at);
	}
	return true;
}

static bool has_line(const struct sink *sink, const struct one *one)
{
	const struct lexemes *lexemes = sink->lexemes;
	const struct lexeme *last = &lexemes->list[one->is.behind - 1];
	struct range range =
		layout_statement(lexemes, one->is.first, one->is.behind);

	return (range.end > last->end &&
		lexemes->list[one->is.first].line == last->line &&
		!split_comment_goes_on(lexemes, one->is.behind - 1)) ||
	       refuse(sink, one, "holds more, or not all of it", one->is.first);
}

static bool lists(const struct sink *sink, const char *list, const char *key,
		  size_t word)
{
	const json_t *of = json_object_get(sink->record, list);

	for (size_t i = 0; i < json_array_size(of); i++)
		if (split_names(sink->lexemes, word,
				loop_word(json_array_get(of, i), key)))
			return true;
	return false;
}

/* Does it read pointers to rows, which stay what they are? */
static bool is_table(const struct sink *sink, const struct one *one)
{
	const json_t *list = json_object_get(sink->record, "refs"), *reference;
	size_t index;

	if (!one->is.table)
		return true;
	json_array_foreach(list, index, reference)
	{
		if (loop_is_table(sink->record, reference) &&
		    split_names(sink->lexemes, one->is.table,
				loop_word(reference, "base")))
			return true;
	}
	return refuse(sink, one, "reads what is no table of pointers",
		      one->is.first);
}

/*
 * Is it a number, whatever macros, references and operators there are? The
 * record knows what addresses are made of: names of which it speaks do not
 * change in the nest. Of all others nothing is known.
 */
static bool is_known(const struct sink *sink, size_t word)
{
	const struct lexemes *lexemes = sink->lexemes;
	struct definition by;

	if (!lexeme_has_kind(lexemes, word, LEXEME_WORD) ||
	    definition_has_plain(lexemes, word) ||
	    lists(sink, "params", "name", word) ||
	    lists(sink, "refs", "base", word) ||
	    band_counts(lexemes, sink->band, word, word) ||
	    definition_is_number(lexemes, word))
		return true;
	if (!definition_find(lexemes, word, sink->band->first, &by))
		return false;
	for (size_t at = by.name + 2; at < by.behind; at++)
		if (!is_known(sink, at))
			return false;
	return true;
}

static bool are_known(const struct sink *sink, const struct one *one)
{
	for (size_t at = one->is.name + 2; at < one->is.behind; at++)
		if (!is_known(sink, at))
			return refuse(sink, one,
				      "has a name that no address is made of",
				      at);
	return true;
}

/* Of statements that come apart, what may not move is told when they do. */
static bool may_move(struct sink *sink, struct one *one)
{
	size_t told = sink->reason->length;

	if (is_table(sink, one) && are_known(sink, one) && is_same(sink, one) &&
	    has_line(sink, one) && find_uses(sink, one))
		return true;
	if (one->level != sink->band->split - 1)
		return false;
	text_cut(sink->reason, told);
	memset(one->goes_to, 0, sizeof(one->goes_to));
	one->stays = true;
	return true;
}

static bool are_few(const struct sink *sink)
{
	if (sink->count == MOST_DEFINITIONS)
		text_add(sink->reason,
			 "too many definitions stand between the loops");
	return sink->count < MOST_DEFINITIONS;
}

/* The last one first: it may take others along. */
static bool find_ways(struct sink *sink)
{
	for (int i = sink->count - 1; i >= 0; i--)
		if (!may_move(sink, &sink->list[i]))
			return false;
	return true;
}

/* ---- written ---- */

static void add_line(const struct sink *sink, size_t like, struct text *out)
{
	const struct lexemes *lexemes = sink->lexemes;
	struct range blanks = layout_blanks(lexemes, lexemes->list[like].start);

	text_add(out, layout_newline(lexemes));
	text_add_bytes(out, lexemes->text + blanks.start,
		       blanks.end - blanks.start);
}

/* With what a comment says of it in its line. */
static void add_definition(const struct sink *sink, const struct one *one,
			   size_t like, struct text *out)
{
	const struct lexemes *lexemes = sink->lexemes;
	size_t start = lexemes->list[one->is.first].start;

	add_line(sink, like, out);
	text_add_bytes(out, lexemes->text + start,
		       lexeme_line_end(lexemes, start) - start);
}

/* Behind the line of one lexeme, like the line of the next. */
static bool insert(struct sink *sink, size_t behind, struct text *lines)
{
	const struct lexemes *lexemes = sink->lexemes;
	const struct lexeme *last = &lexemes->list[behind];

	if (lexemes->list[behind + 1].line == last->last_line ||
	    split_comment_goes_on(lexemes, behind)) {
		text_print(sink->reason,
			   "there is no room for a definition in line %d",
			   last->last_line);
		return false;
	}
	edits_insert(&sink->edits, lexeme_line_end(lexemes, last->end),
		     text_string(lines));
	return true;
}

/* Braces for the innermost loop, like those of the one around it. */
static void wrap(struct sink *sink)
{
	const struct lexemes *lexemes = sink->lexemes;
	const struct header *inner = &sink->band->loops[sink->band->count - 1];
	const struct header *outer = inner - 1;
	struct text open = {0}, close = {0};

	if (lexemes->list[outer->body].line == outer->last_line)
		text_add(&open, " ");
	else
		add_line(sink, inner->first, &open);
	text_add(&open, "{");
	edits_insert(&sink->edits, inner->whole.end, text_string(&open));
	add_line(sink, inner->first, &close);
	text_add(&close, "}");
	edits_insert(
		&sink->edits,
		lexeme_line_end(lexemes, lexemes->list[inner->behind - 1].end),
		text_string(&close));
	text_free(&open);
	text_free(&close);
}

static bool write_place(struct sink *sink, int place)
{
	size_t first = sink->places[place].first;
	bool braces = lexeme_is(sink->lexemes, first, "{");
	bool wraps = place == INNERMOST && !braces, good = true;
	size_t behind = place == BEHIND || wraps ? first - 1 : first;
	struct text lines = {0};

	for (int i = 0; i < sink->count; i++)
		if (sink->list[i].goes_to[place])
			add_definition(sink, &sink->list[i], behind + 1,
				       &lines);
	if (lines.length && wraps)
		wrap(sink);
	if (lines.length)
		good = insert(sink, behind, &lines);
	text_free(&lines);
	return good;
}

/* Those in lines that follow each other go as one. */
static void take_out(struct sink *sink)
{
	const struct lexemes *lexemes = sink->lexemes;

	for (int i = 0, last = 0; i < sink->count; i = last + 1) {
		last = i;
		if (sink->list[i].stays)
			continue;
		while (last + 1 < sink->count && !sink->list[last + 1].stays &&
		       lexemes->list[sink->list[last + 1].is.first].line ==
			       lexemes->list[sink->list[last].is.first].line +
				       1)
			last++;
		edits_replace(&sink->edits,
			      layout_statement(lexemes, sink->list[i].is.first,
					       sink->list[last].is.behind),
			      "");
	}
}

static void begin(struct sink *sink, const struct lexemes *lexemes,
		  const struct reshape *reshape, const struct band *band)
{
	*sink = (struct sink){.lexemes = lexemes, .band = band};
	sink->apart =
		reshape->split && reshape_around(reshape) < reshape->split;
	if (!reshape->abreast)
		find_all(sink, reshape);
}

bool sink_is_needed(const struct lexemes *lexemes,
		    const struct reshape *reshape, const struct band *band)
{
	struct sink sink;

	begin(&sink, lexemes, reshape, band);
	return sink.count > 0;
}

bool sink_write(const struct lexemes *lexemes, const json_t *record,
		const struct reshape *reshape, const struct band *band,
		struct text *out, json_t **moved, struct text *reason)
{
	struct sink sink;
	bool good;

	begin(&sink, lexemes, reshape, band);
	sink.record = record;
	sink.reason = reason;
	find_places(&sink);
	good = are_few(&sink) && find_ways(&sink);
	for (int place = 0; good && place < PLACES; place++)
		good = write_place(&sink, place);
	if (good)
		take_out(&sink);
	if (good &&
	    !edits_apply(&sink.edits, lexemes->text, lexemes->length, out)) {
		text_add(reason, "definitions meet the heads of loops");
		good = false;
	}
	if (good)
		*moved = edits_move_loops(&sink.edits, lexemes, record);
	edits_free(&sink.edits);
	return good;
}
