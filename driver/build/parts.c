/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of a build made again.
 */
#include "parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "exchange.h"
#include "image.h"
#include "plan.h"
#include "product.h"
#include "units.h"

static const char *remake(struct exchange *exchange, const char *path,
			  int depth);

/* ---- archives ---- */

static void add_once(struct words *words, const char *word)
{
	if (!list_has(words->list, word))
		words_add(words, word);
}

/* What the steps of the build put into the archive. */
static struct words archive_inputs(const struct steps *steps,
				   const struct step *maker)
{
	struct words inputs = {0};

	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->list[i];

		if (step->kind != STEP_ARCHIVE ||
		    strcmp(step->output, maker->output) != 0)
			continue;
		for (size_t j = 0; j < step->input_count; j++)
			words_add(&inputs, step->inputs[j].path);
	}
	return inputs;
}

/* As they are in this variant: those that are others in it, or all. */
static struct words members_of(struct exchange *exchange,
			       const struct words *inputs, bool all, int depth)
{
	struct words members = {0};

	for (size_t i = 0; i < inputs->count; i++) {
		const char *from = inputs->list[i];
		const char *to = remake(exchange, from, depth + 1);

		if (to || all)
			add_once(&members, to ? to : from);
	}
	return members;
}

/* Does the archive have two members of the name of one of these? */
static bool have_namesakes(const struct words *members,
			   const struct words *inputs)
{
	for (size_t i = 0; i < members->count; i++) {
		const char *name = basename(members->list[i]);
		const char *found = NULL;

		for (size_t j = 0; j < inputs->count; j++) {
			const char *path = inputs->list[j];

			if (strcmp(basename(path), name) != 0)
				continue;
			if (found && strcmp(found, path) != 0)
				return true;
			found = path;
		}
	}
	return false;
}

/* Its members lie outside, where its own place says. */
static bool is_thin(const char *path)
{
	char magic[] = "!<thin>\n";
	char start[sizeof(magic)] = "";
	FILE *file = fopen(path, "rb");
	bool thin = file && fread(start, 1, strlen(magic), file) > 0 &&
		    strcmp(start, magic) == 0;

	if (file)
		fclose(file);
	return thin;
}

/* Exchange the members in a copy of the archive, or make it anew of them. */
static void put_members(struct exchange *exchange, const struct step *maker,
			const char *copy, const struct words *members,
			bool anew)
{
	struct words words = {0};

	words_add(&words, maker->program);
	words_add(&words, anew ? (is_thin(maker->output) ? "qT" : "q") : "r");
	words_add(&words, copy);
	for (size_t i = 0; i < members->count; i++)
		words_add(&words, members->list[i]);
	if (!anew && !file_copy(maker->output, copy)) {
		text_print(exchange->problem, "cannot copy '%s': %s",
			   maker->output, strerror(errno));
		exchange->failed = true;
	} else if (!exchange_tool(exchange, maker, &words)) {
		exchange->failed = true;
	}
	free(words.list);
}

/*
 * Of two members of one name "ar r" exchanges the first: such an archive is
 * made anew of all its members, like one that the build took away or that
 * only names them.
 */
static const char *remake_archive(struct exchange *exchange,
				  const struct step *maker, int depth)
{
	struct words inputs = archive_inputs(&exchange->plan->steps, maker);
	bool anew = access(maker->output, R_OK) != 0 || is_thin(maker->output);
	struct words members = members_of(exchange, &inputs, anew, depth);
	char *copy = NULL;

	if (!anew && have_namesakes(&members, &inputs)) {
		anew = true;
		free(members.list);
		members = members_of(exchange, &inputs, anew, depth);
	}
	if (members.count > 0) {
		copy = memory_print("%s/%zu-%s", exchange->folder,
				    exchange->count, basename(maker->output));
		put_members(exchange, maker, copy, &members, anew);
	}
	exchange_note(exchange, maker->output, copy);
	free(inputs.list);
	free(members.list);
	free(copy);
	return exchange->list[exchange->count - 1].to;
}

/* ---- links ---- */

/* Link with the inputs exchanged. "always": also if none is. */
static bool link_again(struct exchange *exchange, const struct step *step,
		       const char *output, bool always, int depth)
{
	struct words words = {0};
	bool changed = always;

	words_add(&words, step->program);
	for (size_t i = 0; i < step->word_count; i++)
		words_add(&words, step->words[i]);
	for (size_t i = 0; i < step->input_count; i++) {
		const char *to =
			remake(exchange, step->inputs[i].path, depth + 1);

		if (!to)
			continue;
		words.list[1 + step->inputs[i].word] = to;
		changed = true;
	}
	words.list[1 + step->output_word] = output;
	if (changed && !exchange->failed &&
	    !exchange_tool(exchange, step, &words))
		exchange->failed = true;
	free(words.list);
	return changed && !exchange->failed;
}

static const char *remake_library(struct exchange *exchange,
				  const struct step *maker, int depth)
{
	char *folder = memory_print("%s/lib", exchange->folder);
	char *name = image_soname(maker->output);
	char *output = memory_print("%s/%s", folder, name);
	bool made;

	mkdir(folder, 0777);
	made = link_again(exchange, maker, output, false, depth);
	exchange->libraries = exchange->libraries || made;
	exchange_note(exchange, maker->output, made ? output : NULL);
	free(folder);
	free(name);
	free(output);
	return exchange->list[exchange->count - 1].to;
}

/* What stands for the file in this variant, NULL if that is itself. */
static const char *remake(struct exchange *exchange, const char *path,
			  int depth)
{
	const struct step *maker = steps_maker(&exchange->plan->steps, path);
	const struct exchange_file *made =
		exchange_find(exchange, maker ? maker->output : path);

	if (made)
		return made->to;
	if (!maker || depth > PLAN_NESTING || exchange->failed)
		return NULL;
	if (maker->kind == STEP_ARCHIVE)
		return remake_archive(exchange, maker, depth);
	if (maker->kind == STEP_LINK)
		return remake_library(exchange, maker, depth);
	return NULL;
}

/* ---- a variant ---- */

bool parts_make(struct exchange *exchange, struct product *product)
{
	const struct step *target = exchange->plan->target;
	char *path;

	if (!units_compile_all(exchange))
		return false;
	path = memory_print("%s/%s", exchange->folder,
			    basename(exchange->plan->program));
	link_again(exchange, target, path, true, 0);
	if (exchange->failed) {
		free(path);
		return false;
	}
	*product = (struct product){
		.path = path,
		.libraries = exchange->libraries
				     ? memory_print("%s/lib", exchange->folder)
				     : NULL,
		.folder = memory_string(exchange->folder)};
	return true;
}
