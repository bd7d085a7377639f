/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges a line, token by token: numbers by how far they move from run to run,
 * all else by whether it stays.
 */
#include "beside.h"

#include <math.h>
#include <string.h>

#include "daytime.h"
#include "spread.h"
#include "token.h"

static const char *const differs_wildly =
	"differs by as much as itself from run to run";
static const char *const differs_by_name =
	"belongs to the process, and differs from run to run";
static const char *const takes_memory = "is memory that the process takes";
static const char *const differs_word = "is another word from run to run";
static const char *const differs_line = "is another line from run to run";

void beside_name_freed(const struct beside *beside, uint64_t which,
		       const struct token *token, const char *why)
{
	if (beside->stage == BESIDE_NAMING)
		freed_add(&beside->known->freed,
			  (beside->form ^ which) * 1099511628211u,
			  beside->known->outputs->lines.shown, beside->line,
			  token, why);
}

/* ---- columns ---- */

/*
 * Lines of bare numbers are of one form whatever they stand for: times and
 * residues are columns of their own.
 */
static struct spread_column *find_column(const struct beside *beside,
					 unsigned label)
{
	uint64_t place = (uint64_t)label << 32 | beside->number;

	return columns_get(&beside->known->columns, beside->form ^ place);
}

/* The same of all lines of a table. */
static struct spread_column *find_table(const struct beside *beside)
{
	return beside->labels.column ? columns_get(&beside->known->columns,
						   beside->labels.column)
				     : NULL;
}

/* All below such titles, and of these what stands in lines of the same words.
 */
static void find_section(const struct beside *beside,
			 struct spread_column **all, struct spread_column **row)
{
	uint64_t section = beside->labels.section.title;

	*all = columns_get(&beside->known->columns, section);
	*row = columns_get(&beside->known->columns, beside->form ^ section);
}

/* ---- tokens side by side ---- */

/* A line of other threads that is made otherwise teaches nothing more. */
static void next_tokens(struct beside *beside)
{
	struct compare_known *known = beside->known;
	enum token_kind kind = known->outputs->token.kind;

	for (size_t i = 1; i < known->count; i++) {
		struct printed *output = &known->outputs[i];

		if (output->here)
			output->here = printed_token(output) &&
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

size_t beside_runs(const struct compare_known *known)
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

static void learn_column(struct beside *beside, const struct spread *spread,
			 unsigned label, struct spread_column *column)
{
	double size = fmax(fabs(spread->low), fabs(spread->high));
	bool other = label & (LABEL_ANY_TIME | LABEL_ANY_MEMORY);

	if (column)
		spread_learn(column, spread);
	if (label & LABEL_TIME)
		learn_jitter(beside->known, spread_jitter(spread));
	if (other || spread->whole || !spread->finite)
		return;
	beside->known->scale = fmax(beside->known->scale, fmin(size, 1));
	beside->known->noise = fmax(beside->known->noise, spread_noise(spread));
}

static bool judge_number(struct beside *beside, unsigned label)
{
	struct compare_known *known = beside->known;
	struct spread spread = learn_number(known);
	struct spread_column *column = find_column(beside, label);
	struct spread_column *section = NULL, *row = NULL;
	struct spread_column *table = find_table(beside);
	struct spread_around around = {
		.label = label,
		.scale = fmax(beside->scale, known->scale),
		.noise = known->noise,
		.jitter = known->jitter,
		.column = column,
	};
	const struct token *token = &known->outputs->token;
	enum spread_kind kind;
	bool good = true;

	if (label & LABEL_SECTION)
		find_section(beside, &section, &row);
	around.section = section;
	around.row = row;
	around.table = table;
	if (beside->stage == BESIDE_LEARNING) {
		learn_column(beside, &spread, label, column);
		spread_learn_section(section, &spread);
		spread_learn_section(row, &spread);
		spread_learn_section(table, &spread);
		return true;
	}
	kind = spread_kind(&spread, &around);
	beside->free = kind != SPREAD_RESULT && kind != SPREAD_RESIDUE;
	beside->timed = beside->timed || kind == SPREAD_TIME;
	beside->real = beside->real || (!beside->free && !spread.whole);
	beside->judged = beside->judged || !beside->free;
	if (kind == SPREAD_WILD)
		beside_name_freed(beside, beside->number, token,
				  differs_wildly);
	if (kind == SPREAD_IDENTITY)
		beside_name_freed(beside, beside->number, token,
				  differs_by_name);
	if (kind == SPREAD_MEMORY)
		beside_name_freed(beside, beside->number, token, takes_memory);
	if (beside->variant)
		good = beside->copy ||
		       was_printed(known, &beside->variant->token) ||
		       spread_allows(&spread, kind, &around,
				     &beside->variant->token,
				     beside->tolerance);
	if (beside->variant && !beside->free && good)
		good = printed_same_unit(known->outputs, beside->variant);
	if (column)
		spread_note(column, &spread);
	return good;
}

/* ---- other tokens ---- */

/* Does it tell when the program ran, and not of something else? */
static bool tells_when(const struct printed *output)
{
	return daytime_tells(output->token.text, output->token.length,
			     output->when);
}

/* All runs of the original told the same: were they done before it changed? */
static bool may_be_steady(const struct compare_known *known)
{
	const struct printed *first = known->outputs;
	time_t step = daytime_step(first->token.text, first->token.length);
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
static bool is_clock(const struct beside *beside, bool steady)
{
	const struct compare_known *known = beside->known;
	const struct printed *first = known->outputs;
	const struct token *token = &first->token;
	char last = token->text[token->length - 1];

	if (!steady || beside_runs(known) < 2 || last == 's' || last == 'm' ||
	    daytime_is_beside(first->tokens.line, token->place, token->length))
		return true;
	return beside->variant && may_be_steady(known) && tells_when(first) &&
	       tells_when(beside->variant);
}

static bool judge_other(struct beside *beside)
{
	struct compare_known *known = beside->known;
	const struct token *token = &known->outputs->token;
	bool steady = is_steady(known);

	if (steady && beside->variant &&
	    token_same(token, &beside->variant->token))
		return true;
	if (token->kind == TOKEN_CLOCK && is_clock(beside, steady))
		return true;
	if (!steady && token->kind != TOKEN_SIGN) {
		beside_name_freed(beside, ~beside->number, token,
				  token->kind == TOKEN_ADDRESS ? differs_by_name
							       : differs_word);
		return true;
	}
	beside->judged = true;
	return !beside->variant || token_same(token, &beside->variant->token);
}

/* ---- lines ---- */

/* The largest of its numbers, without times. */
static double scale_of(const struct beside *beside)
{
	const struct lines *lines = &beside->known->outputs->lines;
	struct tokens tokens = tokens_of(lines->text, lines->length);
	struct labels labels = beside->labels;
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
static bool next_of_variant(struct beside *beside)
{
	struct printed *variant = beside->variant;

	if (!variant)
		return true;
	beside->wrong = variant->lines.length;
	if (!printed_token(variant))
		return false;
	beside->wrong = variant->token.place;
	return variant->token.kind == beside->known->outputs->token.kind;
}

/* All lines are there and made alike. */
static bool judge_tokens(struct beside *beside)
{
	struct printed *first = beside->known->outputs;
	bool good = true;

	beside->number = 0;
	beside->timed = beside->real = beside->judged = false;
	while (good && printed_token(first)) {
		unsigned label = labels_token(&beside->labels, &first->token);

		next_tokens(beside);
		good = next_of_variant(beside);
		if (!good)
			break;
		if (first->token.kind == TOKEN_NUMBER) {
			good = judge_number(beside, label);
			beside->number++;
		} else {
			good = judge_other(beside);
		}
	}
	if (good && beside->variant && printed_token(beside->variant)) {
		beside->wrong = beside->variant->token.place;
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
		struct printed *output = &known->outputs[i];
		const struct lines *lines = &output->lines;

		if (output->here &&
		    !printed_same_line(known->outputs, output) &&
		    line_fact(lines->text, lines->length).shape != shape) {
			if (!output->threads)
				return false;
			output->here = false;
		}
	}
	return true;
}

/* Is the variant's line that of a run of the original? */
static bool is_copy(const struct beside *beside)
{
	const struct compare_known *known = beside->known;
	bool copy = false;

	for (size_t i = 0; beside->variant && !copy && i < known->count; i++)
		copy = (i == 0 || known->outputs[i].here) &&
		       !known->outputs[i].threads &&
		       printed_same_line(&known->outputs[i], beside->variant);
	return copy;
}

bool beside_judge(struct beside *beside)
{
	struct compare_known *known = beside->known;
	struct printed *first = known->outputs;

	/* What is right all the same teaches something of the lines below. */
	beside->copy = is_copy(beside);
	first->tokens = tokens_of(first->lines.text, first->lines.length);
	beside->form =
		known->many
			? line_fact(first->lines.text, first->lines.length).form
			: first->lines.facts[beside->line].form;
	if (beside->variant)
		beside->variant->tokens =
			tokens_of(beside->variant->lines.text,
				  beside->variant->lines.length);
	if (beside->stage == BESIDE_NAMING && !is_alike(known)) {
		beside_name_freed(beside, 0, NULL, differs_line);
		return true;
	}
	beside->scale = beside->stage == BESIDE_LEARNING ? 0 : scale_of(beside);
	return judge_tokens(beside) || beside->copy || !is_alike(known);
}

bool beside_next(struct beside *beside)
{
	struct compare_known *known = beside->known;
	struct lines *lines = &known->outputs->lines;

	if (!lines_get(lines, beside->line))
		return false;
	labels_line(&beside->labels, lines->text, lines->length);
	for (size_t i = 1; i < known->count; i++)
		printed_partner(&known->outputs[i], beside->line);
	return true;
}
