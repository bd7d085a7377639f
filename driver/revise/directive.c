/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * OpenMP's directive before a band whose loops change places.
 */
#include "directive.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "layout.h"
#include "nest/region.h"
#include "record/loop.h"

/* Loops of the band that the construct shares out, as the source is. */
static int shared_loops(const json_t *record, const struct reshape *reshape)
{
	int count = 0;

	for (int i = 0; i < reshape->count; i++)
		count += json_is_integer(json_object_get(
			loop_nested(record, reshape->first + i), "omp"));
	return count;
}

/*
 * Which loop of the band stands at a depth of what is made of it; *tiles is
 * true where it goes from tile to tile.
 */
static int loop_at(const struct reshape *reshape, int depth, bool *tiles)
{
	for (int i = 0; i < reshape->count; i++) {
		*tiles = true;
		if (reshape->tile[i] && depth-- == 0)
			return i;
	}
	*tiles = false;
	return depth < reshape->count ? reshape->order[depth] : -1;
}

/* Are the first loops still what the construct shares out? */
static bool shares(const struct reshape *reshape, int shared, int loop,
		   bool *tiles)
{
	for (int depth = 0; depth < shared; depth++)
		if (loop_at(reshape, depth, tiles) == loop)
			return true;
	return false;
}

/* Does such a clause of the directive name the variable? */
static bool is_named(const struct lexemes *lexemes, size_t directive,
		     const char *clause, const char *name)
{
	const char *text = lexemes->text;
	size_t end = lexemes->list[directive].end;
	bool within = false;

	for (size_t at = lexemes->list[directive].start + 1; at < end; at++) {
		if (lexeme_word_at(lexemes, at, end, clause))
			within = true;
		if (text[at] == ')')
			within = false;
		if (within && lexeme_word_at(lexemes, at, end, name))
			return true;
	}
	return false;
}

bool directive_is_private(const struct lexemes *lexemes, size_t directive,
			  const char *name)
{
	return is_named(lexemes, directive, "private", name);
}

/* Does any directive before this one say that threads share the variable? */
static bool is_shared(const struct lexemes *lexemes, size_t directive,
		      const char *name)
{
	for (size_t at = 0; at < directive; at++)
		if (lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE) &&
		    is_named(lexemes, at, "shared", name))
			return true;
	return false;
}

size_t directive_end(const struct lexemes *lexemes, size_t directive)
{
	const char *text = lexemes->text;
	size_t start = lexemes->list[directive].start;
	size_t end = lexemes->list[directive].end;
	size_t line = lexeme_line_start(lexemes, end), at;

	if (line < start)
		line = start;
	for (at = line + (text[line] == '!'); at < end; at++)
		if ((lexemes->form != LEXEME_C && text[at] == '!' &&
		     text[at + 1] != '$') ||
		    (lexemes->form == LEXEME_C && text[at] == '/' &&
		     (text[at + 1] == '/' || text[at + 1] == '*')))
			break;
	while (at > line && isspace((unsigned char)text[at - 1]))
		at--;
	return at;
}

/* Before the bracket that ends the clause "private", 0 if there is none. */
static size_t find_list_end(const struct lexemes *lexemes, size_t directive)
{
	const char *text = lexemes->text;
	size_t end = directive_end(lexemes, directive);
	bool within = false;

	for (size_t at = lexemes->list[directive].start + 1; at < end; at++) {
		if (lexeme_word_at(lexemes, at, end, "private"))
			within = true;
		if (within && text[at] == ')')
			return at;
	}
	return 0;
}

/*
 * Must the counter of a loop that was shared out become private? In a parallel
 * region of Fortran counters are, unless a clause says otherwise.
 */
static bool lacks_clause(const struct lexemes *lexemes, const json_t *record,
			 const struct band *band, int loop)
{
	const struct header *header = &band->loops[loop];
	struct range range = header->counter;
	char *name;
	bool lacks;

	if (!range_is_empty(header->type))
		return false;
	name = memory_print("%.*s", (int)(range.end - range.start),
			    lexemes->text + range.start);
	lacks = !directive_is_private(lexemes, band->directive, name);
	if (lexemes->form != LEXEME_C &&
	    json_is_object(json_object_get(record, "parallel")))
		lacks = lacks && is_shared(lexemes, band->directive, name);
	free(name);
	return lacks;
}

/*
 * What makes counters private that no longer are by themselves, and where in
 * the directive it is to stand; false where nothing is needed.
 */
static bool find_private(const struct lexemes *lexemes, const json_t *record,
			 const struct reshape *reshape, const struct band *band,
			 size_t *place, struct text *names)
{
	int shared = shared_loops(record, reshape);
	int becomes = reshape->collapse ? reshape->collapse : shared;
	size_t list = find_list_end(lexemes, band->directive);

	for (int i = 0; i < shared; i++) {
		struct range name = band->loops[i].counter;
		bool tiles = false;

		if ((shares(reshape, becomes, i, &tiles) && !tiles) ||
		    !lacks_clause(lexemes, record, band, i))
			continue;
		text_add(names, names->length || list ? ", " : " private(");
		text_add_bytes(names, lexemes->text + name.start,
			       name.end - name.start);
	}
	if (names->length && !list)
		text_add(names, ")");
	*place = list ? list : directive_end(lexemes, band->directive);
	return names->length > 0;
}

/* False where a macro makes the directive, which can get no clause. */
static bool add_private(const struct lexemes *lexemes, const json_t *record,
			const struct reshape *reshape, const struct band *band,
			struct edits *edits)
{
	struct text names = {0};
	size_t place;
	bool needed =
		find_private(lexemes, record, reshape, band, &place, &names);

	if (needed && !band->opening.hidden)
		edits_insert(edits, place, text_string(&names));
	text_free(&names);
	return !needed || !band->opening.hidden;
}

static void add_collapse(const struct lexemes *lexemes,
			 const struct reshape *reshape, const struct band *band,
			 struct edits *edits)
{
	struct text clause = {0};

	text_print(&clause, " collapse(%d)", reshape->collapse);
	edits_insert(edits, directive_end(lexemes, band->directive),
		     text_string(&clause));
	text_free(&clause);
}

/* Does the directive say itself how many loops it shares out? */
static bool has_collapse(const struct lexemes *lexemes, const struct band *band,
			 struct text *reason)
{
	const struct lexeme *directive = &lexemes->list[band->directive];

	for (size_t at = directive->start + 1; at < directive->end; at++)
		if (lexeme_word_at(lexemes, at, directive->end, "collapse")) {
			text_print(reason, "line %d has a clause 'collapse'",
				   directive->line);
			return true;
		}
	return false;
}

/* Clauses in which iterations of the loops have an order. */
static const char *ordering_clause(const json_t *record)
{
	static const char *const clauses[] = {"lastprivate", "linear",
					      "ordered", NULL};
	const json_t *list = json_object_get(record, "clauses"), *clause;
	size_t index;

	if (!json_is_null(json_object_get(record, "ordered")))
		return "ordered";
	json_array_foreach(
		list, index,
		clause) for (int i = 0; clauses[i];
			     i++) if (strcmp(loop_word(clause, "name"),
					     clauses[i]) ==
				      0) return clauses[i];
	return NULL;
}

/* May which thread gets which iteration change? */
static bool is_free(const json_t *record, struct text *reason)
{
	const char *construct = loop_word(record, "construct");
	const char *clause = ordering_clause(record);

	if (strcmp(construct, "for") != 0 &&
	    strcmp(construct, "parallel for") != 0) {
		text_print(reason,
			   "loops that '%s' shares out are left as they are",
			   construct);
		return false;
	}
	if (clause)
		text_print(reason,
			   "the clause '%s' needs the loops as they "
			   "are",
			   clause);
	return !clause;
}

bool directive_fit(const struct lexemes *lexemes, const json_t *record,
		   const struct reshape *reshape, const struct band *band,
		   struct edits *edits, struct text *reason)
{
	int shared = shared_loops(record, reshape), kept = 0;
	int collapse =
		(int)json_integer_value(json_object_get(record, "collapse"));

	if (!shared)
		return true;
	if (!is_free(record, reason))
		return false;
	for (int i = 0; i < shared; i++) {
		bool tiles;

		kept += shares(reshape, shared, i, &tiles);
	}
	if (collapse != reshape->first + shared ||
	    (collapse > 1 && kept < shared)) {
		text_print(reason,
			   "collapse(%d) would take in other loops; without "
			   "that clause they can move",
			   collapse);
		return false;
	}
	if (reshape->collapse && has_collapse(lexemes, band, reason))
		return false;
	if ((reshape->collapse && band->opening.hidden) ||
	    !add_private(lexemes, record, reshape, band, edits)) {
		text_print(reason,
			   "a macro makes the directive in line %d, which "
			   "would need another clause",
			   lexemes->list[band->directive].line);
		return false;
	}
	if (reshape->collapse)
		add_collapse(lexemes, reshape, band, edits);
	return true;
}

bool directive_add_again(const struct lexemes *lexemes, const json_t *record,
			 const struct reshape *reshape, const struct band *band,
			 struct text *out)
{
	const struct opening *opening = &band->opening;
	size_t start = lexemes->list[opening->first].start, place;
	size_t end = directive_end(lexemes, opening->loop - 1);
	struct text names = {0};

	if (opening->hidden)
		return false;
	find_private(lexemes, record, reshape, band, &place, &names);
	start = lexeme_line_start(lexemes, start);
	text_add(out, layout_newline(lexemes));
	text_add_bytes(out, lexemes->text + start, place - start);
	text_add(out, text_string(&names));
	text_add_bytes(out, lexemes->text + place, end - place);
	text_free(&names);
	return true;
}

/* ---- before it ---- */

/* Marks of where something begins or ends, as "#pragma scop", speak of no
   statement. */
static bool is_mark(const struct lexemes *lexemes, size_t at)
{
	struct range range = {lexemes->list[at].start, lexemes->list[at].end};
	char *words = memory_print("%.*s", (int)(range.end - range.start),
				   lexemes->text + range.start);
	const char *word = strstr(words, "pragma") + strlen("pragma");
	bool mark;

	word += strspn(word, " \t");
	mark = strcmp(word, "scop") == 0 || strcmp(word, "endscop") == 0;
	free(words);
	return mark;
}

/* May any statement stand behind this directive? It may be a parallel region;
   a barrier speaks of none. */
static bool takes_any(const struct lexemes *lexemes, const json_t *record,
		      size_t at)
{
	return region_has_others(record) &&
	       (band_is_parallel(lexemes, at) || band_is_barrier(lexemes, at));
}

enum directive_before directive_before(const struct lexemes *lexemes,
				       const json_t *record,
				       const struct band *band, size_t *at)
{
	*at = band->opening.first;
	while (*at > 0 && lexeme_has_kind(lexemes, *at - 1, LEXEME_DIRECTIVE)) {
		if (takes_any(lexemes, record, --*at))
			return DIRECTIVE_TAKES_ANY;
		if (lexeme_is_directive(lexemes, *at, "pragma") &&
		    !is_mark(lexemes, *at))
			return DIRECTIVE_BINDS;
	}
	return DIRECTIVE_NONE;
}
