/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A band of loops found in the source.
 */
#include "band.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "definition.h"
#include "record/loop.h"

#define DEEPEST 100 /* #if within each other */

static int line_of(const json_t *object)
{
	return (int)json_integer_value(json_object_get(object, "line"));
}

static bool is_shared(const json_t *loop)
{
	return json_is_integer(json_object_get(loop, "omp"));
}

/* Is the word in the bytes, by itself and in any case? */
static bool holds_word(const struct lexemes *lexemes, struct range range,
		       const char *word)
{
	size_t length = strlen(word);

	for (size_t at = range.start; at + length <= range.end; at++)
		if (strncasecmp(lexemes->text + at, word, length) == 0 &&
		    !isalnum((unsigned char)lexemes->text[at - 1]) &&
		    (at + length == range.end ||
		     !isalnum((unsigned char)lexemes->text[at + length])))
			return true;
	return false;
}

static struct range range_of(const struct lexeme *lexeme)
{
	return (struct range){lexeme->start, lexeme->end};
}

/* Is the lexeme a directive of OpenMP? */
static bool is_openmp(const struct lexemes *lexemes, size_t at)
{
	struct range range = range_of(&lexemes->list[at]);

	if (!lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
		return false;
	range.start++;
	if (!holds_word(lexemes, range, "omp") &&
	    !(lexemes->text[range.start] == '$' &&
	      strncasecmp(lexemes->text + range.start + 1, "omp", 3) == 0))
		return false;
	return lexemes->form == LEXEME_C || !holds_word(lexemes, range, "end");
}

static bool names(const struct lexemes *lexemes, size_t at, const char *word,
		  const char *const *others)
{
	struct range range = range_of(&lexemes->list[at]);
	bool other = false;

	range.start++;
	for (int i = 0; others[i]; i++)
		other |= holds_word(lexemes, range, others[i]);
	return is_openmp(lexemes, at) && holds_word(lexemes, range, word) &&
	       !other;
}

bool band_is_parallel(const struct lexemes *lexemes, size_t at)
{
	static const char *const others[] = {"for",    "sections", "loop",
					     "master", "masked",   "target",
					     "teams",  NULL};

	return names(lexemes, at, "parallel", others);
}

bool band_is_barrier(const struct lexemes *lexemes, size_t at)
{
	static const char *const others[] = {NULL};

	return names(lexemes, at, "barrier", others);
}

/* The loop behind a directive of Fortran, if one stands there. */
static size_t behind_names(const struct lexemes *lexemes, size_t at)
{
	if (lexeme_has_kind(lexemes, at, LEXEME_NUMBER))
		at++;
	if (lexemes->form != LEXEME_C &&
	    lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	    lexeme_is(lexemes, at + 1, ":"))
		at += 2;
	return at;
}

static const char *keyword(const struct lexemes *lexemes)
{
	return lexemes->form == LEXEME_C ? "for" : "do";
}

/*
 * The directive of the record. In C that is where the record says; a record of
 * Fortran may speak of a line behind it.
 */
static size_t find_directive(const struct lexemes *lexemes, int line)
{
	for (size_t at = lexemes->count; at-- > 0;) {
		const struct lexeme *lexeme = &lexemes->list[at];
		size_t loop = behind_names(lexemes, at + 1);

		if (lexeme->line > line || !is_openmp(lexemes, at))
			continue;
		if (lexeme->last_line >= line)
			return at;
		if (lexemes->form == LEXEME_C)
			break;
		if (lexeme_is(lexemes, loop, "do"))
			return at;
	}
	return lexemes->count;
}

static bool tells_other_lines(const struct lexemes *lexemes,
			      struct text *reason)
{
	for (size_t at = 0; at < lexemes->count; at++) {
		const struct lexeme *lexeme = &lexemes->list[at];
		const char *text = lexemes->text + lexeme->start;

		if (lexeme->kind != LEXEME_DIRECTIVE || *text != '#')
			continue;
		text += 1 + strspn(text + 1, " \t");
		if (!lexeme_is_directive(lexemes, at, "line") &&
		    !isdigit((unsigned char)*text))
			continue;
		text_print(reason, "line %d gives the lines other numbers",
			   lexeme->line);
		return true;
	}
	return false;
}

/* How the construct begins; of Fortran the directive stands alone. */
static bool find_opening(const struct lexemes *lexemes, int line,
			 struct opening *opening, struct text *reason)
{
	size_t directive = find_directive(lexemes, line);

	if (directive < lexemes->count && lexemes->form == LEXEME_C)
		return opening_of_directive(lexemes, directive, opening,
					    reason);
	*opening =
		(struct opening){.directive = directive,
				 .first = directive,
				 .loop = behind_names(lexemes, directive + 1)};
	if (directive < lexemes->count ||
	    (lexemes->form == LEXEME_C &&
	     opening_of_macro(lexemes, line, opening)))
		return true;
	text_print(reason, "no directive stands in line %d%s", line,
		   lexemes->form == LEXEME_C
			   ? ", or a macro makes it together with its loop; "
			     "a 'for' that stands in the source itself can be "
			     "changed"
			   : "");
	return false;
}

/* What stands there may be a macro that makes the loop. */
static void tell_no_loop(const struct lexemes *lexemes, size_t directive,
			 size_t at, struct text *reason)
{
	text_print(reason,
		   "no loop stands right behind the directive in line %d",
		   lexemes->list[directive].line);
	if (lexeme_has_kind(lexemes, at, LEXEME_WORD)) {
		text_add(reason, ", but '");
		text_add_bytes(reason, lexemes->text + lexemes->list[at].start,
			       lexemes->list[at].end - lexemes->list[at].start);
		text_add(reason, "'; a loop that stands in the source itself "
				 "can be changed");
	}
}

/* The construct's own loop, and where it ends. */
static bool find_construct(const struct lexemes *lexemes, const json_t *record,
			   struct band *band, struct text *reason)
{
	struct header header;
	size_t loop;

	if (!find_opening(lexemes, line_of(record), &band->opening, reason))
		return false;
	band->directive = band->opening.directive;
	loop = band->opening.loop;
	if (!lexeme_is(lexemes, loop, keyword(lexemes))) {
		tell_no_loop(lexemes, band->directive, loop, reason);
		return false;
	}
	band->first = loop;
	if (lexemes->form != LEXEME_C) {
		if (!doloop_read(lexemes, loop, &header, reason))
			return false;
		band->behind = header.behind;
		return true;
	}
	band->behind = forloop_behind(lexemes, loop);
	if (!band->behind)
		text_print(reason,
			   "where the loop in line %d ends is not clear",
			   lexemes->list[loop].line);
	return band->behind;
}

/* Shared loops of Fortran that have a step are counted by GCC, from 0 on. */
static bool is_counted_by_gcc(const struct lexemes *lexemes,
			      const struct header *header, const json_t *loop)
{
	return lexemes->form != LEXEME_C && is_shared(loop) &&
	       !range_is_empty(header->step) &&
	       strncmp(loop_word(loop, "var"), "count", strlen("count")) == 0;
}

/* A head that counts as the record says, in its line. */
static bool fits(const struct lexemes *lexemes, const struct header *header,
		 const json_t *loop, struct text *reason)
{
	const char *name = loop_word(loop, "var");
	int line = line_of(loop);

	if (!header_counts(lexemes, header, name) &&
	    !is_counted_by_gcc(lexemes, header, loop)) {
		text_print(reason,
			   "the loop in line %d is not the one over '%s'",
			   header->line, name);
		return false;
	}
	if (is_shared(loop) ||
	    (header->line <= line && line <= header->last_line))
		return true;
	text_print(reason,
		   "the loop over '%s' stands in line %d by its record, and "
		   "in line %d of the source",
		   name, line, header->line);
	return false;
}

/* Somewhere within the construct; false if there is none, or several. */
static bool find_inner(const struct lexemes *lexemes, const json_t *loop,
		       const struct band *band, struct header *header,
		       struct text *reason)
{
	int found = 0, line = line_of(loop);
	struct text why = {0};

	for (size_t at = band->first; at < band->behind; at++) {
		struct header other;

		if (!lexeme_is(lexemes, at, keyword(lexemes)) ||
		    (!is_shared(loop) && lexemes->list[at].line > line))
			continue;
		text_cut(&why, 0);
		if (!header_read(lexemes, at, &other, &why) ||
		    !fits(lexemes, &other, loop, &why))
			continue;
		*header = other;
		found++;
	}
	if (found > 1)
		text_print(reason, "several loops over '%s' stand in line %d",
			   loop_word(loop, "var"), line);
	else if (!found)
		text_print(reason, "no loop over '%s' is found in line %d%s%s",
			   loop_word(loop, "var"), line, why.length ? ": " : "",
			   text_string(&why));
	text_free(&why);
	return found == 1;
}

static bool stands_between(const struct lexemes *lexemes, size_t at,
			   struct text *reason)
{
	bool directive = lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE);

	text_print(reason, "%s stands between the loops in line %d%s",
		   directive ? "a line for the compiler or its preprocessor"
			     : "something else",
		   at < lexemes->count ? lexemes->list[at].line : 0,
		   directive ? ""
			     : "; inside the innermost of them it would be out "
			       "of the way");
	return false;
}

/* Outer loops that keep their place. */
static int outer_loops_kept(const struct reshape *reshape)
{
	int count = 0;

	while (!reshape->collapse && count < reshape->count &&
	       reshape->order[count] == count)
		count++;
	return count;
}

/* The head right within the loop; a loop that keeps its place may define
   variables before. */
static bool find_next(const struct lexemes *lexemes, const struct header *loop,
		      bool kept, size_t *next, struct text *reason)
{
	size_t at = loop->body;
	struct definition definition;

	while (lexemes->form == LEXEME_C && lexeme_is(lexemes, at, "{"))
		at++;
	while (kept && definition_read(lexemes, at, &definition))
		at = definition.behind;
	at = behind_names(lexemes, at);
	if (!lexeme_is(lexemes, at, keyword(lexemes)))
		return stands_between(lexemes, at, reason);
	*next = at;
	return true;
}

/* The only loop among the statements within the loop's braces. */
static bool find_among(const struct lexemes *lexemes, const struct header *loop,
		       size_t *next, struct text *reason)
{
	size_t at = loop->body, close = loop->behind - 1;
	int found = 0;

	if (lexemes->form != LEXEME_C || !lexeme_is(lexemes, at, "{"))
		return stands_between(lexemes, at, reason);
	for (at++; at && at < close; at = forloop_behind(lexemes, at)) {
		if (lexeme_is(lexemes, at, keyword(lexemes))) {
			*next = at;
			found++;
		}
	}
	if (at != close || found != 1)
		text_print(reason,
			   "which statements stand beside the loop within "
			   "that in line %d is not clear",
			   loop->line);
	return at == close && found == 1;
}

/* Nothing behind the inner loop either. */
static bool is_all_of(const struct lexemes *lexemes, const struct header *inner,
		      const struct header *outer, struct text *reason)
{
	size_t at = inner->behind;

	if (lexemes->form != LEXEME_C)
		return at == outer->end || stands_between(lexemes, at, reason);
	while (at < outer->behind && lexeme_is(lexemes, at, "}"))
		at++;
	return at == outer->behind || stands_between(lexemes, at, reason);
}

/* "#pragma GCC ivdep", "!$omp simd": it speaks of the loop behind it. */
static bool is_pragma(const struct lexemes *lexemes, size_t at)
{
	return lexemes->text[lexemes->list[at].start] != '#' ||
	       lexeme_is_directive(lexemes, at, "pragma");
}

/* An inner loop that no pragma speaks of, so that others may take its place. */
static bool is_free(const struct lexemes *lexemes, const struct header *loop,
		    struct text *reason)
{
	size_t at = loop->first;

	if (lexemes->form != LEXEME_C && lexeme_is(lexemes, at - 1, ":"))
		at -= 2;
	while (lexeme_has_kind(lexemes, --at, LEXEME_DIRECTIVE))
		if (is_pragma(lexemes, at)) {
			text_print(reason,
				   "line %d speaks to the compiler of the loop "
				   "behind it",
				   lexemes->list[at].line);
			return false;
		}
	return true;
}

static bool find_outermost(const struct lexemes *lexemes, const json_t *record,
			   int first, struct band *band, struct text *reason)
{
	const json_t *loop = loop_nested(record, first);

	if (first > 0)
		return find_inner(lexemes, loop, band, &band->loops[0],
				  reason) &&
		       is_free(lexemes, &band->loops[0], reason);
	return header_read(lexemes, band->first, &band->loops[0], reason) &&
	       fits(lexemes, &band->loops[0], loop, reason);
}

static bool is_in_one_file(const json_t *record, int first, int count,
			   struct text *reason)
{
	const char *file = loop_word(record, "file");

	for (int i = 0; i < count; i++) {
		const json_t *loop = loop_nested(record, first + i);

		if (strcmp(file, loop_word(loop, "file")) == 0)
			continue;
		text_print(reason, "the loop over '%s' stands in another file",
			   loop_word(loop, "var"));
		return false;
	}
	return true;
}

static bool find_loop(const struct lexemes *lexemes, const json_t *record,
		      const struct reshape *reshape, int index,
		      struct band *band, struct text *reason)
{
	const struct header *outer = &band->loops[index - 1];
	struct header *loop = &band->loops[index];
	bool beside = index == reshape->split;
	bool kept = index <= outer_loops_kept(reshape);
	size_t next = 0;

	if (!(beside ? find_among(lexemes, outer, &next, reason)
		     : find_next(lexemes, outer, kept, &next, reason)) ||
	    !header_read(lexemes, next, loop, reason) ||
	    !fits(lexemes, loop, loop_nested(record, reshape->first + index),
		  reason))
		return false;
	return beside ? is_free(lexemes, loop, reason)
		      : is_all_of(lexemes, loop, outer, reason);
}

bool band_read(const struct lexemes *lexemes, const json_t *record,
	       const struct reshape *reshape, struct band *band,
	       struct text *reason)
{
	memset(band, 0, sizeof(*band));
	band->count = reshape->count;
	band->split = reshape->split;
	if (tells_other_lines(lexemes, reason) ||
	    !is_in_one_file(record, reshape->first, reshape->count, reason) ||
	    !find_construct(lexemes, record, band, reason) ||
	    !find_outermost(lexemes, record, reshape->first, band, reason))
		return false;
	for (int i = 1; i < reshape->count; i++)
		if (!find_loop(lexemes, record, reshape, i, band, reason))
			return false;
	return true;
}

bool band_mentions(const struct lexemes *lexemes, const struct band *band,
		   int loop, int counter)
{
	const struct header *header = &band->loops[loop];
	size_t name = header_at(lexemes, band->loops[counter].counter);

	for (size_t at = header->first; at <= header->last; at++)
		if (lexeme_same(lexemes, at, name))
			return true;
	return false;
}

static bool is_jump(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {
		"goto", "setjmp", "longjmp", "sigsetjmp", "siglongjmp", NULL};

	for (int i = 0; words[i]; i++)
		if (lexeme_is(lexemes, at, words[i]))
			return true;
	return lexemes->form != LEXEME_C && lexeme_is(lexemes, at, "go") &&
	       lexeme_is(lexemes, at + 1, "to");
}

static bool has_jumps(const struct lexemes *lexemes, const struct band *band,
		      struct text *reason)
{
	for (size_t at = band->first; at < band->behind; at++)
		if (is_jump(lexemes, at)) {
			text_print(reason, "line %d jumps",
				   lexemes->list[at].line);
			return true;
		}
	return false;
}

/* What a loop of Fortran or a bracket adds to the depth of what follows. */
static int deepens(const struct lexemes *lexemes, size_t at)
{
	static const char *const opening[] = {"(", "[", "{"};
	static const char *const closing[] = {")", "]", "}"};

	for (int i = 0; i < 3; i++) {
		if (lexeme_is(lexemes, at, opening[i]))
			return 1;
		if (lexeme_is(lexemes, at, closing[i]))
			return -1;
	}
	if (lexemes->form == LEXEME_C)
		return 0;
	if (lexeme_is(lexemes, at, "enddo"))
		return -1;
	if (!lexeme_is(lexemes, at, "do"))
		return 0;
	return at && lexeme_is(lexemes, at - 1, "end") ? -1 : 1;
}

bool band_tells_line(const struct lexemes *lexemes, size_t at, size_t behind)
{
	for (; at < behind; at++)
		if (lexeme_is(lexemes, at, "__LINE__") ||
		    lexeme_is(lexemes, at, "__builtin_LINE"))
			return true;
	return false;
}

/*
 * Are the parts of each #if in these lexemes whole? Those of a body without
 * braces might each be all of it.
 */
static bool has_whole_parts(const struct lexemes *lexemes, size_t first,
			    size_t behind, struct text *reason)
{
	int depths[DEEPEST], count = 0, depth = 0;

	for (size_t at = first; at < behind; at++) {
		bool opens = lexeme_is_directive(lexemes, at, "if") ||
			     lexeme_is_directive(lexemes, at, "ifdef") ||
			     lexeme_is_directive(lexemes, at, "ifndef");
		bool closes = lexeme_is_directive(lexemes, at, "endif");
		bool part = closes ||
			    lexeme_is_directive(lexemes, at, "else") ||
			    lexeme_is_directive(lexemes, at, "elif");
		bool bad =
			opens ? count == DEEPEST || depth < 1
			      : part && (!count || depths[count - 1] != depth);

		if (bad) {
			text_print(reason,
				   "line %d cuts the loops for the "
				   "preprocessor",
				   lexemes->list[at].line);
			return false;
		}
		depth += deepens(lexemes, at);
		if (opens)
			depths[count++] = depth;
		count -= closes;
	}
	if (count)
		text_print(reason, "the preprocessor cuts the loops in two");
	return !count;
}

/* Fixed form ends in column 72, unless flags say otherwise. */
static bool is_narrow(const struct lexemes *lexemes, size_t from, size_t to,
		      struct text *reason)
{
	for (size_t i = 0; i < lexemes->comment_count; i++) {
		const struct lexeme *comment = &lexemes->comments[i];
		size_t line = lexeme_line_start(lexemes, comment->start);

		if (lexemes->form != LEXEME_FIXED || comment->start < from ||
		    comment->start >= to || comment->start - line < 72 ||
		    lexemes->text[comment->start] == '!')
			continue;
		text_print(reason, "line %d is longer than 72 columns",
			   comment->line);
		return false;
	}
	return true;
}

bool band_counts(const struct lexemes *lexemes, const struct band *band,
		 size_t at, size_t name)
{
	for (size_t loop = band->first; loop <= at; loop++) {
		struct header header;
		struct text ignored = {0};
		bool read = lexeme_is(lexemes, loop, keyword(lexemes)) &&
			    header_read(lexemes, loop, &header, &ignored);

		text_free(&ignored);
		if (read && at < header.behind &&
		    header_is_counter(lexemes, &header, name))
			return true;
	}
	return false;
}

/* What a counter holds after its loop may be another with another order. */
static bool is_used_outside(const struct lexemes *lexemes,
			    const struct band *band,
			    const struct header *header, struct text *reason)
{
	const struct header *outer = &band->loops[0];
	size_t name = header_at(lexemes, header->counter);

	if (!range_is_empty(header->type))
		return false;
	for (size_t at = band->first; at < band->behind; at++) {
		if (at == outer->first)
			at = outer->behind;
		if (at >= band->behind || !lexeme_same(lexemes, at, name) ||
		    lexeme_is(lexemes, at - 1, ".") ||
		    lexeme_is(lexemes, at - 1, "->") ||
		    lexeme_is(lexemes, at - 1, "%") ||
		    band_counts(lexemes, band, at, name))
			continue;
		text_print(reason, "line %d uses a counter outside of its loop",
			   lexemes->list[at].line);
		return true;
	}
	return false;
}

/* Two loops of one name hide each other's counters. */
static bool are_different(const struct lexemes *lexemes,
			  const struct band *band, struct text *reason)
{
	for (int i = 0; i < band->count; i++)
		for (int j = 0; j < i; j++)
			if (lexeme_same(
				    lexemes,
				    header_at(lexemes, band->loops[i].counter),
				    header_at(lexemes,
					      band->loops[j].counter))) {
				text_print(reason, "two loops have counters "
						   "of one name");
				return false;
			}
	return true;
}

/* Is there a mark in the range that changes a variable? */
static bool changes(const struct lexemes *lexemes, struct range range)
{
	if (lexemes->form != LEXEME_C)
		return false;
	for (size_t at = header_at(lexemes, range);
	     at < lexemes->count && lexemes->list[at].start < range.end; at++)
		if (lexeme_assigns(lexemes, at))
			return true;
	return false;
}

/* Is the variable set here: "n = 2", "n++", or lent by its address? */
static bool is_set(const struct lexemes *lexemes, size_t at)
{
	if (lexemes->form != LEXEME_C)
		return lexeme_is(lexemes, at + 1, "=") &&
		       (lexeme_has_kind(lexemes, at - 1, LEXEME_END) ||
			lexeme_is(lexemes, at - 1, ")"));
	return lexeme_is_set(lexemes, at);
}

/* Does the body set what the head of a loop reads, or its counter? */
static bool sets_head(const struct lexemes *lexemes, const struct band *band,
		      const struct header *header, struct text *reason)
{
	const struct header *inner = &band->loops[band->count - 1];

	for (size_t word = header->first + 1; word <= header->last; word++) {
		if (!lexeme_has_kind(lexemes, word, LEXEME_WORD))
			continue;
		for (size_t at = inner->body; at < inner->behind; at++) {
			if (!lexeme_same(lexemes, at, word) ||
			    !is_set(lexemes, at))
				continue;
			text_print(reason,
				   "line %d sets what the head of the loop in "
				   "line %d reads",
				   lexemes->list[at].line, header->line);
			return true;
		}
	}
	return false;
}

bool band_is_clear(const struct lexemes *lexemes, const struct band *band,
		   struct text *reason)
{
	const struct header *outer = &band->loops[0];

	for (int i = 0; i < band->count; i++) {
		const struct header *header = &band->loops[i];

		if (changes(lexemes, header->from) ||
		    changes(lexemes, header->bound) ||
		    changes(lexemes, header->step)) {
			text_print(reason,
				   "the head of the loop in line %d changes "
				   "more than its counter",
				   header->line);
			return false;
		}
		if (is_used_outside(lexemes, band, header, reason) ||
		    sets_head(lexemes, band, header, reason))
			return false;
	}
	return are_different(lexemes, band, reason) &&
	       !has_jumps(lexemes, band, reason) &&
	       has_whole_parts(lexemes, outer->first, outer->behind, reason) &&
	       is_narrow(lexemes, outer->whole.start,
			 lexemes->list[outer->behind - 1].end, reason);
}
