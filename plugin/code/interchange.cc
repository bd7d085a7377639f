/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "interchange.h"
#include "live.h"
#include "words.h"

void interchange_before(const opt_pass *pass)
{
	live_update(NULL);
	if (live_any_wanted())
		words_listen(pass, false);
}

/* Is the message about this loop or one around it? */
static bool speaks_of(const struct words *words, const struct live_loop *live)
{
	for (; live; live = live_find(live->parent))
		if (words_are_at(words, live->now))
			return true;
	return false;
}

void interchange_after(char *text)
{
	struct words words;

	while (words_next(&text, &words))
		for (unsigned i = 0; i < live_loops.length(); i++)
			if (strstr(words.text, "interchanged") &&
			    speaks_of(&words, &live_loops[i]))
				live_loops[i].code.outcome.interchanged = true;
}

void interchange_after_jam(char *text)
{
	struct words words;

	while (words_next(&text, &words)) {
		const char *factor = strstr(words.text, "with factor ");

		for (unsigned i = 0; factor && i < live_loops.length(); i++)
			if (speaks_of(&words, &live_loops[i]))
				live_loops[i].code.outcome.unrolled =
					atoi(factor + strlen("with factor "));
	}
}
