/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which flags of GCC's optimisers are worth a trial.
 */
#include "optimise.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "build/plan.h"
#include "choice.h"
#include "hot.h"

static bool begins(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

/* The last one of the build's that begins so, NULL for none. */
static const char *last_flag(const struct step *step, const char *with)
{
	const char *found = NULL;

	for (size_t i = 0; i < step->word_count; i++)
		if (begins(step->words[i], with))
			found = step->words[i];
	return found;
}

/* Who asks for small code, or for code to be looked at, has it. */
static bool is_below_third(const struct step *step)
{
	const char *level = last_flag(step, "-O");

	return !level || strcmp(level, "-O") == 0 ||
	       (level[2] >= '0' && level[2] <= '2' && !level[3]);
}

static bool is_for_any(const struct step *step)
{
	return !last_flag(step, "-march=") && !last_flag(step, "-mcpu=");
}

/* In which order they come, and for which compilations each may matter. */
static const struct row {
	const char *flag; /* NULL: that of the machine */
	bool (*may_matter)(const struct step *step);
} table[] = {
	{"-O3", is_below_third},
	{NULL, is_for_any},
};

#define ROWS (sizeof(table) / sizeof(*table))

static bool may_matter(const struct row *row, const struct hot *hot,
		       const struct plan *plan)
{
	for (size_t i = 0; i < hot->count; i++) {
		size_t unit = hot->list[i].unit;

		if (row->may_matter(plan->units[unit].step))
			return true;
	}
	return false;
}

/* Each stands behind those before it. */
void optimise_propose(struct choices *choices, const struct hot *hot,
		      const struct plan *plan, const char *march)
{
	const char *flags[ROWS + 1] = {NULL};
	size_t count = 0;

	for (size_t i = 0; i < ROWS; i++) {
		const char *flag = table[i].flag ? table[i].flag : march;

		if (!flag || !may_matter(&table[i], hot, plan))
			continue;
		flags[count++] = flag;
		choices_add_flags(choices, flags);
	}
}
