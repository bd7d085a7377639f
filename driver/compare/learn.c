/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Learns from runs of the baseline which fields are masked.
 */
#include "learn.h"

#include <math.h>
#include <stdlib.h>

#include "base/align.h"
#include "base/memory.h"

/* A number with a point is masked where it moves by more of itself. */
#define MOVES .1

/* An output with more kinds of lines that differ is not compared by lines. */
#define MOST_KINDS 1000

/* ---- fields ---- */

struct fields fields_of(const struct reference *reference, size_t row)
{
	struct fields fields = {.count = 0};

	for (size_t i = 0; i < reference->count; i++) {
		const struct line *line = reference->beside[i][row];

		if (!line)
			continue;
		fields.threads[fields.count] = reference->threads[i];
		fields.lines[fields.count++] = line;
	}
	return fields;
}

static const struct field no_field = {
	.number = true, .whole = true, .low = INFINITY, .high = -INFINITY};

bool fields_next(struct fields *fields, struct field *field)
{
	const struct token *first = &fields->tokens[0];
	double size, low = INFINITY, high = -INFINITY;

	*field = fields->kind ? *fields->kind : no_field;
	for (size_t i = 0; i < fields->count; i++) {
		struct token *token = &fields->tokens[i];

		if (!token_next(fields->lines[i], token))
			return false;
		/* other threads show rounding alone */
		if (fields->threads[i] &&
		    (token->whole || token_is_nan(token) ||
		     !token_same_unit(token, first)))
			continue;
		field->masked |= !token_same_text(token, first);
		field->number &= token_same_unit(token, first);
		field->whole &= token->whole;
		field->nan |= token_is_nan(token);
		field->low = fmin(field->low, token->value);
		field->high = fmax(field->high, token->value);
		low = fields->threads[i] ? low : fmin(low, token->value);
		high = fields->threads[i] ? high : fmax(high, token->value);
	}
	field->number &= !field->nan;
	size = fmax(fabs(field->low), fabs(field->high));
	if (field->number && !field->whole)
		field->masked = fields->kind || high - low > MOVES * size;
	if (fields->kind)
		*fields->kind++ = *field;
	return true;
}

/* ---- kinds of lines ---- */

const struct kind *kind_of(const struct reference *reference,
			   const struct line *line)
{
	static const struct kind placed;

	for (size_t i = 0; i < reference->kind_count; i++)
		if (reference->kinds[i].key == line->key)
			return &reference->kinds[i];
	return &placed;
}

/* Are lines of that key as many in each run, and what is the same in all? */
static struct kind *study(struct reference *reference, const struct line *line)
{
	struct kind *kind = (struct kind *)kind_of(reference, line);
	const uint64_t key = line->key;
	uint64_t sums[COMPARE_MOST_RUNS] = {0};
	size_t counts[COMPARE_MOST_RUNS] = {0};
	struct field field;

	if (kind->key == key)
		return kind;
	reference->kinds =
		memory_grow(reference->kinds, reference->kind_count + 1,
			    sizeof(*reference->kinds));
	kind = &reference->kinds[reference->kind_count++];
	*kind = (struct kind){
		key, KIND_PLACED, true, true, {.lines = {line}, .count = 1}};
	kind->fields.kind = memory_grow(NULL, line->count + 1, sizeof(field));
	for (size_t i = 0; i <= line->count; i++)
		kind->fields.kind[i] = no_field;
	for (size_t i = 0; i < reference->count; i++) {
		const struct lines *run = &reference->runs[i];

		if (reference->threads[i])
			continue;
		for (size_t j = 0; j < run->count; j++) {
			struct fields fields = kind->fields;

			if (run->list[j].key != key)
				continue;
			fields.lines[fields.count++] = &run->list[j];
			while (fields_next(&fields, &field))
				;
			sums[i] += run->list[j].place;
			counts[i]++;
		}
		kind->same_places &= sums[i] == sums[0];
		kind->same_count &= counts[i] == counts[0];
	}
	return kind;
}

/* ---- lines beside each other ---- */

static int compare_lines(const void *a, const void *b)
{
	const struct line *one = *(const struct line *const *)a;
	const struct line *other = *(const struct line *const *)b;

	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	if (one->place != other->place)
		return one->place < other->place ? -1 : 1;
	return one->value < other->value ? -1 : one->value > other->value;
}

/* Lines that have their places, then those that come in any order, sorted. */
static const struct line **sort_lines(const struct reference *reference,
				      const struct lines *lines, size_t *count)
{
	const struct line **list =
		memory_grow(NULL, lines->count + 1, sizeof(*list));
	size_t placed = 0;

	*count = 0;
	for (int order = KIND_PLACED; order <= KIND_ANY_ORDER; order++) {
		placed = *count;
		for (size_t i = 0; i < lines->count; i++)
			if ((int)kind_of(reference, &lines->list[i])->order ==
			    order)
				list[(*count)++] = &lines->list[i];
	}
	qsort(list + placed, *count - placed, sizeof(*list), compare_lines);
	return list;
}

/*
 * Aligns lines with the rows of the base. They are aligned in place where all
 * have as many tokens as those of the base, and some have other words.
 */
static bool align_lines(const struct line **rows, size_t row_count,
			const struct line **list, size_t count, size_t *partner)
{
	uint64_t *keys =
		memory_grow(NULL, row_count + count + 1, sizeof(*keys));
	uint64_t difference = 0;
	bool good, alike = row_count == count;

	for (size_t i = 0; i < row_count; i++)
		keys[i] = rows[i]->key;
	for (size_t i = 0; i < count; i++)
		keys[row_count + i] = list[i]->key;
	for (size_t i = 0; alike && i < count; i++) {
		partner[i] = i;
		alike = rows[i]->count == list[i]->count;
		difference += rows[i]->key - list[i]->key;
	}
	good = (alike && difference) ||
	       align_keys(keys, row_count, keys + row_count, count, partner);
	free(keys);
	return good;
}

const struct line **reference_arrange(const struct reference *reference,
				      struct lines *lines)
{
	size_t rows = reference->row_count, count;
	const struct line **list = sort_lines(reference, lines, &count);
	const struct line **beside =
		memory_grow(NULL, rows + 1, sizeof(*beside));
	size_t *partner = memory_grow(NULL, rows + 1, sizeof(*partner));
	bool good =
		align_lines(reference->beside[0], rows, list, count, partner);

	for (size_t i = 0; i < lines->count; i++)
		lines->list[i].beside = false;
	for (size_t i = 0; i < rows && good; i++) {
		beside[i] = partner[i] == ALIGN_NONE ? NULL : list[partner[i]];
		if (beside[i])
			((struct line *)beside[i])->beside = true;
	}
	free(partner);
	free(list);
	if (good)
		return beside;
	free(beside);
	return NULL;
}

/* ---- the reference ---- */

static void loosen(struct reference *reference, const struct line *line,
		   bool *loosened)
{
	struct kind *kind = study(reference, line);
	int order = kind->same_count ? KIND_ANY_ORDER : KIND_ANY_NUMBER;

	*loosened |= (int)kind->order != order;
	kind->order = order;
}

/* Lines that a run lacks, or has elsewhere, come in any order or number. */
static void compare_run(struct reference *reference, size_t run, bool *loosened)
{
	const struct lines *lines = &reference->runs[run];

	for (size_t i = 0; i < reference->row_count; i++) {
		const struct line *base = reference->beside[0][i];
		const struct line *line = reference->beside[run][i];

		if (!line ||
		    (line->place != base->place && line->key == base->key &&
		     study(reference, base)->same_places))
			loosen(reference, base, loosened);
	}
	for (size_t i = 0; i < lines->count; i++)
		if (!lines->list[i].beside)
			loosen(reference, &lines->list[i], loosened);
}

/* True if lines of a run had to be loosened: all is arranged anew then. */
static bool arrange_runs(struct reference *reference)
{
	bool loosened = false;

	free(reference->beside[0]);
	reference->beside[0] = sort_lines(reference, &reference->runs[0],
					  &reference->row_count);
	for (size_t i = 1; i < reference->count && !loosened; i++) {
		free(reference->beside[i]);
		reference->beside[i] =
			reference_arrange(reference, &reference->runs[i]);
		if (!reference->beside[i] ||
		    reference->kind_count > MOST_KINDS) {
			reference->unclear = "too many lines differ";
			return false;
		}
		if (!reference->threads[i])
			compare_run(reference, i, &loosened);
	}
	return loosened;
}

struct reference *reference_make(const struct compare *compare,
				 const struct compare_wish *wish)
{
	struct reference *reference = memory_grow(NULL, 1, sizeof(*reference));

	*reference = (struct reference){.count = 0};
	for (size_t i = 0; i < compare->count; i++) {
		struct lines *run = &reference->runs[reference->count];

		if (wish->exact && compare->threads[i])
			continue;
		reference->threads[reference->count++] = compare->threads[i];
		if (!lines_read(run, compare->runs[i], wish))
			reference->unclear = "the baseline's cannot be read";
		else if (run->binary)
			reference->unclear = "bytes differ";
	}
	while (!reference->unclear && arrange_runs(reference))
		;
	return reference;
}

void reference_free(struct reference *reference)
{
	if (!reference)
		return;
	for (size_t i = 0; i < reference->count; i++) {
		lines_free(&reference->runs[i]);
		free(reference->beside[i]);
	}
	for (size_t i = 0; i < reference->kind_count; i++)
		free(reference->kinds[i].fields.kind);
	free(reference->kinds);
	free(reference);
}
