/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What such lines teach: the range of the numbers in each place.
 */
#include "loose.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "label.h"
#include "spread.h"
#include "token.h"

/* So many numbers of a line are known. */
#define LOOSE_NUMBERS 64

struct loose_number {
	struct spread spread; /* of all such lines */
	unsigned label;
};

struct loose {
	uint64_t key;
	struct loose_number *numbers;
	size_t count;
};

static struct loose *loose_of(struct loose_lines *all, uint64_t key)
{
	struct loose *loose;

	for (size_t i = 0; i < all->count; i++)
		if (all->loose[i].key == key)
			return &all->loose[i];
	all->loose =
		memory_grow(all->loose, all->count + 1, sizeof(*all->loose));
	loose = &all->loose[all->count++];
	*loose = (struct loose){.key = key};
	return loose;
}

static void learn_loose_number(struct loose *loose, size_t number,
			       const struct token *token, unsigned label)
{
	if (number >= LOOSE_NUMBERS)
		return;
	if (number == loose->count) {
		loose->numbers = memory_grow(loose->numbers, ++loose->count,
					     sizeof(*loose->numbers));
		loose->numbers[number].spread = (struct spread){0};
		loose->numbers[number].label = 0;
	}
	spread_add(&loose->numbers[number].spread, token, false);
	loose->numbers[number].label |= label;
}

/* In the range that was seen, or as far beside it. */
static bool allows_loose_number(const struct loose *loose, size_t number,
				const struct token *token)
{
	const struct loose_number *seen;
	const struct spread *spread;
	double range;

	if (number >= loose->count)
		return number >= LOOSE_NUMBERS;
	seen = &loose->numbers[number];
	spread = &seen->spread;
	range = spread->high - spread->low;
	if (token->overflow || !isfinite(token->value))
		return (token->overflow && spread->overflow) ||
		       (isnan(token->value) && spread->nan) ||
		       (isinf(token->value) &&
			(spread->infinite & (token->value > 0 ? 1 : 2)));
	return seen->label & (LABEL_ANY_TIME | LABEL_ANY_MEMORY) ||
	       (token->value >= spread->low - range &&
		token->value <= spread->high + range);
}

bool loose_take(struct loose_lines *all, uint64_t key, struct labels *labels,
		bool judging, size_t *wrong)
{
	struct loose *loose = loose_of(all, key);
	struct tokens tokens = tokens_of(labels->line, labels->length);
	struct token token;
	size_t number = 0;

	while (token_next(&tokens, &token)) {
		unsigned label = labels_token(labels, &token);

		if (token.kind != TOKEN_NUMBER)
			continue;
		if (!judging)
			learn_loose_number(loose, number, &token, label);
		else if (!allows_loose_number(loose, number, &token)) {
			*wrong = token.place;
			return false;
		}
		number++;
	}
	return true;
}

void loose_free(struct loose_lines *all)
{
	for (size_t i = 0; i < all->count; i++)
		free(all->loose[i].numbers);
	free(all->loose);
	*all = (struct loose_lines){0};
}
