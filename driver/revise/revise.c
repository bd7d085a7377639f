/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of a nest in another order or in tiles.
 */
#include "revise.h"

#include <stdlib.h>
#include <string.h>

#include "abreast.h"
#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "edit.h"
#include "fold.h"
#include "layout.h"
#include "nest/apart.h"
#include "scalar.h"
#include "second.h"
#include "source/band.h"
#include "source/collapse.h"
#include "source/lexeme.h"
#include "split.h"
#include "tiling.h"

struct draft {
	const json_t *record;
	const struct reshape *reshape;
	const struct lexemes *lexemes;
	struct band band;
	struct tiling *tiling;
	struct abreast *abreast; /* NULL where no iterations go so */
	int wide; /* the loop whose counter gets 64 bits, or -1 */
	struct edits edits;
};

/* The head of a loop and what stays with it when it moves. */
struct slot {
	struct range head; /* with comments in its line, before other words */
	struct range tail; /* a comment that ends the line */
	bool holds_tail;   /* may one stand there? */
};

static size_t first_comment(const struct lexemes *lexemes, size_t byte)
{
	size_t at = 0;

	while (at < lexemes->comment_count &&
	       lexemes->comments[at].start < byte)
		at++;
	return at;
}

/* Where the blanks at the end of a range begin. */
static size_t trimmed(const struct lexemes *lexemes, size_t start, size_t end)
{
	while (end > start && strchr(" \t\r", lexemes->text[end - 1]))
		end--;
	return end;
}

/* Behind the comments that follow a byte in its line. */
static size_t behind_comments(const struct lexemes *lexemes, size_t byte,
			      size_t limit)
{
	for (size_t i = first_comment(lexemes, byte);
	     i < lexemes->comment_count && lexemes->comments[i].start < limit &&
	     lexemes->comments[i].last_line == lexemes->comments[i].line;
	     i++)
		byte = lexemes->comments[i].end;
	return byte;
}

/* The first word from a byte on; ends of statements are none. */
static size_t next_word(const struct lexemes *lexemes, size_t byte)
{
	size_t at = lexeme_from(lexemes, byte);

	while (lexeme_has_kind(lexemes, at, LEXEME_END))
		at++;
	return at < lexemes->count ? lexemes->list[at].start : lexemes->length;
}

/* The comment that ends the line and begins behind "byte". */
static void find_tail(const struct lexemes *lexemes, size_t byte,
		      struct slot *slot)
{
	size_t end = lexeme_line_end(lexemes, byte);
	size_t comment = first_comment(lexemes, byte);

	slot->tail = (struct range){byte, byte};
	slot->holds_tail = next_word(lexemes, byte) >= end &&
			   trimmed(lexemes, byte, end) == byte;
	if (next_word(lexemes, byte) < end ||
	    comment == lexemes->comment_count ||
	    lexemes->comments[comment].start >= end)
		return;
	if (behind_comments(lexemes, byte, end) ==
	    trimmed(lexemes, byte, end)) {
		slot->tail.end = trimmed(lexemes, byte, end);
		slot->holds_tail = true;
	}
}

static struct slot find_slot(const struct lexemes *lexemes,
			     const struct header *header)
{
	struct slot slot = {.head = header->whole};
	size_t end = lexeme_line_end(lexemes, header->whole.end);
	size_t next = next_word(lexemes, header->whole.end);

	if (next < end) {
		slot.head.end =
			behind_comments(lexemes, header->whole.end, next);
		if (lexeme_is(lexemes, lexeme_from(lexemes, next), "{")) {
			find_tail(lexemes,
				  lexemes->list[lexeme_from(lexemes, next)].end,
				  &slot);
			return slot;
		}
	}
	find_tail(lexemes, slot.head.end, &slot);
	return slot;
}

/* The text of a head with the comments behind it, as it shall be. */
static void add_head(const struct draft *draft, int loop, bool whole,
		     struct slot *from, const struct slot *to, struct text *out)
{
	const struct lexemes *lexemes = draft->lexemes;
	const struct header *header = &draft->band.loops[loop];
	struct text own = {0};

	if (loop == draft->wide)
		collapse_add_head(lexemes, header, &own);
	else if (whole)
		tiling_add_whole(draft->tiling, loop, &own);
	else
		tiling_add_point(draft->tiling, loop, &own);
	text_add_bytes(&own, lexemes->text + header->whole.end,
		       from->head.end - header->whole.end);
	layout_add_moved(lexemes, &own, from->head.start, to->head.start, out);
	text_free(&own);
}

static char *bytes(const struct lexemes *lexemes, struct range range)
{
	struct text copy = {0};
	char *result;

	text_add_bytes(&copy, lexemes->text + range.start,
		       range.end - range.start);
	result = memory_string(text_string(&copy));
	text_free(&copy);
	return result;
}

/* Does the head that comes to a place stand around no more than statements that
   are not in the tiles? */
static bool stays_whole(const struct draft *draft, int place)
{
	return reshape_cuts_inside(draft->reshape) &&
	       split_is_beside(draft->reshape, &draft->band, place);
}

/* Put the head of a loop into the place of another. */
static bool move_head(struct draft *draft, struct slot *slots, int place,
		      struct text *reason)
{
	int loop = split_loop_at(draft->reshape, &draft->band, place);
	struct slot *from = &slots[loop], *to = &slots[place];
	bool has_tail = !range_is_empty(from->tail);
	bool whole = !draft->reshape->tile[loop] || stays_whole(draft, place);
	struct text head = {0};
	char *tail;

	if (loop == place && whole && loop != draft->wide)
		return true;
	if (loop != place && has_tail && !to->holds_tail) {
		text_print(reason,
			   "the comment in line %d has no room elsewhere",
			   draft->band.loops[loop].last_line);
		return false;
	}
	add_head(draft, loop, whole, from, to, &head);
	edits_replace(&draft->edits, to->head, text_string(&head));
	text_free(&head);
	tail = bytes(draft->lexemes, from->tail);
	if (loop != place && (has_tail || !range_is_empty(to->tail)))
		edits_replace(&draft->edits, to->tail, tail);
	free(tail);
	return true;
}

/* A loop whose bounds another one sets must stay within that. */
static bool keeps_bounds(const struct draft *draft, struct text *reason)
{
	const struct reshape *reshape = draft->reshape;

	for (int i = 0; i < reshape->count; i++)
		for (int j = i + 1; j < reshape->count; j++) {
			int outer = reshape->order[i];
			int inner = reshape->order[j];

			if (!band_mentions(draft->lexemes, &draft->band, outer,
					   inner))
				continue;
			text_print(reason,
				   "the head of the loop in line %d uses the "
				   "counter of the other in line %d",
				   draft->band.loops[outer].line,
				   draft->band.loops[inner].line);
			return false;
		}
	return true;
}

static bool exchange(struct draft *draft, struct text *reason)
{
	struct slot slots[RESHAPE_MOST];

	for (int i = 0; i < draft->band.count; i++)
		slots[i] = find_slot(draft->lexemes, &draft->band.loops[i]);
	for (int i = 0; i < draft->band.count; i++)
		if (!move_head(draft, slots, i, reason))
			return false;
	return true;
}

/* Heads and ends of loops in their new places. */
static bool edit_loops(struct draft *draft, const char *unit,
		       struct text *reason)
{
	struct text again = {0};

	if (draft->abreast) {
		abreast_edit(draft->abreast, unit, &draft->edits);
		return true;
	}
	if (!exchange(draft, reason))
		return false;
	tiling_edit(draft->tiling, unit, &draft->edits);
	if (apart_is(draft->record, draft->reshape))
		directive_add_again(draft->lexemes, draft->record,
				    draft->reshape, &draft->band, &again);
	split_edit(draft->lexemes, draft->reshape, &draft->band, draft->tiling,
		   unit, again.length ? text_string(&again) : NULL,
		   &draft->edits);
	text_free(&again);
	return true;
}

static bool write_once(struct draft *draft, const char *unit, struct text *out,
		       struct text *reason)
{
	bool good = directive_fit(draft->lexemes, draft->record, draft->reshape,
				  &draft->band, &draft->edits, reason) &&
		    edit_loops(draft, unit, reason);

	if (good && !edits_apply(&draft->edits, draft->lexemes->text,
				 draft->lexemes->length, out)) {
		text_print(reason, "the heads of the loops meet");
		good = false;
	}
	edits_free(&draft->edits);
	return good;
}

static bool write(struct draft *draft, bool moves, struct text *out,
		  struct text *reason)
{
	struct text unit = {0};
	bool good;

	if (moves)
		layout_unit(draft->lexemes, &draft->band, &unit);
	good = write_once(draft, text_string(&unit), out, reason);
	text_free(&unit);
	return good;
}

/* Put heads that are too long for a line into two. */
static bool write_folded(struct draft *draft, bool moves, struct text *out,
			 struct text *reason)
{
	struct text text = {0};
	bool good = write(draft, moves, &text, reason) &&
		    fold_heads(draft->tiling, &text, out, reason);

	text_free(&text);
	return good;
}

/* Lines are moved in for the tiles, unless they become too long by that. */
static bool write_narrow(struct draft *draft, struct text *out,
			 struct text *reason)
{
	const struct lexemes *lexemes = draft->lexemes;
	struct text text = {0};
	bool good = true, wide = true;

	for (int i = 0; good && wide && i < 4; i++) {
		text_free(&text);
		good = (i < 2 ? write : write_folded)(draft, i % 2 == 0, &text,
						      reason);
		wide = layout_is_wider(text_string(&text), lexemes->text,
				       lexemes->form);
	}
	if (good && wide)
		text_print(reason, "a line would become too long for Fortran");
	else if (good)
		text_add_bytes(out, text_string(&text), text.length);
	text_free(&text);
	return good && !wide;
}

/* Loops that may be left early or passed by are no band. */
static bool is_plain(const json_t *record, const struct reshape *reshape,
		     struct text *reason)
{
	const json_t *nest = json_object_get(record, "nest");

	for (int i = 0; i < reshape->count; i++) {
		const json_t *loop = json_array_get(nest, reshape->first + i);

		if (!loop) {
			text_print(reason, "the record has no such loop");
			return false;
		}
		if (json_is_true(json_object_get(loop, "early_exit")) ||
		    (i && json_is_true(json_object_get(loop, "conditional")))) {
			text_print(reason,
				   "the loop over '%s' does not always "
				   "run, or not to its end",
				   json_string_value(
					   json_object_get(loop, "var")));
			return false;
		}
	}
	return true;
}

static bool read_band(struct draft *draft, struct text *reason)
{
	return band_read(draft->lexemes, draft->record, draft->reshape,
			 &draft->band, reason) &&
	       band_is_clear(draft->lexemes, &draft->band, reason);
}

static bool write_band(struct draft *draft, struct text *out,
		       struct text *reason)
{
	const struct reshape *reshape = draft->reshape;

	if (!split_is_clear(draft->lexemes, draft->record, &draft->band,
			    reason) ||
	    (apart_is(draft->record, reshape) &&
	     !second_may_stand(draft->lexemes, draft->record, &draft->band,
			       reason)) ||
	    !keeps_bounds(draft, reason) ||
	    !collapse_widen(draft->lexemes, draft->record, reshape,
			    &draft->band, &draft->wide, reason))
		return false;
	draft->tiling = tiling_new(draft->lexemes, draft->record, reshape,
				   &draft->band, reason);
	if (!draft->tiling)
		return false;
	if (reshape->abreast) {
		draft->abreast =
			abreast_new(draft->lexemes, draft->record, reshape,
				    &draft->band, draft->tiling, reason);
		if (!draft->abreast)
			return false;
	}
	return write_narrow(draft, out, reason);
}

/* What is made of the source is made of another text of it instead. */
static bool write_next(const struct draft *draft, const struct text *source,
		       const json_t *moved, struct text *out,
		       struct text *reason)
{
	struct lexemes lexemes = {0};
	struct draft next = {.record = moved,
			     .reshape = draft->reshape,
			     .lexemes = &lexemes};
	bool good = lexemes_read(&lexemes, text_string(source), source->length,
				 draft->lexemes->form, reason) &&
		    read_band(&next, reason) && write_band(&next, out, reason);

	tiling_free(next.tiling);
	abreast_free(next.abreast);
	lexemes_free(&lexemes);
	return good;
}

/* Of the one with elements. */
static bool write_elements(struct draft *draft, struct text *out,
			   struct text *reason)
{
	struct text source = {0};
	json_t *moved = NULL;
	bool good = scalar_replace(draft->lexemes, draft->record, &draft->band,
				   &source, &moved, reason) &&
		    write_next(draft, &source, moved, out, reason);

	json_decref(moved);
	text_free(&source);
	return good;
}

static bool read_and_write(struct draft *draft, struct text *out,
			   struct text *reason)
{
	if (!is_plain(draft->record, draft->reshape, reason) ||
	    !read_band(draft, reason))
		return false;
	return (draft->reshape->element ? write_elements
					: write_band)(draft, out, reason);
}

/* Add what the band declares: its parts come into blocks of their own. */
static char **with_declared(const struct draft *draft, char **names)
{
	const struct lexemes *lexemes = draft->lexemes;
	const struct header *outer = &draft->band.loops[0];
	size_t count = 0;

	while (names && names[count])
		count++;
	for (size_t at = outer->body; at < outer->behind; at++) {
		const struct lexeme *one = &lexemes->list[at];

		if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
		    !split_is_declared(lexemes, at))
			continue;
		names = memory_grow(names, count + 2, sizeof(*names));
		names[count++] =
			memory_print("%.*s", (int)(one->end - one->start),
				     lexemes->text + one->start);
	}
	names = memory_grow(names, count + 1, sizeof(*names));
	names[count] = NULL;
	return names;
}

char **revise_names(const json_t *record, const struct reshape *reshape,
		    const char *path, const char *source, size_t length)
{
	struct lexemes lexemes;
	struct draft draft = {
		.record = record, .reshape = reshape, .lexemes = &lexemes};
	struct text ignored = {0};
	char **names = NULL;
	bool good = lexemes_read(&lexemes, source, length, lexeme_form(path),
				 &ignored) &&
		    read_band(&draft, &ignored);

	if (good && reshape->abreast)
		draft.tiling = tiling_new(draft.lexemes, record, reshape,
					  &draft.band, &ignored);
	if (draft.tiling)
		draft.abreast =
			abreast_new(draft.lexemes, record, reshape, &draft.band,
				    draft.tiling, &ignored);
	if (draft.abreast)
		names = abreast_names(draft.abreast);
	if (good && (names || !reshape->abreast))
		names = with_declared(&draft, names);
	tiling_free(draft.tiling);
	abreast_free(draft.abreast);
	lexemes_free(&lexemes);
	text_free(&ignored);
	return names;
}

bool revise_read(const json_t *record, const struct reshape *reshape,
		 const struct lexemes *lexemes, struct text *out,
		 struct text *reason)
{
	struct draft draft = {
		.record = record, .reshape = reshape, .lexemes = lexemes};
	struct text text = {0}, why = {0};
	bool good = read_and_write(&draft, &text, &why);

	if (good)
		text_add_bytes(out, text_string(&text), text.length);
	else
		text_add(reason, text_string(&why));
	tiling_free(draft.tiling);
	abreast_free(draft.abreast);
	text_free(&text);
	text_free(&why);
	return good;
}

bool revise(const json_t *record, const struct reshape *reshape,
	    const char *path, const char *source, size_t length,
	    struct text *out, struct text *reason)
{
	struct lexemes lexemes;
	bool good = lexemes_read(&lexemes, source, length, lexeme_form(path),
				 reason) &&
		    revise_read(record, reshape, &lexemes, out, reason);

	lexemes_free(&lexemes);
	return good;
}
