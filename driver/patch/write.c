/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes into a source what an entry asks of a loop.
 */
#include "write.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "change.h"
#include "place.h"
#include "record/loop.h"
#include "wanted.h"

#define COLUMNS 80 /* of a line that gets a clause */
#define FIXED_COLUMNS 72

/* A loop that is being written. */
struct writer {
	const struct tokens *tokens;
	const json_t *record;
	const struct wanted *wanted;
	struct place place;
	struct text clauses;	    /* to be put into the directive */
	struct text region_clauses; /* and into that with "parallel" */
	struct changes *changes;
	struct text *reason;
};

/* ---- clauses ---- */

/*
 * Replace the clause, in which the word "written" stands, or which does not
 * stand there where that is empty; then it is added to the others.
 */
static bool put_clause(struct writer *writer, size_t directive,
		       const char *name, const char *written,
		       const char *clause, struct text *clauses)
{
	const struct tokens *tokens = writer->tokens;
	size_t first = 0, behind = 0;
	int count = place_clause(tokens, directive, name, &first, &behind);
	bool found = false;

	for (size_t at = first; at < behind; at++)
		found = found || token_is(tokens, at, written);
	if (count > 1 || found != (*written != '\0') || (count && !found)) {
		text_print(writer->reason,
			   "line %d: the clause '%s' reads otherwise than in "
			   "the record, as by a macro",
			   tokens->list[directive].line, name);
		return false;
	}
	if (found)
		changes_add(writer->changes, place_span(tokens, first, behind),
			    clause);
	else
		text_print(clauses, " %s", clause);
	return true;
}

/* Whatever expression num_threads has is replaced. */
static bool put_clauses(struct writer *writer)
{
	const struct wanted *wanted = writer->wanted;
	const json_t *schedule = json_object_get(writer->record, "schedule");
	const json_t *region = json_object_get(writer->record, "parallel");
	bool has = !json_is_null(json_object_get(region, "num_threads"));

	if (wanted->schedule &&
	    !put_clause(writer, writer->place.directive, "schedule",
			loop_word(schedule, "kind"), wanted->schedule,
			&writer->clauses))
		return false;
	return !wanted->threads ||
	       put_clause(writer, writer->place.region, "num_threads",
			  has ? "num_threads" : "", wanted->threads,
			  &writer->region_clauses);
}

/* The newline and the indentation of a directive. */
static void add_newline(const struct tokens *tokens, const struct token *token,
			struct text *out)
{
	struct span line = token_line(tokens, token->span.start);

	text_print(out, "%s%.*s",
		   tokens->text[line.end] == '\r' ? "\r\n" : "\n",
		   (int)(token->span.start - line.start),
		   tokens->text + line.start);
}

/* Behind the last word of the directive; a longer line is broken. */
static void add_clauses(struct writer *writer, size_t directive,
			const char *clauses)
{
	const struct tokens *tokens = writer->tokens;
	const struct token *token = &tokens->list[directive];
	struct span end = tokens->list[token_end(tokens, directive)].span;
	struct span line = token_line(tokens, end.start);
	size_t most = tokens->form == TOKEN_FIXED ? FIXED_COLUMNS : COLUMNS;
	struct text with = {0};

	if (!*clauses)
		return;
	if (line.end - line.start + strlen(clauses) <= most) {
		changes_add(writer->changes, end, clauses);
		return;
	}
	text_add(&with, tokens->form == TOKEN_C	     ? " \\"
			: tokens->form == TOKEN_FREE ? " &"
						     : "");
	add_newline(tokens, token, &with);
	if (tokens->form == TOKEN_C)
		text_print(&with, "\t%s", clauses + 1);
	else
		text_print(&with, "%.5s&%s", tokens->text + token->span.start,
			   clauses);
	changes_add(writer->changes, end, text_string(&with));
	text_free(&with);
}

/* ---- headers ---- */

/*
 * May the header stand in another place? Its bounds are then computed where
 * they were not before: they must read variables alone, and not the counter of
 * the other loop.
 */
static bool may_move(struct writer *writer, const struct place_header *header,
		     const char *other)
{
	const struct tokens *tokens = writer->tokens;
	bool c = tokens->form == TOKEN_C;

	for (size_t i = header->first; i < header->behind; i++) {
		bool word = token_has_kind(tokens, i, TOKEN_WORD);
		bool value = word || token_is(tokens, i, ")");
		const char *what = NULL;

		if (token_is(tokens, i, other))
			what = "has the counter of the other loop";
		else if (word && token_is(tokens, i + 1, "("))
			what = "calls a function or reads an array";
		else if (token_is(tokens, i, "[") || token_is(tokens, i, "{") ||
			 (token_is(tokens, i, "-") &&
			  token_is(tokens, i + 1, ">")) ||
			 (!value && token_is(tokens, i + 1, "*")))
			what = "reads memory";
		else if (token_is(tokens, i, "/") || token_is(tokens, i, "%"))
			what = "divides";
		else if (c && token_is(tokens, i, ","))
			what = "has two expressions in one place";
		if (!what)
			continue;
		text_print(writer->reason, "line %d: the header %s",
			   tokens->list[i].line, what);
		return false;
	}
	return true;
}

/* Have the loops that change places, or come together, bounds of their own? */
static bool are_rectangular(struct writer *writer)
{
	const struct wanted *wanted = writer->wanted;
	const struct place *place = &writer->place;
	bool together = wanted->reshape.collapse || wanted->tiles;
	int first = together ? 0 : wanted->exchange;

	for (int outer = first; outer < place->count; outer++) {
		char *counter = place_counter(writer->record, outer);
		bool good = true;

		for (int loop = first; loop < place->count && good; loop++)
			good = loop == outer ||
			       may_move(writer, &place->headers[loop], counter);
		free(counter);
		if (!good)
			return false;
	}
	return true;
}

/* How a directive names a variable: not, as private, or otherwise. */
enum naming { NAMED_NOT, NAMED_PRIVATE, NAMED_OTHERWISE };

static enum naming naming_of(const struct tokens *tokens, size_t directive,
			     const char *name, struct span *where)
{
	enum naming naming = NAMED_NOT;
	bool within = false;

	for (size_t at = directive; at < token_end(tokens, directive); at++) {
		within = (within || token_is(tokens, at, "private")) &&
			 !token_is(tokens, at, ")");
		if (!token_is(tokens, at, name))
			continue;
		if (!within)
			return NAMED_OTHERWISE;
		naming = NAMED_PRIVATE;
		*where = tokens->list[at].span;
	}
	return naming;
}

/*
 * The counter of a shared loop is private by itself. Where the loop is no
 * longer shared a clause must say so, unless its header declares the counter
 * or Fortran has it private in a region: the clause that the other counter no
 * longer needs, or another one.
 */
static bool keep_private(struct writer *writer)
{
	const struct tokens *tokens = writer->tokens;
	const struct place *place = &writer->place;
	char *names[] = {place_counter(writer->record, 0),
			 place_counter(writer->record, 1)};
	struct span where;
	enum naming own[2], around[2];
	bool good = true;

	for (int i = 0; i < 2; i++) {
		around[i] = naming_of(tokens, place->region, names[i], &where);
		own[i] = naming_of(tokens, place->directive, names[i], &where);
		if (around[i] != NAMED_OTHERWISE && own[i] != NAMED_OTHERWISE)
			continue;
		text_print(writer->reason, "a clause names the counter '%s'",
			   names[i]);
		good = false;
	}
	if (good && own[0] == NAMED_NOT && around[0] == NAMED_NOT &&
	    !place->headers[0].declares &&
	    (tokens->form == TOKEN_C || !place->has_region)) {
		if (own[1] == NAMED_PRIVATE)
			changes_add(writer->changes, where, names[0]);
		else
			text_print(&writer->clauses, " private(%s)", names[0]);
	}
	free(names[0]);
	free(names[1]);
	return good;
}

static bool put_headers(struct writer *writer)
{
	const struct wanted *wanted = writer->wanted;
	const struct place_header *headers = writer->place.headers;
	int collapse = wanted->reshape.collapse, at = wanted->exchange;

	if (wanted_depth(wanted) == 0)
		return true;
	if (!place_headers(writer->tokens, writer->record, wanted_depth(wanted),
			   &writer->place, writer->reason) ||
	    !are_rectangular(writer) ||
	    (at == 0 && !collapse && !keep_private(writer)))
		return false;
	for (int i = 0; at >= 0 && i < 2; i++) {
		struct span from = headers[at + 1 - i].span;
		char *with = memory_print("%.*s", (int)(from.end - from.start),
					  writer->tokens->text + from.start);

		changes_add(writer->changes, headers[at + i].span, with);
		free(with);
	}
	if (collapse)
		text_print(&writer->clauses, " collapse(%d)", collapse);
	return true;
}

/* "omp tile", in a line of its own below the directive. */
static void put_tiles(struct writer *writer)
{
	const struct tokens *tokens = writer->tokens;
	const struct wanted *wanted = writer->wanted;
	const struct token *directive = &tokens->list[writer->place.directive];
	size_t last = tokens->list[token_end(tokens, writer->place.directive)]
			      .span.start;
	size_t end = token_line(tokens, last).end;
	struct text with = {0};

	if (wanted->tiles == 0)
		return;
	add_newline(tokens, directive, &with);
	text_add(&with, tokens->form == TOKEN_C ? "#pragma omp" : "!$omp");
	for (int i = 0; i < wanted->tiles; i++)
		text_print(&with, "%s%lld", i ? "," : " tile sizes(",
			   (long long)wanted->reshape.tile[i]);
	text_add(&with, ")");
	changes_add(writer->changes, (struct span){end, end},
		    text_string(&with));
	text_free(&with);
}

bool write_entry(const struct tokens *tokens, const json_t *record,
		 const struct wanted *wanted, struct changes *changes,
		 struct text *reason)
{
	struct writer writer = {.tokens = tokens,
				.record = record,
				.wanted = wanted,
				.changes = changes,
				.reason = reason};
	const struct place *place = &writer.place;
	bool good = place_directives(tokens, record, &writer.place, reason) &&
		    put_headers(&writer) && put_clauses(&writer);

	if (good && place->region == place->directive) {
		text_add(&writer.clauses, text_string(&writer.region_clauses));
		text_cut(&writer.region_clauses, 0);
	}
	if (good) {
		add_clauses(&writer, place->directive,
			    text_string(&writer.clauses));
		add_clauses(&writer, place->region,
			    text_string(&writer.region_clauses));
		put_tiles(&writer);
	}
	text_free(&writer.clauses);
	text_free(&writer.region_clauses);
	return good;
}
