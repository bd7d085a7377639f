/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "early.h"
#include "live.h"
#include "region.h"
#include "unroll.h"
#include "words.h"

vec<struct early_loop> early_loops;

static tree early_function;

void early_note(void)
{
	early_function = current_function_decl;
	early_loops.truncate(0);
	if (!region_any() || !current_loops)
		return;
	FOR_EACH_LOOP_OF (loop, 0) {
		struct early_loop early = {loop->num, 0,
					   live_place_in_words(loop), -1};

		if (loop_outer(loop))
			early.parent = loop_outer(loop)->num;
		early_loops.safe_push(early);
	}
}

const struct early_loop *early_find(int num)
{
	for (unsigned i = 0; i < early_loops.length(); i++)
		if (early_loops[i].num == num)
			return &early_loops[i];
	return NULL;
}

static void add_unrolled_early(const struct words *words)
{
	struct code_loop code;
	expanded_location place = {};

	place.file = region_file(words->file);
	if (!place.file)
		return;
	place.line = words->line;
	place.column = words->column;
	code = outcome_loop_at(place);
	code.exact = true;
	code.region = region_around(place);
	code.outcome.reason = unroll_reason(words->text);
	code_loops.safe_push(code);
}

static void find_unrolled_early(const struct words *words, int code)
{
	for (unsigned i = 0; i < early_loops.length(); i++) {
		struct early_loop *early = &early_loops[i];

		if (early->code < 0 && words_are_at(words, early->place)) {
			early->code = code;
			return;
		}
	}
}

void early_read(char *text)
{
	struct words words;

	while (words_next(&text, &words)) {
		unsigned before = code_loops.length();

		if (unroll_is_told(&words))
			add_unrolled_early(&words);
		if (code_loops.length() > before)
			find_unrolled_early(&words, before);
	}
}

void early_forget_others(void)
{
	if (early_function != current_function_decl)
		early_loops.truncate(0);
}

void early_free_all(void)
{
	early_loops.release();
}
