/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program with loops in another order or in tiles.
 */
#include "revision.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "build/plan.h"
#include "build/tuned.h"
#include "record/records.h"
#include "transform/verify.h"

struct revision *revision_new(void)
{
	struct revision *revision = memory_grow(NULL, 1, sizeof(*revision));

	*revision = (struct revision){0};
	return revision;
}

void revision_free(struct revision *revision)
{
	if (!revision)
		return;
	for (size_t i = 0; i < revision->loop_count; i++)
		free(revision->loops[i].words);
	free(revision->loops);
	free(revision);
}

void revision_add(struct revision *revision, size_t unit, const json_t *record,
		  const struct reshape *reshape)
{
	struct text words = {0};

	reshape_print(&words, reshape, record);
	revision->loops = memory_grow(revision->loops, revision->loop_count + 1,
				      sizeof(*revision->loops));
	revision->loops[revision->loop_count++] =
		(struct revision_loop){record, unit, *reshape, words.bytes};
}

/* Entries of other units may be for this one as well: all are looked at. */
bool revision_check(const struct revision *revision, const struct plan *plan,
		    const struct records *records, struct text *problem)
{
	struct verify_change *changes =
		memory_grow(NULL, revision->loop_count + 1, sizeof(*changes));
	bool good = true;

	for (size_t unit = 0; unit < plan->unit_count && good; unit++) {
		size_t count = 0;

		for (size_t i = 0; i < revision->loop_count; i++)
			if (revision->loops[i].unit == unit)
				changes[count++] = (struct verify_change){
					revision->loops[i].record,
					&revision->loops[i].reshape};
		if (count > 0)
			good = verify_records(&plan->units[unit].records,
					      &records[unit], changes, count,
					      problem);
	}
	free(changes);
	return good;
}

const struct revision_loop *revision_loop(const struct revision *revision,
					  const json_t *record)
{
	for (size_t i = 0; revision && i < revision->loop_count; i++)
		if (revision->loops[i].record == record)
			return &revision->loops[i];
	return NULL;
}

const char *revision_words(const struct revision *revision,
			   const json_t *record)
{
	const struct revision_loop *loop = revision_loop(revision, record);

	return loop ? loop->words : NULL;
}

void revision_list(const struct revision *revision, struct text *out)
{
	for (size_t i = 0; i < revision->loop_count; i++)
		text_print(out, "%s%s", i ? ", " : "",
			   revision->loops[i].words);
}

void revision_entries(const struct revision *revision, struct text *out)
{
	for (size_t i = 0; i < revision->loop_count; i++) {
		char *entry = tuned_entry(revision->loops[i].record);

		text_print(out, "%s %s\n", entry, revision->loops[i].words);
		free(entry);
	}
}
