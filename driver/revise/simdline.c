/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Directives that put sums into vectors, in the source.
 */
#include "simdline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "edit.h"
#include "layout.h"
#include "nest/simd.h"
#include "record/loop.h"
#include "source/band.h"
#include "split.h"

/* The loop before which the line is to stand, and what that names. */
struct line {
	const struct lexemes *lexemes;
	const json_t *record;
	const json_t *loop; /* of the record */
	struct band band;   /* that loop alone */
	json_t *clauses;    /* names, by "reduction(+:" */
	struct text *reason;
};

static bool refuse(const struct line *line, size_t at, const char *why)
{
	text_print(line->reason, "sums cannot be put into vectors: line %d %s",
		   line->lexemes->list[at].line, why);
	return false;
}

/* In small letters, as the record has it, where Fortran sees no difference. */
static char *word_at(const struct lexemes *lexemes, size_t at)
{
	const struct lexeme *one = &lexemes->list[at];
	char *word = memory_print("%.*s", (int)(one->end - one->start),
				  lexemes->text + one->start);

	for (char *letter = word; *letter && lexemes->form != LEXEME_C;
	     letter++)
		*letter = (char)tolower((unsigned char)*letter);
	return word;
}

static const struct header *head_of(const struct line *line)
{
	return &line->band.loops[0];
}

/* ---- names ---- */

static bool has_name(const json_t *names, const char *name)
{
	const json_t *one;
	size_t index;

	json_array_foreach(names, index, one)
	{
		if (strcmp(json_string_value(one), name) == 0)
			return true;
	}
	return false;
}

static bool is_named(const struct line *line, const char *name)
{
	const char *clause;
	json_t *names;

	json_object_foreach(line->clauses, clause, names)
	{
		if (has_name(names, name))
			return true;
	}
	return false;
}

static void add_name(struct line *line, const char *clause, const char *name)
{
	json_array_append_new(loop_list(line->clauses, clause),
			      json_string(name));
}

static bool is_member(const struct lexemes *lexemes, size_t at)
{
	return lexemes->form == LEXEME_C ? split_is_member(lexemes, at)
					 : lexeme_is(lexemes, at - 1, "%");
}

/* A variable by itself, and none of those that another thing has. */
static bool is_variable(const struct lexemes *lexemes, size_t at,
			const char *name)
{
	return lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       lexeme_is(lexemes, at, name) && !is_member(lexemes, at);
}

/* "s = e" of Fortran, by itself, behind a label or "if (c)". */
static bool begins_assignment(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is(lexemes, at + 1, "=") &&
	       (lexeme_begins(lexemes, at) || lexeme_is(lexemes, at - 1, ")") ||
		(lexeme_has_kind(lexemes, at - 1, LEXEME_NUMBER) &&
		 lexeme_begins(lexemes, at - 1)));
}

static bool is_set(const struct lexemes *lexemes, size_t at)
{
	return lexemes->form == LEXEME_C ? lexeme_is_set(lexemes, at)
					 : begins_assignment(lexemes, at);
}

/* Where the statement, or what stands in its brackets, begins. */
static size_t statement_begin(const struct lexemes *lexemes, size_t at)
{
	static const char *const closing[] = {")", "]", "}", NULL};
	static const char *const opening[] = {"(", "[", "{", NULL};
	int depth = 0;

	for (; at > 0; at--) {
		depth += lexeme_is_among(lexemes, at - 1, closing);
		if (depth == 0 && (lexeme_is(lexemes, at - 1, ";") ||
				   lexeme_is_among(lexemes, at - 1, opening)))
			break;
		depth -= lexeme_is_among(lexemes, at - 1, opening);
	}
	return at;
}

/* Is it a name of "double t = x, u = 0", behind the first one? */
static bool is_listed(const struct lexemes *lexemes, size_t at)
{
	static const char *const next[] = {"=", ",", "[", "{", "(", NULL};
	size_t one = statement_begin(lexemes, at);

	if (!lexeme_is(lexemes, at - 1, ","))
		return false;
	for (; one < at; one = lexeme_step(lexemes, one))
		if (lexeme_has_kind(lexemes, one, LEXEME_WORD) &&
		    split_is_declared(lexemes, one) &&
		    lexeme_is_among(lexemes, one + 1, next))
			return true;
	return false;
}

static bool is_declared(const struct lexemes *lexemes, size_t at)
{
	if (lexemes->form != LEXEME_C)
		return false;
	return split_is_declared(lexemes, at) || is_listed(lexemes, at);
}

/* ---- sums ---- */

static bool begins_statement(const struct lexemes *lexemes, size_t at)
{
	static const char *const before[] = {";", "{", "}", ")", "else", NULL};

	return lexeme_is_among(lexemes, at - 1, before);
}

/* Each of the two names in "n = n + e". */
static bool only_adds_both(const struct lexemes *lexemes, size_t at)
{
	if (lexeme_is(lexemes, at - 1, "="))
		at -= 2;
	return begins_assignment(lexemes, at) &&
	       lexeme_same(lexemes, at, at + 2) &&
	       lexeme_is(lexemes, at + 3, "+");
}

/* "n += e", "n -= e", "n++", "++n", each by itself. */
static bool only_adds(const struct lexemes *lexemes, size_t at)
{
	if (lexemes->form != LEXEME_C)
		return only_adds_both(lexemes, at);
	if (lexeme_is(lexemes, at - 1, "++"))
		return begins_statement(lexemes, at - 1) &&
		       lexeme_is(lexemes, at + 1, ";");
	if (lexeme_is(lexemes, at + 1, "++"))
		return begins_statement(lexemes, at) &&
		       lexeme_is(lexemes, at + 2, ";");
	return begins_statement(lexemes, at) &&
	       (lexeme_is(lexemes, at + 1, "+=") ||
		lexeme_is(lexemes, at + 1, "-="));
}

/* What the record calls so must be a variable that the loop sets, and does not
   declare. Of whole numbers the text alone tells that they are added up. */
static bool add_sum(struct line *line, const char *clause, const char *name,
		    bool whole)
{
	const struct header *head = head_of(line);
	bool set = false;

	for (size_t at = head->first; at < head->behind; at++) {
		if (!is_variable(line->lexemes, at, name))
			continue;
		if (is_declared(line->lexemes, at))
			return refuse(line, at, "declares a sum");
		if (whole && !only_adds(line->lexemes, at))
			return refuse(line, at,
				      "does more than to add a whole number");
		set = set || is_set(line->lexemes, at);
	}
	if (!set || is_named(line, name))
		return refuse(line, head->first,
			      "has a sum in no variable of its own");
	add_name(line, clause, name);
	return true;
}

static bool add_sums(struct line *line)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(line->loop, "collects"), index, one)
	{
		char *clause =
			memory_print("reduction(%s:", loop_word(one, "op"));
		bool good =
			add_sum(line, clause, loop_word(one, "name"), false);

		free(clause);
		if (!good)
			return false;
	}
	json_array_foreach(json_object_get(line->loop, "sums"), index, one)
	{
		if (!add_sum(line, "reduction(+:", json_string_value(one),
			     true))
			return false;
	}
	return true;
}

/* ---- all else that the loop sets ---- */

static bool is_declared_within(const struct lexemes *lexemes, size_t from,
			       size_t to, const char *name)
{
	for (size_t at = from; at < to; at++)
		if (is_variable(lexemes, at, name) && is_declared(lexemes, at))
			return true;
	return false;
}

/* Is the variable used in the construct outside of the loop, but for where it
   is declared? */
static bool is_used_beside(const struct line *line, const char *name)
{
	const struct header *head = head_of(line);

	for (size_t at = line->band.first; at < line->band.behind; at++)
		if ((at < head->first || at >= head->behind) &&
		    is_variable(line->lexemes, at, name) &&
		    !is_declared(line->lexemes, at))
			return true;
	return false;
}

/* One that each thread has for this loop alone, so that each iteration may. */
static bool may_be_private(const struct line *line, const char *name)
{
	return !is_used_beside(line, name) &&
	       (directive_is_private(line->lexemes, line->band.directive,
				     name) ||
		is_declared_within(line->lexemes, line->band.first,
				   head_of(line)->first, name));
}

static bool add_set(struct line *line, size_t at)
{
	char *name = word_at(line->lexemes, at);
	bool known = is_named(line, name) ||
		     is_declared_within(line->lexemes, head_of(line)->body, at,
					name);
	bool good = known || may_be_private(line, name);

	if (good && !known)
		add_name(line, "private(", name);
	free(name);
	return good || refuse(line, at,
			      "sets a variable that is used beside the loop; "
			      "one that the loop declares is its own");
}

static bool is_written(const struct line *line, size_t at)
{
	const json_t *one;
	size_t index;

	json_array_foreach(json_object_get(line->record, "refs"), index, one)
	{
		if (loop_true(one, "write") && !loop_true(one, "private") &&
		    lexeme_is(line->lexemes, at, loop_word(one, "base")))
			return true;
	}
	return false;
}

/* What stands before the bracket that closes here. */
static size_t before_bracket(const struct lexemes *lexemes, size_t at)
{
	int depth = 0;

	do {
		depth += lexeme_is(lexemes, at, ")");
		depth -= lexeme_is(lexemes, at, "(");
		at--;
	} while (depth && at > 0);
	return at;
}

/* The same in Fortran: "s = e" and "a(i) = e"; others name what is handed over
   in brackets. */
static bool keeps_to_arrays(struct line *line, size_t at)
{
	const struct lexemes *lexemes = line->lexemes;
	bool element = lexeme_is(lexemes, at - 1, ")");
	size_t name = element ? before_bracket(lexemes, at - 1) : at - 1;

	if (!lexeme_is(lexemes, at, "="))
		return true;
	if (is_member(lexemes, name) || (element && !is_written(line, name)))
		return refuse(line, at,
			      "sets what is not known as data in memory");
	return element || !begins_assignment(lexemes, name) ||
	       add_set(line, name);
}

/* A variable is set, or an element that the record knows. */
static bool keeps_to_data(struct line *line, size_t at)
{
	const struct lexemes *lexemes = line->lexemes;

	if (lexemes->form != LEXEME_C)
		return keeps_to_arrays(line, at);

	if (lexeme_assigns(lexemes, at))
		return split_sets_data(lexemes, line->record, &line->band,
				       head_of(line)->body, at, line->reason);
	return !lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
	       split_is_member(lexemes, at) || is_declared(lexemes, at) ||
	       !lexeme_is_set(lexemes, at) || add_set(line, at);
}

static bool is_other(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {
		"static", "thread_local", "_Thread_local", "__thread",
		"asm",	  "__asm__",	  "__asm",	   "throw",
		"try",	  "return",	  "co_await",	   "co_yield",
		NULL};
	static const char *const fortran[] = {"block", "associate", "=>",
					      "include", NULL};

	return lexeme_is_among(lexemes, at,
			       lexemes->form == LEXEME_C ? words : fortran);
}

static bool add_others(struct line *line)
{
	const struct header *head = head_of(line);

	for (size_t at = head->first; at < head->behind; at++) {
		if (lexeme_has_kind(line->lexemes, at, LEXEME_DIRECTIVE))
			return refuse(line, at,
				      "speaks to the compiler or its "
				      "preprocessor");
		if (is_other(line->lexemes, at))
			return refuse(line, at,
				      "has more than sums and numbers");
		if (at >= head->body && !keeps_to_data(line, at))
			return false;
	}
	return true;
}

/* ---- the line ---- */

/* Lines that only OpenMP's compilers see, a label that may end other loops, and
   names that the preprocessor makes. */
static bool is_plain_fortran(const struct line *line)
{
	const struct lexemes *lexemes = line->lexemes;
	size_t first = head_of(line)->first;

	if (lexemes->list[first].optional ||
	    lexeme_has_kind(lexemes, first + 1, LEXEME_NUMBER))
		return refuse(line, first, "is no plain 'do'");
	for (size_t at = 0; at < lexemes->count; at++)
		if (lexeme_is_directive(lexemes, at, "define"))
			return refuse(line, at, "defines a macro");
	return true;
}

/* It moves what follows. */
static bool has_room(struct line *line)
{
	const struct header *head = head_of(line);

	if (line->lexemes->form != LEXEME_C && !is_plain_fortran(line))
		return false;
	if (!layout_begins_line(line->lexemes, head->whole.start))
		return refuse(line, head->first,
			      "has something before its loop");
	if (lexeme_has_kind(line->lexemes, head->first - 1, LEXEME_DIRECTIVE))
		return refuse(line, head->first - 1,
			      "stands right before the loop");
	return !band_tells_line(line->lexemes, line->band.first,
				line->band.behind) ||
	       refuse(line, head->first, "would tell another line");
}

static bool find_line(struct line *line, int index)
{
	const struct reshape alone = {.first = index, .count = 1};

	line->loop = loop_nested(line->record, index);
	return band_read(line->lexemes, line->record, &alone, &line->band,
			 line->reason) &&
	       band_is_clear(line->lexemes, &line->band, line->reason);
}

static void print_clauses(struct text *out, json_t *clauses)
{
	const char *clause;
	json_t *names, *one;
	size_t index;

	json_object_foreach(clauses, clause, names)
	{
		text_print(out, " %s", clause);
		json_array_foreach(names, index, one)
		{
			text_print(out, "%s%s", index ? ", " : "",
				   json_string_value(one));
		}
		text_add(out, ")");
	}
}

/* As the construct's directive stands: like its loop, or in the first column.
 */
static struct range blanks_of(const struct line *line)
{
	const struct lexemes *lexemes = line->lexemes;
	size_t directive = lexemes->list[line->band.directive].start;
	struct range blanks =
		layout_blanks(lexemes, head_of(line)->whole.start);

	if (lexemes->form == LEXEME_FIXED ||
	    range_is_empty(layout_blanks(lexemes, directive)))
		blanks.end = blanks.start;
	return blanks;
}

/* In capitals, where the "do" there is written so: of names Fortran sees no
   difference then. */
static void add_like(const struct line *line, size_t byte, const char *words,
		     struct text *out)
{
	bool upper = isupper((unsigned char)line->lexemes->text[byte]);

	for (; *words; words++) {
		char letter = upper ? toupper((unsigned char)*words) : *words;

		text_add_bytes(out, &letter, 1);
	}
}

static void insert_line(const struct line *line, struct edits *edits)
{
	const struct lexemes *lexemes = line->lexemes;
	size_t start = head_of(line)->whole.start;
	struct range blanks = blanks_of(line);
	struct text words = {0}, whole = {0};

	text_add(&words,
		 lexemes->form == LEXEME_C ? "#pragma omp simd" : "!$omp simd");
	print_clauses(&words, line->clauses);
	text_add_bytes(&whole, lexemes->text + blanks.start,
		       blanks.end - blanks.start);
	add_like(line, start, text_string(&words), &whole);
	text_add(&whole, layout_newline(lexemes));
	edits_insert(edits, lexeme_line_start(lexemes, start),
		     text_string(&whole));
	text_free(&words);
	text_free(&whole);
}

/* "simd" behind the "for" or "do" of a directive. */
static bool add_word_to(const struct line *line, size_t directive,
			struct edits *edits)
{
	const struct lexemes *lexemes = line->lexemes;
	const char *word = lexemes->form == LEXEME_C ? "for" : "do";
	size_t at = lexemes->list[directive].start + 1;
	size_t end = lexemes->list[directive].end;
	struct text simd = {0};

	while (at < end && !lexeme_word_at(lexemes, at, end, word))
		at++;
	if (at == end)
		return refuse(line, directive, "has no such word as 'for'");
	add_like(line, at, " simd", &simd);
	edits_insert(edits, at + strlen(word), text_string(&simd));
	text_free(&simd);
	return true;
}

/* "!$omp end parallel do" */
static bool ends_construct(const struct line *line, size_t at)
{
	const struct lexemes *lexemes = line->lexemes;

	return lexemes->form != LEXEME_C &&
	       lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE) &&
	       lexeme_has_word(lexemes,
			       (struct range){lexemes->list[at].start + 1,
					      lexemes->list[at].end},
			       "end");
}

/* "parallel for simd": its clauses have all sums already. */
static bool add_word(const struct line *line, struct edits *edits)
{
	size_t behind = line->band.behind;

	if (line->band.opening.hidden)
		return refuse(line, line->band.directive,
			      "has a macro that makes the directive");
	return add_word_to(line, line->band.directive, edits) &&
	       (!ends_construct(line, behind) ||
		add_word_to(line, behind, edits));
}

/* Of one loop; what the line names is added to "names". */
static bool add_line(const struct lexemes *lexemes, const json_t *record,
		     const struct reshape *reshape, int index, json_t *names,
		     struct edits *edits, struct text *reason)
{
	struct line line = {.lexemes = lexemes,
			    .record = record,
			    .clauses = json_object(),
			    .reason = reason};
	bool own = simd_is_own(record, reshape);
	bool good =
		find_line(&line, index) &&
		(own ? add_word(&line, edits)
		     : has_room(&line) && add_sums(&line) && add_others(&line));

	if (good && !own)
		insert_line(&line, edits);
	json_array_append_new(names, line.clauses);
	return good;
}

static bool add_lines(const struct lexemes *lexemes, const json_t *record,
		      const struct reshape *reshape, json_t *names,
		      struct edits *edits, struct text *reason)
{
	bool good = true;

	for (int i = 0; i < RESHAPE_LANES && good; i++)
		if (reshape->simd >> i & 1)
			good = add_line(lexemes, record, reshape, i, names,
					edits, reason);
	return good;
}

bool simdline_write(const struct lexemes *lexemes, const json_t *record,
		    const struct reshape *reshape, struct text *out,
		    struct text *reason)
{
	struct edits edits = {0};
	struct text text = {0};
	json_t *names = json_array();
	bool good =
		add_lines(lexemes, record, reshape, names, &edits, reason) &&
		edits_apply(&edits, lexemes->text, lexemes->length, &text);

	if (good &&
	    layout_is_wider(text_string(&text), lexemes->text, lexemes->form)) {
		text_add(reason, "a line would become too long for Fortran");
		good = false;
	}
	if (good)
		text_add_bytes(out, text_string(&text), text.length);
	text_free(&text);
	json_decref(names);
	edits_free(&edits);
	return good;
}

json_t *simdline_names(const char *source, const json_t *record,
		       const struct reshape *reshape)
{
	struct lexemes lexemes = {0};
	struct edits edits = {0};
	struct text ignored = {0};
	json_t *names = json_array();
	bool good =
		lexemes_read(&lexemes, source, strlen(source),
			     lexeme_form(loop_word(record, "file")),
			     &ignored) &&
		add_lines(&lexemes, record, reshape, names, &edits, &ignored);

	edits_free(&edits);
	lexemes_free(&lexemes);
	text_free(&ignored);
	if (good)
		return names;
	json_decref(names);
	return NULL;
}
