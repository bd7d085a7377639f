/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Iterations that go abreast, in the source.
 */
#include "abreast.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "layout.h"
#include "split.h"
#include "tiling.h"

#define MOST_RUNS 32
#define MOST_OWN 16
#define DEEPEST 8 /* loops in each other */

/* Lexemes that follow each other. */
struct piece {
	size_t first, behind;
};

/* A variable of which each iteration gets its own. */
struct own {
	size_t name;	 /* the lexeme where it is set first */
	size_t declared; /* where the loop declares it, or 0 */
	struct piece type;
	struct text array; /* "t_tile" */
};

struct abreast {
	const struct lexemes *lexemes;
	const json_t *record;
	const struct reshape *reshape;
	const struct band *band;
	const struct tiling *tiling;
	struct text *reason;
	struct piece runs[MOST_RUNS]; /* statements that stay together */
	int run_count;
	struct piece heads[MOST_RUNS]; /* of the loops around them */
	int head_count;
	struct piece gone[MOST_RUNS]; /* "double t;" */
	int gone_count;
	struct own owns[MOST_OWN];
	int own_count;
};

static const struct header *outer_of(const struct abreast *all)
{
	return &all->band->loops[0];
}

static bool refuse(const struct abreast *all, size_t at, const char *why)
{
	text_print(all->reason, "iterations cannot go abreast: line %d %s",
		   at < all->lexemes->count ? all->lexemes->list[at].line : 0,
		   why);
	return false;
}

/* ---- which statements stay together ---- */

/* How many loops stand in each other; 0 where one cannot be read. */
static int height_of(const struct abreast *all, size_t at, int depth)
{
	const struct lexemes *lexemes = all->lexemes;
	struct text ignored = {0};
	struct header header;
	int highest = 1;
	bool read =
		depth < DEEPEST && header_read(lexemes, at, &header, &ignored);

	text_free(&ignored);
	for (size_t i = read ? header.body : 0; read && i < header.behind;
	     i++) {
		int height;

		if (!lexeme_is(lexemes, i, "for"))
			continue;
		height = height_of(all, i, depth + 1);
		if (!height)
			return 0;
		highest = height >= highest ? height + 1 : highest;
	}
	return read ? highest : 0;
}

static bool end_run(struct abreast *all, struct piece *run, size_t at)
{
	run->behind = at;
	if (run->first == at)
		return true;
	if (all->run_count == MOST_RUNS)
		return refuse(all, at, "begins too many statements");
	all->runs[all->run_count++] = *run;
	return split_are_plain(all->lexemes, run->first, run->behind, true,
			       all->reason);
}

/* A declaration of numbers without values: what it names becomes arrays. */
static bool only_declares(const struct abreast *all, size_t at, size_t behind)
{
	return all->gone_count < MOST_RUNS &&
	       lexeme_is(all->lexemes, behind - 1, ";") &&
	       split_declares(all->lexemes, at, behind - 1, false);
}

static bool is_gone(const struct abreast *all, size_t at)
{
	for (int i = 0; i < all->gone_count; i++)
		if (at >= all->gone[i].first && at < all->gone[i].behind)
			return true;
	return false;
}

static bool read_statements(struct abreast *all, struct piece block);

static bool read_loop(struct abreast *all, size_t at, size_t *behind)
{
	struct header header;
	struct piece block;

	if (all->head_count == MOST_RUNS ||
	    !header_read(all->lexemes, at, &header, all->reason))
		return false;
	all->heads[all->head_count++] =
		(struct piece){header.first, header.last + 1};
	*behind = header.behind;
	block = (struct piece){header.body, header.behind};
	if (lexeme_is(all->lexemes, header.body, "{")) {
		block.first++;
		block.behind--;
	}
	return read_statements(all, block);
}

/* Loops that are cut end what stays together; others belong to it. */
static bool read_statements(struct abreast *all, struct piece block)
{
	const struct lexemes *lexemes = all->lexemes;
	struct piece run = {block.first, block.first};
	size_t at = block.first;

	while (at < block.behind) {
		bool loop = lexeme_is(lexemes, at, "for");
		int height = loop ? height_of(all, at, 0) : 0;
		size_t behind = forloop_behind(lexemes, at);

		if (!behind || behind > block.behind || (loop && !height))
			return refuse(all, at, "is not clear");
		if (height > all->reshape->whole) {
			if (!end_run(all, &run, at) ||
			    !read_loop(all, at, &behind))
				return false;
			run.first = behind;
		} else if (only_declares(all, at, behind)) {
			if (!end_run(all, &run, at))
				return false;
			all->gone[all->gone_count++] =
				(struct piece){at, behind};
			run.first = behind;
		}
		at = behind;
	}
	return end_run(all, &run, at);
}

static bool read_body(struct abreast *all)
{
	const struct header *outer = outer_of(all);

	if (!lexeme_is(all->lexemes, outer->body, "{"))
		return refuse(all, outer->body, "begins no block");
	return read_statements(all, (struct piece){outer->body + 1,
						   outer->behind - 1}) &&
	       (all->head_count > 0 ||
		refuse(all, outer->body, "begins a block without such a loop"));
}

/* ---- may they stand apart? ---- */

/* Does what stays together have lines of its own? */
static bool has_lines(const struct abreast *all, struct piece run)
{
	const struct lexemes *lexemes = all->lexemes;
	const struct lexeme *next = &lexemes->list[run.behind];
	size_t ends[] = {run.first - 1, run.behind - 1};

	for (int i = 0; i < 2; i++)
		if (split_comment_goes_on(lexemes, ends[i]))
			return refuse(all, ends[i],
				      "has a comment that goes on in the next "
				      "one");
	if (!layout_begins_line(lexemes, lexemes->list[run.first].start) ||
	    next->line == lexemes->list[run.behind - 1].last_line)
		return refuse(all, run.first,
			      "shares its line with something else");
	return true;
}

/* Neither lines for the compiler nor loops that do not count. */
static bool is_legible(const struct abreast *all)
{
	static const char *const others[] = {"while", "do", "switch", NULL};
	const struct lexemes *lexemes = all->lexemes;
	const struct header *outer = outer_of(all);

	for (size_t at = outer->first; at < outer->behind; at++) {
		if (lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
			return refuse(all, at,
				      "speaks to the compiler or its "
				      "preprocessor");
		if (lexeme_is_among(lexemes, at, others))
			return refuse(all, at, "has a loop of another kind");
	}
	return true;
}

static bool have_lines(const struct abreast *all)
{
	const struct lexemes *lexemes = all->lexemes;
	const struct header *outer = outer_of(all);

	for (int i = 0; i < all->run_count; i++)
		if (!has_lines(all, all->runs[i]))
			return false;
	for (int i = 0; i < all->gone_count; i++)
		if (!has_lines(all, all->gone[i]))
			return false;
	return lexemes->list[outer->body + 1].line >
		       lexemes->list[outer->body].last_line ||
	       refuse(all, outer->body, "holds more than its brace");
}

static bool is_name(const struct abreast *all, size_t at, size_t name)
{
	return lexeme_same(all->lexemes, at, name) &&
	       lexeme_has_kind(all->lexemes, at, LEXEME_WORD) &&
	       !split_is_member(all->lexemes, at);
}

/* Is the name a counter of a loop inside? Then it must be nothing else. */
static bool is_counter(const struct abreast *all, size_t name)
{
	const struct header *outer = outer_of(all);
	struct text ignored = {0};
	bool counter = false;

	for (size_t at = outer->body; at < outer->behind && !counter; at++) {
		struct header header;

		counter = lexeme_is(all->lexemes, at, "for") &&
			  header_read(all->lexemes, at, &header, &ignored) &&
			  header_is_counter(all->lexemes, &header, name);
	}
	text_free(&ignored);
	return counter;
}

static bool only_counts(const struct abreast *all, size_t name)
{
	const struct header *outer = outer_of(all);

	for (size_t at = outer->body; at < outer->behind; at++)
		if (is_name(all, at, name) &&
		    !band_counts(all->lexemes, all->band, at, name))
			return refuse(all, at,
				      "uses a counter outside of its loop");
	return !header_is_counter(all->lexemes, outer, name) ||
	       refuse(all, name, "has another loop with this counter");
}

/* ---- variables ---- */

static int run_of(const struct abreast *all, size_t at)
{
	for (int i = 0; i < all->run_count; i++)
		if (at >= all->runs[i].first && at < all->runs[i].behind)
			return i;
	return -1;
}

/* Where the block ends that the lexeme stands in. */
static size_t block_end(const struct abreast *all, size_t at)
{
	while (at < all->lexemes->count && !lexeme_is(all->lexemes, at, "}"))
		at = lexeme_step(all->lexemes, at);
	return at;
}

/* Before the words of a declaration: what ends another statement, or begins
   a block or a list of parameters. */
static bool is_border(const struct abreast *all, size_t at)
{
	static const char *const marks[] = {";", "{", "}", "(", NULL};

	return lexeme_is_among(all->lexemes, at, marks) ||
	       lexeme_has_kind(all->lexemes, at, LEXEME_DIRECTIVE);
}

/* "double a = 0, t": the words before the first name; false for others. */
static bool read_type(const struct abreast *all, size_t name,
		      struct piece *type)
{
	static const char *const others[] = {
		"auto",	     "static",	  "extern",   "register",
		"volatile",  "return",	  "goto",     "typedef",
		"else",	     "case",	  "throw",    "delete",
		"struct",    "constexpr", "mutable",  "sizeof",
		"new",	     "_Atomic",	  "__thread", "thread_local",
		"constinit", "operator",  "inline",   "_Thread_local",
		NULL};
	const struct lexemes *lexemes = all->lexemes;
	size_t at = name, first;

	while (at && !is_border(all, at - 1)) {
		if (lexeme_is(lexemes, at - 1, "*") ||
		    lexeme_is(lexemes, at - 1, "&"))
			return false;
		at--;
	}
	first = at;
	for (; lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       lexeme_has_kind(lexemes, at + 1, LEXEME_WORD);
	     at++)
		if (lexeme_is_among(lexemes, at, others))
			return false;
	*type = (struct piece){first, at};
	return at > first && at <= name &&
	       !(first && lexeme_is(lexemes, first - 1, "("));
}

/* Does a declaration of the name stand there? That of a parameter, too. */
static bool is_declaration(const struct abreast *all, size_t at, size_t name)
{
	static const char *const behind[] = {",", ";", "=", ")", NULL};
	struct piece ignored;

	if (!is_name(all, at, name) ||
	    !lexeme_is_among(all->lexemes, at + 1, behind))
		return false;
	return split_is_declared(all->lexemes, at) ||
	       (lexeme_is(all->lexemes, at - 1, ",") &&
		read_type(all, at, &ignored));
}

/* What a name is to the loop. */
struct use {
	size_t first, last; /* where it stands */
	size_t declared;    /* where it is declared, 0: not here */
	int declarations;
	bool together; /* in statements that stay together */
};

static struct use use_of(const struct abreast *all, size_t name)
{
	const struct header *outer = outer_of(all);
	struct use use = {.together = true};

	for (size_t at = outer->body; at < outer->behind; at++) {
		if (!is_name(all, at, name))
			continue;
		use.first = use.first ? use.first : at;
		use.last = at;
		use.together = use.together &&
			       run_of(all, at) == run_of(all, use.first);
		if (is_declaration(all, at, name)) {
			use.declared = at;
			use.declarations++;
		}
	}
	return use;
}

/* Does it begin a statement of those that stay together, and no block's? */
static bool stands_free(const struct abreast *all, size_t at)
{
	struct piece run = {at, at};

	if (run_of(all, at) >= 0)
		run = all->runs[run_of(all, at)];
	for (size_t i = run.first; i < at; i++)
		if (lexeme_is(all->lexemes, i, "{") &&
		    lexeme_behind_bracket(all->lexemes, i) > at)
			return false;
	return true;
}

/* The last declaration before the loop, in the blocks that it stands in. */
static bool find_type(const struct abreast *all, size_t name,
		      struct piece *type, size_t *declared)
{
	int closed = 0;

	for (size_t at = outer_of(all)->first; at-- > 1;) {
		if (lexeme_is(all->lexemes, at, "}"))
			closed++;
		if (lexeme_is(all->lexemes, at, "{") && closed)
			closed--;
		if (closed || !is_declaration(all, at, name))
			continue;
		*declared = at;
		return read_type(all, at, type);
	}
	return false;
}

static char *word_of(const struct abreast *all, size_t at)
{
	const struct lexeme *lexeme = &all->lexemes->list[at];

	return memory_print("%.*s", (int)(lexeme->end - lexeme->start),
			    all->lexemes->text + lexeme->start);
}

/*
 * Does each iteration begin without a value of it, and is none used behind the
 * loop? So it is if the loop declares it, or shares out its iterations and a
 * clause makes it private. One of a loop around may bring a value, which GCC
 * does not show where it is the same every time.
 */
static bool is_of_iteration(const struct abreast *all, size_t name,
			    const struct use *use)
{
	const json_t *loop = json_array_get(
		json_object_get(all->record, "nest"), all->reshape->first);
	char *word = word_of(all, name);
	bool clause =
		directive_is_private(all->lexemes, all->band->directive, word);

	free(word);
	return use->declarations > 0 ||
	       (clause && json_is_integer(json_object_get(loop, "omp")));
}

/* Nothing is done to it but to read and to set it. */
static bool is_simple(const struct abreast *all, size_t name)
{
	static const char *const before[] = {"&", "sizeof", "::", NULL};
	static const char *const behind[] = {"[",  "(", ".", "->",
					     "::", "{", NULL};
	const struct header *outer = outer_of(all);

	for (size_t at = outer->body; at < outer->behind; at++)
		if (is_name(all, at, name) &&
		    (lexeme_is_among(all->lexemes, at - 1, before) ||
		     lexeme_is_among(all->lexemes, at + 1, behind) ||
		     (run_of(all, at) < 0 && !is_gone(all, at))))
			return refuse(all, at,
				      "uses a variable in a way that is not "
				      "known");
	return true;
}

/* A name that the loop declares holds to the end of its block. */
static bool is_one(const struct abreast *all, const struct use *use)
{
	return use->declarations == 0 ||
	       (use->declarations == 1 && use->declared == use->first &&
		stands_free(all, use->declared) &&
		use->last < block_end(all, use->declared)) ||
	       refuse(all, use->first,
		      "uses a name that stands for several variables");
}

static bool is_own(const struct abreast *all, size_t name)
{
	for (int i = 0; i < all->own_count; i++)
		if (lexeme_same(all->lexemes, all->owns[i].name, name))
			return true;
	return false;
}

static void name_array(struct abreast *all, struct own *own)
{
	char *word = word_of(all, own->name);

	text_print(&own->array, "%s_tile", word);
	tiling_make_new(all->tiling, &own->array);
	free(word);
}

/* A variable that goes from one part to another, or on in a loop. */
static bool add_own(struct abreast *all, size_t name, const struct use *use)
{
	struct own own = {.name = name, .declared = use->declared};
	size_t declared = use->declared;

	if (all->own_count == MOST_OWN)
		return refuse(all, name, "sets too many variables");
	if (!is_simple(all, name) || !is_one(all, use))
		return false;
	if (declared ? !read_type(all, declared, &own.type)
		     : !find_type(all, name, &own.type, &declared))
		return refuse(all, name,
			      "sets a variable whose type is not known");
	if (!is_of_iteration(all, name, use))
		return refuse(all, name,
			      "sets a variable that is not each iteration's "
			      "own");
	name_array(all, &own);
	all->owns[all->own_count++] = own;
	return true;
}

/* Does nothing else stand in the declaration? What becomes an array is no
   longer declared, so that it is all of a list or none. */
static bool declares_one(const struct abreast *all, size_t at)
{
	struct piece type;
	size_t end = at;

	while (!lexeme_is(all->lexemes, end, ",") &&
	       !lexeme_is(all->lexemes, end, ";"))
		end = lexeme_step(all->lexemes, end);
	return read_type(all, at, &type) && type.behind == at &&
	       lexeme_is(all->lexemes, end, ";");
}

static bool take_name(struct abreast *all, size_t name)
{
	struct use use = use_of(all, name);

	if (is_counter(all, name))
		return only_counts(all, name);
	if (is_own(all, name))
		return true;
	if (use.together && use.declarations == 1 &&
	    use.declared == use.first && run_of(all, use.first) >= 0 &&
	    declares_one(all, use.declared))
		return true;
	return add_own(all, name, &use);
}

static bool take_names(struct abreast *all)
{
	const struct lexemes *lexemes = all->lexemes;
	const struct header *outer = outer_of(all);

	for (size_t at = outer->body + 1; at < outer->behind - 1; at++) {
		if (lexeme_assigns(lexemes, at) &&
		    !split_sets_data(lexemes, all->record, all->band,
				     outer->body, at, all->reason))
			return false;
		if (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
		    !split_is_member(lexemes, at) &&
		    split_is_set(lexemes, at) &&
		    !lexeme_has_kind(lexemes, at + 1, LEXEME_WORD) &&
		    !take_name(all, at))
			return false;
	}
	return true;
}

/* The heads of loops around read nothing that an iteration sets, or data. */
static bool is_fixed(const struct abreast *all, struct piece head)
{
	for (size_t at = head.first; at < head.behind; at++)
		if (lexeme_is(all->lexemes, at, "[") ||
		    header_is_counter(all->lexemes, outer_of(all), at) ||
		    is_own(all, at))
			return refuse(all, at,
				      "begins a loop by what an iteration "
				      "sets");
	return true;
}

static bool are_fixed(const struct abreast *all)
{
	for (int i = 0; i < all->head_count; i++)
		if (!is_fixed(all, all->heads[i]))
			return false;
	return true;
}

struct abreast *abreast_new(const struct lexemes *lexemes, const json_t *record,
			    const struct reshape *reshape,
			    const struct band *band,
			    const struct tiling *tiling, struct text *reason)
{
	struct abreast *all = memory_grow(NULL, 1, sizeof(*all));

	memset(all, 0, sizeof(*all));
	all->lexemes = lexemes;
	all->record = record;
	all->reshape = reshape;
	all->band = band;
	all->tiling = tiling;
	all->reason = reason;
	if (lexemes->form != LEXEME_C)
		text_add(reason, "iterations go abreast in C and C++ only");
	else if (is_legible(all) && read_body(all) && have_lines(all) &&
		 take_names(all) && are_fixed(all))
		return all;
	abreast_free(all);
	return NULL;
}

void abreast_free(struct abreast *all)
{
	for (int i = 0; all && i < all->own_count; i++)
		text_free(&all->owns[i].array);
	free(all);
}

char **abreast_names(const struct abreast *all)
{
	char **names = memory_grow(NULL, all->own_count + 1, sizeof(*names));

	for (int i = 0; i < all->own_count; i++)
		names[i] = word_of(all, all->owns[i].name);
	names[all->own_count] = NULL;
	return names;
}

/* ---- written ---- */

static bool opens_in_line(const struct abreast *all)
{
	const struct header *outer = outer_of(all);

	return all->lexemes->list[outer->body].line == outer->last_line;
}

/* A new line that is indented as that of a lexeme. */
static void add_line(const struct abreast *all, size_t lexeme, struct text *out)
{
	struct range blanks =
		layout_blanks(all->lexemes, all->lexemes->list[lexeme].start);

	text_add(out, layout_newline(all->lexemes));
	text_add_bytes(out, all->lexemes->text + blanks.start,
		       blanks.end - blanks.start);
}

static void edit_head(const struct abreast *all, struct edits *edits)
{
	struct text head = {0};

	tiling_add_across(all->tiling, 0, &head);
	edits_replace(edits, outer_of(all)->whole, text_string(&head));
	text_free(&head);
}

/* "double t_tile[TILE];", each in a line behind the brace. */
static void edit_arrays(const struct abreast *all, struct edits *edits)
{
	size_t brace = outer_of(all)->body;
	struct text out = {0};

	for (int i = 0; i < all->own_count; i++) {
		const struct own *own = &all->owns[i];

		add_line(all, brace + 1, &out);
		for (size_t at = own->type.first; at < own->type.behind; at++) {
			char *word = word_of(all, at);

			if (strcmp(word, "const") != 0)
				text_print(&out, "%s ", word);
			free(word);
		}
		text_print(&out, "%s[%s];", text_string(&own->array),
			   tiling_size(all->tiling, 0));
	}
	if (all->own_count)
		text_add(&out, layout_newline(all->lexemes));
	edits_insert(
		edits,
		lexeme_line_end(all->lexemes, all->lexemes->list[brace].end),
		text_string(&out));
	text_free(&out);
}

/* "t_tile[j - j_tile]" in the place of the name and what declares it. */
static void edit_own(const struct abreast *all, const struct own *own,
		     struct edits *edits)
{
	const struct lexemes *lexemes = all->lexemes;
	const struct header *outer = outer_of(all);
	char *counter = word_of(all, header_at(lexemes, outer->counter));
	char *element = memory_print("%s[%s - %s]", text_string(&own->array),
				     counter, tiling_counter(all->tiling, 0));

	for (size_t at = outer->body; at < outer->behind; at++) {
		bool begins = at == own->declared && at == own->type.behind;
		size_t first = begins ? own->type.first : at;

		if (is_name(all, at, own->name) && !is_gone(all, at))
			edits_replace(edits,
				      (struct range){lexemes->list[first].start,
						     lexemes->list[at].end},
				      element);
	}
	free(element);
	free(counter);
}

/* Is it one statement, and no "if" that an "else" might follow? */
static bool is_single(const struct abreast *all, struct piece run)
{
	return forloop_behind(all->lexemes, run.first) == run.behind &&
	       !lexeme_is(all->lexemes, run.first, "if") &&
	       !lexeme_has_kind(all->lexemes, run.first + 1, LEXEME_WORD);
}

/* The loop through the tile around statements that stay together. */
static void edit_run(const struct abreast *all, struct piece run,
		     const char *unit, struct edits *edits)
{
	const struct lexemes *lexemes = all->lexemes;
	size_t first = lexemes->list[run.first].start;
	size_t last = lexemes->list[run.behind - 1].end;
	struct range blanks = layout_blanks(lexemes, first);
	bool braces = !is_single(all, run);
	struct text head = {0}, end = {0};

	text_add_bytes(&head, lexemes->text + blanks.start,
		       blanks.end - blanks.start);
	tiling_add_point(all->tiling, 0, &head);
	if (braces && !opens_in_line(all))
		add_line(all, run.first, &head);
	else if (braces)
		text_add(&head, " ");
	text_add(&head, braces ? "{" : "");
	text_add(&head, layout_newline(lexemes));
	edits_insert(edits, lexeme_line_start(lexemes, first),
		     text_string(&head));
	layout_shift(lexemes, first, last - 1, unit, edits);
	if (braces) {
		add_line(all, run.first, &end);
		text_add(&end, "}");
		edits_insert(edits, lexeme_line_end(lexemes, last),
			     text_string(&end));
	}
	text_free(&head);
	text_free(&end);
}

/* A line that holds a declaration alone goes with its newline. */
static void edit_gone(const struct abreast *all, struct piece gone,
		      struct edits *edits)
{
	const struct lexemes *lexemes = all->lexemes;
	struct range range = {lexemes->list[gone.first].start,
			      lexemes->list[gone.behind - 1].end};
	size_t end = lexeme_line_end(lexemes, range.end);
	const char *newline =
		memchr(lexemes->text + end, '\n', lexemes->length - end);

	while (range.end < end && strchr(" \t", lexemes->text[range.end]))
		range.end++;
	if (newline && range.end == end) {
		range.start = lexeme_line_start(lexemes, range.start);
		range.end = (size_t)(newline + 1 - lexemes->text);
	}
	edits_replace(edits, range, "");
}

void abreast_edit(const struct abreast *all, const char *unit,
		  struct edits *edits)
{
	tiling_define(all->tiling, edits);
	edit_head(all, edits);
	edit_arrays(all, edits);
	for (int i = 0; i < all->run_count; i++)
		edit_run(all, all->runs[i], unit, edits);
	for (int i = 0; i < all->gone_count; i++)
		edit_gone(all, all->gone[i], edits);
	for (int i = 0; i < all->own_count; i++)
		edit_own(all, &all->owns[i], edits);
}
