/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "live.h"
#include "unroll.h"

bool unroll_is_told(const struct words *words)
{
	return strstr(words->text, "completely unrolled") ||
	       strstr(words->text, "turned into non-loop");
}

char *unroll_reason(const char *text)
{
	char *copy = xstrdup(text);
	char *parenthesis = strstr(copy, " (");

	if (parenthesis)
		*parenthesis = '\0';
	return copy;
}

/* What is new by now is left of the loops that were known. */
static bool is_copy(class loop *)
{
	return true;
}

void unroll_before(const opt_pass *pass)
{
	live_update(is_copy);
	if (live_any_wanted())
		words_listen(pass, false);
}

static void unrolled_completely(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;
	struct live_loop *around = live_find(live->parent);

	live->gone = true;
	outcome->unrolled = 0;
	if (!outcome->vectorised)
		outcome_set_reason(outcome, "loop completely unrolled");
	for (; around && outcome->vectorised;
	     around = live_find(around->parent))
		around->vectors_inside = true;
}

/* GCC's words on those that are gone, where no vectors were made of them. */
static void read_reason(const struct words *words)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		struct outcome *outcome = &live->code.outcome;

		if (outcome->unrolled || outcome->vectorised ||
		    !words_are_at(words, live->now))
			continue;
		free(outcome->reason);
		outcome->reason = unroll_reason(words->text);
	}
}

void unroll_after(char *text)
{
	struct words words;

	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (loop)
			live->innermost |= !loop->inner;
		else if (!live->gone)
			unrolled_completely(live);
	}
	while (words_next(&text, &words))
		if (unroll_is_told(&words))
			read_reason(&words);
}

void unroll_after_rtl(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (!loop || live->gone ||
		    loop->lpt_decision.decision == LPT_NONE)
			continue;
		live->code.outcome.unrolled *= loop->lpt_decision.times + 1;
	}
}
