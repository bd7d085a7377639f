/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares what programs write, a line of all outputs at a time: however much
 * that is, memory holds one line of each, and digests of the others where
 * these are not too many.
 */
#include "compare.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/memory.h"
#include "base/text.h"
#include "bytes.h"
#include "clock.h"
#include "freed.h"
#include "label.h"
#include "lines.h"
#include "loose.h"
#include "spread.h"
#include "tag.h"
#include "token.h"
#include "word.h"

/* Columns that are known. */
#define MOST_COLUMNS 4096

struct output {
	struct lines lines;
	bool threads;	  /* of the original with other ones */
	time_t when;	  /* it was written */
	size_t *partners; /* of each line of the first one; NULL: by place */
	bool here;	  /* it has a line for the one that is looked at */
	struct tokens tokens;
	struct token token;
	size_t unit; /* the length of that behind a number */
};

/* Numbers in the same place of lines of the same words. */
struct column {
	uint64_t key;
	struct spread_column seen;
};

struct compare_known {
	struct output *outputs; /* of the original; the first counts */
	size_t count;
	bool many;   /* one has too many lines for facts */
	bool binary; /* it is a file of bytes */
	struct bytes_form form;
	/* what follows is found out when it is asked for */
	bool prepared;
	bool chaos; /* nothing can be compared */
	struct tags tags;
	struct lines_plan plan;
	struct column *columns;
	struct loose_lines loose;
	double scale;  /* of the numbers of the output, at most 1 */
	double noise;  /* parts of themselves by which some move, */
	double jitter; /* and at least by which times do */
	bool says;     /* something is judged */
	bool speaks;   /* there is something */
	struct freed freed;
};

enum stage { LEARNING, NAMING, JUDGING };

/* A walk through all lines of the original, each beside its partners. */
struct walk {
	struct compare_known *known;
	enum stage stage;
	struct labels labels;
	double tolerance;
	struct output *variant; /* NULL while it is learned */
	size_t line;		/* its number */
	uint64_t form;
	bool copy;     /* the variant's line is one of the original's runs */
	size_t number; /* how many numbers were read in it */
	double scale;  /* of these */
	bool free;     /* the last one is a time or not judged */
	bool timed;    /* one of them is a time */
	bool real;     /* one with a point is judged, */
	bool judged;   /* or anything else */
	size_t wrong;  /* where in the variant's line */
};

/* ---- learning ---- */

/* Clocks of file servers may be ahead. */
static time_t time_of(const char *path)
{
	time_t now = time(NULL);
	struct stat file;

	return stat(path, &file) == 0 && file.st_mtime < now ? file.st_mtime
							     : now;
}

static bool learn(struct compare *compare, const char *path, bool threads)
{
	struct compare_known *known = compare->known;
	struct output *output;

	if (!known) {
		known = memory_grow(NULL, 1, sizeof(*known));
		*known = (struct compare_known){.count = 0};
		compare->known = known;
	}
	known->outputs = memory_grow(known->outputs, known->count + 1,
				     sizeof(*known->outputs));
	output = &known->outputs[known->count];
	*output = (struct output){.threads = threads, .when = time_of(path)};
	if (known->count == 0)
		known->binary = compare->name && bytes_are_binary(path);
	if (known->binary) {
		output->lines.path = memory_string(path);
	} else if (!lines_read(&output->lines, path, NULL)) {
		lines_free(&output->lines);
		return false;
	}
	known->many = known->many || (!known->binary && !output->lines.facts);
	known->prepared = false;
	known->count++;
	return true;
}

bool compare_learn(struct compare *compare, const char *path)
{
	return learn(compare, path, false);
}

bool compare_learn_numbers(struct compare *compare, const char *path)
{
	return !compare->known || learn(compare, path, true);
}

/* ---- outputs side by side ---- */

static bool open_outputs(struct compare_known *known)
{
	bool good = true;

	for (size_t i = 0; i < known->count && good; i++)
		good = lines_open(&known->outputs[i].lines);
	return good;
}

static void close_outputs(struct compare_known *known)
{
	for (size_t i = 0; i < known->count; i++)
		lines_close(&known->outputs[i].lines);
}

/* Its line beside that one of the first output. */
static void get_partner(struct output *output, size_t number)
{
	size_t partner = output->partners ? output->partners[number] : number;

	output->here =
		partner != LINES_NONE && lines_get(&output->lines, partner);
	if (output->here)
		output->tokens =
			tokens_of(output->lines.text, output->lines.length);
}

static bool is_identical(const struct lines *one, const struct lines *other)
{
	return one->length == other->length &&
	       memcmp(one->text, other->text, one->length) == 0;
}

/* ---- columns ---- */

/* NULL where there are too many. */
static struct spread_column *get_column(struct compare_known *known,
					uint64_t name)
{
	uint64_t key = name * 1099511628211u | 1;
	size_t at = key % MOST_COLUMNS;

	if (!known->columns) {
		known->columns =
			memory_grow(NULL, MOST_COLUMNS, sizeof(struct column));
		memset(known->columns, 0, MOST_COLUMNS * sizeof(struct column));
	}
	for (size_t i = 0; i < 16; i++, at = (at + 1) % MOST_COLUMNS) {
		struct column *column = &known->columns[at];

		if (column->key == 0)
			column->key = key;
		if (column->key == key)
			return &column->seen;
	}
	return NULL;
}

/*
 * Lines of bare numbers are of one form whatever they stand for: times and
 * residues are columns of their own.
 */
static struct spread_column *find_column(const struct walk *walk,
					 unsigned label)
{
	uint64_t place = (uint64_t)label << 32 | walk->number;

	return get_column(walk->known, walk->form ^ place);
}

/* All below such titles, and of these what stands in lines of the same words.
 */
static void find_section(const struct walk *walk, struct spread_column **all,
			 struct spread_column **row)
{
	uint64_t section = walk->labels.section.title;

	*all = get_column(walk->known, section);
	*row = get_column(walk->known, walk->form ^ section);
}

/* The lines that were walked through are ahead again. */
static void rewind_columns(struct compare_known *known)
{
	for (size_t i = 0; known->columns && i < MOST_COLUMNS; i++)
		if (known->columns[i].seen.lines > SPREAD_FEW)
			known->columns[i].seen.filled = 0;
}

/* ---- what is not judged ---- */

static const char *const differs_wildly =
	"differs by as much as itself from run to run";
static const char *const differs_by_name =
	"belongs to the process, and differs from run to run";
static const char *const takes_memory = "is memory that the process takes";
static const char *const differs_word = "is another word from run to run";
static const char *const differs_line = "is another line from run to run";
static const char *const differs_bytes =
	"its bytes differ from run to run, and not as numbers do";
static const char *const differs_order =
	"lines like it come in another order each time; only what they hold is "
	"judged";
static const char *const differs_count =
	"lines like it come in another number each time; only the range of "
	"their numbers is judged";

static void name_freed(const struct walk *walk, uint64_t which,
		       const struct token *token, const char *why)
{
	if (walk->stage == NAMING)
		freed_add(&walk->known->freed,
			  (walk->form ^ which) * 1099511628211u,
			  walk->known->outputs->lines.shown, walk->line, token,
			  why);
}

/* ---- tokens side by side ---- */

/* A unit is no word: it may change with how long something takes. */
static bool next_token(struct output *output)
{
	struct tokens *tokens = &output->tokens;

	if (!token_next(tokens, &output->token))
		return false;
	if (output->token.kind == TOKEN_NUMBER)
		output->unit = word_unit(tokens->line + tokens->at, false);
	else
		output->unit = 0;
	tokens->at += output->unit;
	return true;
}

static bool has_unit(const struct output *one, const struct output *other)
{
	return one->unit == other->unit &&
	       memcmp(one->token.text + one->token.length,
		      other->token.text + other->token.length, one->unit) == 0;
}

/* A line of other threads that is made otherwise teaches nothing more. */
static void next_tokens(struct walk *walk)
{
	struct compare_known *known = walk->known;
	enum token_kind kind = known->outputs->token.kind;

	for (size_t i = 1; i < known->count; i++) {
		struct output *output = &known->outputs[i];

		if (output->here)
			output->here = next_token(output) &&
				       output->token.kind == kind;
	}
}

/* Is it the same in all runs of the original? */
static bool is_steady(const struct compare_known *known)
{
	const struct token *token = &known->outputs->token;

	for (size_t i = 1; i < known->count; i++)
		if (known->outputs[i].here && !known->outputs[i].threads &&
		    !token_same(token, &known->outputs[i].token))
			return false;
	return true;
}

static size_t run_count(const struct compare_known *known)
{
	size_t count = 0;

	for (size_t i = 0; i < known->count; i++)
		count += !known->outputs[i].threads;
	return count;
}

/* ---- numbers ---- */

static struct spread learn_number(const struct compare_known *known)
{
	struct spread spread = {0};

	for (size_t i = 0; i < known->count; i++)
		if (i == 0 || known->outputs[i].here)
			spread_add(&spread, &known->outputs[i].token,
				   known->outputs[i].threads);
	return spread;
}

static bool was_printed(const struct compare_known *known,
			const struct token *token)
{
	for (size_t i = 0; i < known->count; i++)
		if ((i == 0 || known->outputs[i].here) &&
		    !known->outputs[i].threads &&
		    token_equal(&known->outputs[i].token, token))
			return true;
	return false;
}

static void learn_jitter(struct compare_known *known, double jitter)
{
	if (jitter > 0 && (known->jitter == 0 || jitter < known->jitter))
		known->jitter = jitter;
}

static void learn_column(struct walk *walk, const struct spread *spread,
			 unsigned label, struct spread_column *column)
{
	double size = fmax(fabs(spread->low), fabs(spread->high));
	bool other = label & (LABEL_ANY_TIME | LABEL_ANY_MEMORY);

	if (column)
		spread_learn(column, spread);
	if (label & LABEL_TIME)
		learn_jitter(walk->known, spread_jitter(spread));
	if (other || spread->whole || !spread->finite)
		return;
	walk->known->scale = fmax(walk->known->scale, fmin(size, 1));
	walk->known->noise = fmax(walk->known->noise, spread_noise(spread));
}

static bool judge_number(struct walk *walk, unsigned label)
{
	struct compare_known *known = walk->known;
	struct spread spread = learn_number(known);
	struct spread_column *column = find_column(walk, label);
	struct spread_column *section = NULL, *row = NULL;
	struct spread_around around = {
		.label = label,
		.scale = fmax(walk->scale, known->scale),
		.noise = known->noise,
		.jitter = known->jitter,
		.column = column,
	};
	const struct token *token = &known->outputs->token;
	enum spread_kind kind;
	bool good = true;

	if (label & LABEL_SECTION)
		find_section(walk, &section, &row);
	around.section = section;
	around.row = row;
	if (walk->stage == LEARNING) {
		learn_column(walk, &spread, label, column);
		spread_learn_section(section, &spread);
		spread_learn_section(row, &spread);
		return true;
	}
	kind = spread_kind(&spread, &around);
	walk->free = kind != SPREAD_RESULT && kind != SPREAD_RESIDUE;
	walk->timed = walk->timed || kind == SPREAD_TIME;
	walk->real = walk->real || (!walk->free && !spread.whole);
	walk->judged = walk->judged || !walk->free;
	if (kind == SPREAD_WILD)
		name_freed(walk, walk->number, token, differs_wildly);
	if (kind == SPREAD_IDENTITY)
		name_freed(walk, walk->number, token, differs_by_name);
	if (kind == SPREAD_MEMORY)
		name_freed(walk, walk->number, token, takes_memory);
	if (walk->variant)
		good = walk->copy ||
		       was_printed(known, &walk->variant->token) ||
		       spread_allows(&spread, kind, &around,
				     &walk->variant->token, walk->tolerance);
	if (walk->variant && !walk->free && good)
		good = has_unit(known->outputs, walk->variant);
	if (column)
		spread_note(column, &spread);
	return good;
}

/* ---- other tokens ---- */

/* Does it tell when the program ran, and not of something else? */
static bool tells_when(const struct output *output)
{
	return clock_tells(output->token.text, output->token.length,
			   output->when);
}

/* All runs of the original told the same: were they done before it changed? */
static bool may_be_steady(const struct compare_known *known)
{
	const struct output *first = known->outputs;
	time_t step = clock_step(first->token.text, first->token.length);
	time_t last = first->when;

	for (size_t i = 1; i < known->count; i++)
		if (known->outputs[i].here && !known->outputs[i].threads &&
		    known->outputs[i].when > last)
			last = known->outputs[i].when;
	return last - first->when <= step;
}

/*
 * A clock that stays the same from run to run is that of a simulation, but for
 * days and fast programs.
 */
static bool is_clock(const struct walk *walk, bool steady)
{
	const struct compare_known *known = walk->known;
	const struct output *first = known->outputs;
	const struct token *token = &first->token;
	char last = token->text[token->length - 1];

	if (!steady || run_count(known) < 2 || last == 's' || last == 'm' ||
	    clock_is_beside(first->tokens.line, token->place, token->length))
		return true;
	return walk->variant && may_be_steady(known) && tells_when(first) &&
	       tells_when(walk->variant);
}

static bool judge_other(struct walk *walk)
{
	struct compare_known *known = walk->known;
	const struct token *token = &known->outputs->token;
	bool steady = is_steady(known);

	if (steady && walk->variant && token_same(token, &walk->variant->token))
		return true;
	if (token->kind == TOKEN_CLOCK && is_clock(walk, steady))
		return true;
	if (!steady && token->kind != TOKEN_SIGN) {
		name_freed(walk, ~walk->number, token,
			   token->kind == TOKEN_ADDRESS ? differs_by_name
							: differs_word);
		return true;
	}
	walk->judged = true;
	return !walk->variant || token_same(token, &walk->variant->token);
}

/* ---- lines ---- */

/* The largest of its numbers, without times. */
static double scale_of(const struct walk *walk)
{
	const struct lines *lines = &walk->known->outputs->lines;
	struct tokens tokens = tokens_of(lines->text, lines->length);
	struct labels labels = walk->labels;
	struct token token;
	double scale = 0;

	while (token_next(&tokens, &token)) {
		unsigned label = labels_token(&labels, &token);

		if (token.kind == TOKEN_NUMBER && !token.whole &&
		    !token.overflow && isfinite(token.value) &&
		    !(label & (LABEL_ANY_TIME | LABEL_ANY_MEMORY)))
			scale = fmax(scale, fabs(token.value));
	}
	return scale;
}

/* The variant's token beside that of the original. */
static bool next_of_variant(struct walk *walk)
{
	struct output *variant = walk->variant;

	if (!variant)
		return true;
	walk->wrong = variant->lines.length;
	if (!next_token(variant))
		return false;
	walk->wrong = variant->token.place;
	return variant->token.kind == walk->known->outputs->token.kind;
}

/* All lines are there and made alike. */
static bool judge_tokens(struct walk *walk)
{
	struct output *first = walk->known->outputs;
	bool good = true;

	walk->number = 0;
	walk->timed = walk->real = walk->judged = false;
	while (good && next_token(first)) {
		unsigned label = labels_token(&walk->labels, &first->token);

		next_tokens(walk);
		good = next_of_variant(walk);
		if (!good)
			break;
		if (first->token.kind == TOKEN_NUMBER) {
			good = judge_number(walk, label);
			walk->number++;
		} else {
			good = judge_other(walk);
		}
	}
	if (good && walk->variant && next_token(walk->variant)) {
		walk->wrong = walk->variant->token.place;
		good = false;
	}
	return good;
}

/* Are the original's lines made alike? Where facts are known they are. */
static bool is_alike(const struct compare_known *known)
{
	const struct lines *first = &known->outputs->lines;
	uint64_t shape;

	if (!known->many)
		return true;
	shape = line_fact(first->text, first->length).shape;
	for (size_t i = 1; i < known->count; i++) {
		struct output *output = &known->outputs[i];
		const struct lines *lines = &output->lines;

		if (output->here && !is_identical(first, lines) &&
		    line_fact(lines->text, lines->length).shape != shape) {
			if (!output->threads)
				return false;
			output->here = false;
		}
	}
	return true;
}

/* Is the variant's line that of a run of the original? */
static bool is_copy(const struct walk *walk)
{
	const struct compare_known *known = walk->known;
	bool copy = false;

	for (size_t i = 0; walk->variant && !copy && i < known->count; i++)
		copy = (i == 0 || known->outputs[i].here) &&
		       !known->outputs[i].threads &&
		       is_identical(&known->outputs[i].lines,
				    &walk->variant->lines);
	return copy;
}

static bool judge_line(struct walk *walk)
{
	struct compare_known *known = walk->known;
	struct output *first = known->outputs;

	/* What is right all the same teaches something of the lines below. */
	walk->copy = is_copy(walk);
	first->tokens = tokens_of(first->lines.text, first->lines.length);
	walk->form =
		known->many
			? line_fact(first->lines.text, first->lines.length).form
			: first->lines.facts[walk->line].form;
	if (walk->variant)
		walk->variant->tokens = tokens_of(walk->variant->lines.text,
						  walk->variant->lines.length);
	if (walk->stage == NAMING && !is_alike(known)) {
		name_freed(walk, 0, NULL, differs_line);
		return true;
	}
	walk->scale = walk->stage == LEARNING ? 0 : scale_of(walk);
	return judge_tokens(walk) || walk->copy || !is_alike(known);
}

static const struct lines_group *group_at(const struct walk *walk)
{
	const struct compare_known *known = walk->known;

	return known->many
		       ? NULL
		       : lines_group_of(
				 &known->plan,
				 known->outputs->lines.facts[walk->line].key);
}

static bool is_uneven(const struct lines_group *group)
{
	return group && group->least != group->most;
}

static void name_group(struct walk *walk, const struct lines_group *group)
{
	walk->form = group ? group->key : 0;
	if (!is_uneven(group) && group && group->rule != LINES_BY_PLACE)
		name_freed(walk, 1, NULL, differs_order);
}

/* The walk's next line; false at the end. */
static bool next_line(struct walk *walk)
{
	struct compare_known *known = walk->known;
	struct lines *lines = &known->outputs->lines;

	if (!lines_get(lines, walk->line))
		return false;
	labels_line(&walk->labels, lines->text, lines->length);
	for (size_t i = 1; i < known->count; i++)
		get_partner(&known->outputs[i], walk->line);
	return true;
}

/* ---- finding out ---- */

/* "10 steps took 0.25 s" says nothing of results. */
static void note_voice(struct walk *walk)
{
	walk->known->speaks =
		walk->known->speaks || walk->timed || walk->judged;
	if (walk->stage == NAMING &&
	    (walk->real || (walk->judged && !walk->timed)))
		walk->known->says = true;
}

static void walk_through(struct compare_known *known, enum stage stage)
{
	struct walk walk = {.known = known, .stage = stage};

	rewind_columns(known);
	if (open_outputs(known))
		for (; next_line(&walk); walk.line++) {
			const struct lines_group *group = group_at(&walk);

			name_group(&walk, group);
			if (!is_uneven(group) && judge_line(&walk))
				note_voice(&walk);
		}
	close_outputs(known);
}

static void tell_tags(struct compare_known *known,
		      void (*line)(struct tags *, const char *, size_t),
		      void (*run)(struct tags *))
{
	for (size_t i = 0; i < known->count; i++) {
		struct lines *lines = &known->outputs[i].lines;

		if (known->outputs[i].threads || !lines_open(lines))
			continue;
		lines->tags = NULL;
		for (size_t j = 0; lines_get(lines, j); j++)
			line(&known->tags, lines->text, lines->length);
		run(&known->tags);
		lines_close(lines);
	}
}

/* Facts that were found out with other tags, or none, count no longer. */
static void learn_tags(struct compare_known *known)
{
	bool had = known->tags.any;

	tags_free(&known->tags);
	tell_tags(known, tags_words, tags_words_run);
	tell_tags(known, tags_line, tags_run);
	for (size_t i = 0; (had || known->tags.any) && i < known->count; i++)
		lines_read_again(&known->outputs[i].lines, &known->tags);
}

static void make_plan(struct compare_known *known)
{
	struct lines **runs = memory_grow(NULL, known->count, sizeof(*runs));
	size_t count = 0;

	for (size_t i = 0; i < known->count; i++)
		if (!known->outputs[i].threads)
			runs[count++] = &known->outputs[i].lines;
	lines_plan(&known->plan, runs, count);
	free(runs);
	for (size_t i = 1; i < known->count; i++) {
		struct output *output = &known->outputs[i];

		if (output->threads)
			lines_key(&known->plan, &output->lines);
		free(output->partners);
		output->partners =
			known->plan.ordered && !output->threads
				? NULL
				: lines_partners(&known->outputs->lines,
						 &output->lines);
	}
}

/* Too many lines for a plan: each has its place, or nothing is known. */
static bool are_in_place(const struct compare_known *known)
{
	for (size_t i = 1; i < known->count; i++)
		if (!known->outputs[i].threads &&
		    known->outputs[i].lines.count !=
			    known->outputs->lines.count)
			return false;
	return true;
}

/* ---- lines of another number each time ---- */

/* All such lines of an output; in *wrong and *place the first wrong one. */
static bool take_loose_lines(struct compare_known *known, struct lines *lines,
			     bool judging, size_t *wrong, size_t *place)
{
	struct labels labels = {.line = NULL};
	bool good = true;

	for (size_t i = 0; good && lines_get(lines, i); i++) {
		const struct lines_group *group =
			lines_group_of(&known->plan, lines->facts[i].key);

		labels_line(&labels, lines->text, lines->length);
		if (!is_uneven(group))
			continue;
		*wrong = i;
		if (!judging)
			freed_add(&known->freed, group->key, lines->shown, i,
				  NULL, differs_count);
		good = loose_take(&known->loose, group->key, &labels, judging,
				  place);
	}
	return good;
}

static void learn_loose(struct compare_known *known)
{
	size_t wrong, place;

	if (known->plan.ordered || !open_outputs(known))
		return;
	for (size_t i = 0; i < known->count; i++)
		if (!known->outputs[i].threads)
			take_loose_lines(known, &known->outputs[i].lines, false,
					 &wrong, &place);
	close_outputs(known);
}

static void forget(struct compare_known *known)
{
	lines_plan_free(&known->plan);
	freed_free(&known->freed);
	loose_free(&known->loose);
	free(known->columns);
	known->columns = NULL;
	known->scale = known->noise = known->jitter = 0;
	known->says = known->speaks = known->chaos = false;
}

/* ---- files of bytes ---- */

static const char **paths_of(const struct compare_known *known)
{
	const char **paths = memory_grow(NULL, known->count, sizeof(*paths));

	for (size_t i = 0; i < known->count; i++)
		paths[i] = known->outputs[i].lines.path;
	return paths;
}

static void prepare_bytes(struct compare_known *known)
{
	const char **paths = paths_of(known);

	known->form = bytes_form(paths, known->count);
	known->says = known->speaks = !known->form.unknown;
	if (known->form.unknown)
		freed_add(&known->freed, 0, "", 0, NULL, differs_bytes);
	free(paths);
}

static bool match_bytes(const struct compare *compare, const char *path,
			double tolerance, struct text *why)
{
	const struct compare_known *known = compare->known;
	const char **paths = paths_of(known);
	struct text where = {0};
	bool good = known->form.unknown ||
		    bytes_match(paths, known->count, known->form, path,
				tolerance, &where);

	if (!good)
		text_print(why, "wrong file '%s': %s", compare->name,
			   text_string(&where));
	text_free(&where);
	free(paths);
	return good;
}

/* What all outputs together teach. */
static void prepare(struct compare_known *known)
{
	if (known->prepared)
		return;
	known->prepared = true;
	forget(known);
	if (known->binary) {
		prepare_bytes(known);
		return;
	}
	learn_tags(known);
	if (known->many)
		known->chaos = !are_in_place(known);
	else
		make_plan(known);
	if (known->chaos)
		return;
	walk_through(known, LEARNING);
	walk_through(known, NAMING);
	if (!known->many)
		learn_loose(known);
}

/* ---- judging ---- */

/* Of the original's line and the other, NULL where there is none. */
static void tell(const struct compare *compare, const char *was, const char *is,
		 size_t number, size_t place, struct text *why)
{
	char *one = was ? freed_excerpt(was, place) : NULL;
	char *other = is ? freed_excerpt(is, place) : NULL;

	text_print(why, "wrong %s%s%s: line %zu ",
		   compare->name ? "file '" : "output",
		   compare->name ? compare->name : "", compare->name ? "'" : "",
		   number + 1);
	if (was && is)
		text_print(why, "is '%s', the original's '%s'", other, one);
	else if (is)
		text_print(why, "is one too many: '%s'", other);
	else
		text_print(why, "is missing: '%s'", one ? one : "");
	free(one);
	free(other);
}

static bool walk_ordered(const struct compare *compare, struct output *variant,
			 double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	struct walk walk = {.known = known,
			    .stage = JUDGING,
			    .tolerance = tolerance,
			    .variant = variant};
	bool good = true;

	for (; good; walk.line++) {
		bool was = next_line(&walk);
		bool is = lines_get(&variant->lines, walk.line);

		if (!was && !is)
			break;
		good = was && is && judge_line(&walk);
		if (!good)
			tell(compare, was ? known->outputs->lines.shown : NULL,
			     is ? variant->lines.shown : NULL, walk.line,
			     walk.wrong, why);
	}
	return good;
}

/* A line of words that the original never prints, or too often. */
static bool has_known_lines(const struct compare *compare,
			    struct output *variant, struct text *why)
{
	const struct compare_known *known = compare->known;
	size_t *partners =
		lines_partners(&variant->lines, &known->outputs->lines);
	bool good = true;

	for (size_t i = 0; good && lines_get(&variant->lines, i); i++) {
		const struct lines_group *group = lines_group_of(
			&known->plan, variant->lines.facts[i].key);

		good = group && (is_uneven(group) || partners[i] != LINES_NONE);
		if (!good)
			tell(compare, NULL, variant->lines.shown, i, 0, why);
	}
	free(partners);
	return good;
}

/* Each line of the original, wherever the variant has it. */
static bool walk_groups(const struct compare *compare, struct output *variant,
			double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	struct walk walk = {.known = known,
			    .stage = JUDGING,
			    .tolerance = tolerance,
			    .variant = variant};
	bool good = true;

	for (; good && next_line(&walk); walk.line++) {
		const char *line = known->outputs->lines.shown;

		if (is_uneven(group_at(&walk)))
			continue;
		get_partner(variant, walk.line);
		good = variant->here && judge_line(&walk);
		if (!good)
			tell(compare, line,
			     variant->here ? variant->lines.shown : NULL,
			     walk.line, walk.wrong, why);
	}
	return good;
}

static size_t count_of(const struct lines *lines, uint64_t key)
{
	size_t count = 0;

	for (size_t i = 0; i < lines->count; i++)
		count += lines->facts[i].key == key;
	return count;
}

/* Lines that came in another number each time never were none at all. */
static bool has_loose_lines(const struct compare *compare,
			    struct output *variant, struct text *why)
{
	struct compare_known *known = compare->known;
	size_t wrong = 0, place = 0;

	for (size_t i = 0; i < known->plan.group_count; i++) {
		const struct lines_group *group = &known->plan.groups[i];

		if (group->least == 0 || !is_uneven(group) ||
		    count_of(&variant->lines, group->key) > 0)
			continue;
		text_add(why, "wrong output: lines are missing that come in "
			      "another number each time, but always come");
		return false;
	}
	if (take_loose_lines(known, &variant->lines, true, &wrong, &place))
		return true;
	tell(compare, NULL, variant->lines.shown, wrong, place, why);
	return false;
}

/* All runs have as many lines, though not of each kind. */
static bool has_fixed_count(const struct compare_known *known)
{
	return run_count(known) > 1 && are_in_place(known);
}

static bool walk_loose(const struct compare *compare, struct output *variant,
		       double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	bool good;

	if (!variant->lines.facts) {
		text_print(why, "wrong output: it has %zu lines",
			   variant->lines.count);
		return false;
	}
	if (has_fixed_count(known) &&
	    variant->lines.count != known->outputs->lines.count) {
		text_print(why,
			   "wrong output: it has %zu lines, the "
			   "original's %zu",
			   variant->lines.count, known->outputs->lines.count);
		return false;
	}
	lines_key(&known->plan, &variant->lines);
	variant->partners =
		lines_partners(&known->outputs->lines, &variant->lines);
	good = walk_groups(compare, variant, tolerance, why) &&
	       has_known_lines(compare, variant, why) &&
	       has_loose_lines(compare, variant, why);
	free(variant->partners);
	return good;
}

static bool is_ordered(const struct compare_known *known)
{
	return known->many || known->plan.ordered;
}

bool compare_matches(const struct compare *compare, const char *path,
		     double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	struct output variant = {.here = true, .when = time_of(path)};
	bool good;

	if (!known)
		return true;
	prepare(known);
	if (known->binary)
		return match_bytes(compare, path, tolerance, why);
	if (known->chaos)
		return true;
	rewind_columns(known);
	if (!lines_read(&variant.lines, path, &known->tags) ||
	    !lines_open(&variant.lines) || !open_outputs(known)) {
		text_print(why, "outputs cannot be read: %s", strerror(errno));
		good = false;
	} else if (is_ordered(known)) {
		good = walk_ordered(compare, &variant, tolerance, why);
	} else {
		good = walk_loose(compare, &variant, tolerance, why);
	}
	close_outputs(known);
	lines_free(&variant.lines);
	return good;
}

/* ---- what is known ---- */

enum compare_voice compare_says(const struct compare *compare)
{
	struct compare_known *known = compare->known;

	if (!known || known->count == 0)
		return COMPARE_NOTHING;
	prepare(known);
	if (known->says && !known->chaos)
		return COMPARE_RESULTS;
	if (known->chaos || known->freed.count > 0)
		return COMPARE_CHAOS;
	return known->speaks ? COMPARE_TIMES : COMPARE_NOTHING;
}

bool compare_is_whole(const struct compare *compare)
{
	struct compare_known *known = compare->known;

	if (!known || known->count == 0)
		return false;
	prepare(known);
	return !known->chaos && known->freed.count == 0;
}

const struct freed_item *compare_freed(const struct compare *compare,
				       size_t *count)
{
	struct compare_known *known = compare->known;

	*count = 0;
	if (!known)
		return NULL;
	prepare(known);
	*count = known->freed.count;
	return known->freed.items;
}

void compare_free(struct compare *compare)
{
	struct compare_known *known = compare->known;

	if (!known)
		return;
	forget(known);
	tags_free(&known->tags);
	for (size_t i = 0; i < known->count; i++) {
		free(known->outputs[i].partners);
		lines_free(&known->outputs[i].lines);
	}
	free(known->outputs);
	free(known);
	compare->known = NULL;
}
