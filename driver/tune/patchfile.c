/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium.patch.
 */
#include "patchfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diff.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "build/plan.h"
#include "candidate.h"
#include "choice.h"
#include "hot.h"
#include "machine/topology.h"
#include "record/loop.h"
#include "revision.h"

char *patchfile_path(const char *tuned)
{
	const char *slash = strrchr(tuned, '/');

	return memory_print("%.*spodium.patch",
			    slash ? (int)(slash - tuned + 1) : 0, tuned);
}

static const struct hot_loop *find_loop(const struct hot *hot,
					const json_t *record)
{
	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].views->record == record)
			return &hot->list[i];
	return NULL;
}

/* Beside the loop as it was, with clauses as they are written. */
static void add_loop_gain(const struct hot *hot, size_t choice,
			  const json_t *record, struct text *out)
{
	const struct hot_loop *loop = find_loop(hot, record);
	size_t first = loop ? loop->views[choice].first : 0;

	if (!loop)
		return;
	text_add(out, "# by its own: ");
	candidate_ratio(candidate_measured(loop, first), out);
	text_add(out, " of the time, predicted ");
	candidate_ratio(candidate_predicted(loop, first), out);
	text_add(out, "\n");
}

/* What to leave out who wants the others alone. */
static void add_part(const struct hot *hot, size_t choice,
		     const struct plan *plan, const struct revision_loop *loop,
		     struct text *out)
{
	text_add(out, "#\n# ");
	loop_place(out, loop->record);
	text_add(out, " ");
	loop_short_name(out, loop->record);
	text_print(out, ": %s\n", loop->words);
	add_loop_gain(hot, choice, loop->record, out);
	revision_patch(hot->choices->list[choice].revision, plan, loop, out);
}

static void add_machine(struct text *out)
{
	struct topology topology;

	topology_read(&topology);
	text_add(out, "# measured on ");
	text_add_safe(out, topology.cpu ? topology.cpu : "a processor");
	text_print(out, ", %d cores\n", topology.usable);
	topology_free(&topology);
}

/* A source that does not lie in this folder is named by its last name. */
static void add_places(const struct revision *revision, const struct plan *plan,
		       struct text *out)
{
	for (size_t i = 0; i < revision->source_count; i++) {
		const struct step *step =
			plan->units[revision->sources[i].unit].step;
		char *path = step_path(step->folder, step->source);
		char *name = diff_name(path);
		char *here = realpath(name, NULL),
		     *there = realpath(path, NULL);

		if (there && (!here || strcmp(here, there) != 0)) {
			text_add(out, "# ");
			text_add_safe(out, name);
			text_add(out, " is ");
			text_add_safe(out, path);
			text_add(out, ": apply it in that folder\n");
		}
		free(here);
		free(there);
		free(name);
		free(path);
	}
}

static void add_proof(const struct revision *revision, struct text *out)
{
	bool fuses = false;

	for (size_t i = 0; i < revision->loop_count; i++)
		fuses |= loop_true(revision->loops[i].record, "fuses");
	text_add(out,
		 "# legal as proven by isl, with what macros and constants are "
		 "in this build:\n"
		 "# all that iterations hand to each other keeps its order;\n"
		 "# what is computed stays the same to the bit");
	if (fuses)
		text_add(out, " but where GCC fuses a product\n"
			      "# with a sum in one order alone, which "
			      "-ffp-contract=off forbids");
	text_add(out, "\n");
}

static void add_head(const struct revision *revision, const struct plan *plan,
		     const char *gain, struct text *out)
{
	text_add(out, "# ");
	text_add(out, gain);
	text_add(out, "\n");
	add_machine(out);
	add_proof(revision, out);
	text_add(out, "# to apply it: patch -p1 <podium.patch; "
		      "to undo it: patch -R -p1 <podium.patch\n"
		      "# each loop is a part of it, and may be cut out\n");
	add_places(revision, plan, out);
}

/* All lines but comments. */
static void add_changes(const char *content, struct text *out)
{
	while (*content) {
		size_t length = strcspn(content, "\n");

		length += content[length] == '\n';
		if (*content != '#')
			text_add_bytes(out, content, length);
		content += length;
	}
}

/* The same changes may stand below other heads. */
static bool is_same(const char *one, const char *other)
{
	struct text first = {0}, second = {0};
	bool same;

	add_changes(one, &first);
	add_changes(other, &second);
	same = strcmp(text_string(&first), text_string(&second)) == 0;
	text_free(&first);
	text_free(&second);
	return same;
}

static bool put_aside(const char *path, const char *content)
{
	struct text before = {0};
	bool there = file_read(path, &before);
	bool same = there && is_same(text_string(&before), content);
	char *aside = memory_print("%s~", path);
	bool good = !there || same || rename(path, aside) == 0;

	if (there && !same && good)
		message_note("'%s' was another one; it is now '%s'", path,
			     aside);
	text_free(&before);
	free(aside);
	return good;
}

void patchfile_content(const struct hot *hot, size_t choice,
		       const struct plan *plan, const char *gain,
		       struct text *content)
{
	const struct revision *revision = hot->choices->list[choice].revision;

	add_head(revision, plan, gain, content);
	for (size_t i = 0; i < revision->loop_count; i++)
		add_part(hot, choice, plan, &revision->loops[i], content);
}

bool patchfile_write(const struct hot *hot, size_t choice,
		     const struct plan *plan, const char *tuned,
		     const char *gain)
{
	char *path = patchfile_path(tuned);
	struct text content = {0};
	bool good;

	patchfile_content(hot, choice, plan, gain, &content);
	good = put_aside(path, text_string(&content)) &&
	       file_write(path, text_string(&content));
	if (!good)
		message_error("cannot write '%s': %s; the same command with "
			      "another --output goes on from there",
			      path, strerror(errno));
	text_free(&content);
	free(path);
	return good;
}

void patchfile_leave(const char *tuned)
{
	char *path = patchfile_path(tuned);

	if (access(path, F_OK) == 0)
		message_note("'%s' of an earlier tuning is left as it is, and "
			     "does not belong to this one",
			     path);
	free(path);
}
