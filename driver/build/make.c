/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants made, in one of two ways.
 */
#include "make.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "exchange.h"
#include "parts.h"
#include "plan.h"
#include "product.h"
#include "record/join.h"
#include "survey.h"
#include "units.h"
#include "whole.h"

/* ---- a variant ---- */

/* What was made of a variant that failed is removed with all else. */
bool make_variant(struct replay *replay, const struct replay_variant *variant,
		  struct replay_program *program, struct text *problem)
{
	struct build build = {
		.replay = replay, .variant = variant, .problem = problem};
	bool good;

	build.folder = memory_print("%s/%zu", replay->scratch, replay->built++);
	good = mkdir(build.folder, 0777) == 0;
	if (!good)
		text_print(problem, "cannot make '%s': %s", build.folder,
			   strerror(errno));
	else if (replay->rebuild)
		good = whole_make(replay, variant, build.folder, program,
				  problem);
	else
		good = parts_make(&build, program);
	exchange_end(&build);
	return good;
}

/* ---- several variants ---- */

/* The names of build number "number": what it is about, and what it says. */
static char *build_file(const struct replay *replay, size_t number,
			const char *name)
{
	return memory_print("%s/%zu/%s", replay->scratch, number, name);
}

/* In a process of its own, which leaves word of how it went: "" for well. */
static void build_apart(struct replay *replay, size_t number,
			const struct replay_variant *variant)
{
	struct replay_program program = {0};
	struct text problem = {0};
	char *word = build_file(replay, number, "word");

	replay->apart = true;
	replay->built = number;
	if (!make_variant(replay, variant, &program, &problem) &&
	    problem.length == 0)
		text_add(&problem, "interrupted");
	file_write(word, text_string(&problem));
	_exit(0);
}

static void take_result(const struct replay *replay, size_t number,
			struct replay_program *program, struct text *problem)
{
	char *word = build_file(replay, number, "word");
	char *libraries = build_file(replay, number, "lib");

	*program = (struct replay_program){
		.folder = build_file(replay, number, "")};
	if (!file_read(word, problem))
		text_add(problem, "its build was ended from outside");
	if (problem->length == 0) {
		program->path =
			build_file(replay, number, basename(replay->program));
		if (access(libraries, X_OK) == 0)
			program->libraries = memory_string(libraries);
	}
	free(word);
	free(libraries);
}

bool make_all(struct replay *replay, const struct replay_variant *variants,
	      size_t count, struct replay_program *programs,
	      struct text *problems)
{
	struct crew crew = crew_new(count);
	size_t first = replay->built, started = 0, ended = 0;

	while (ended < count) {
		size_t i;
		int status;

		while (started < count && crew_has_room(&crew)) {
			pid_t worker = crew_hire(&crew, started);

			if (worker == 0)
				build_apart(replay, first + started,
					    &variants[started]);
			if (worker < 0)
				break;
			started++;
		}
		message_progress("building variants, %zu of %zu", ended, count);
		i = crew_next(&crew, &status);
		if (i == count)
			break;
		ended++;
		take_result(replay, first + i, &programs[i], &problems[i]);
	}
	crew_free(&crew);
	replay->built += count;
	return ended == count && !process_interrupted();
}

/* ---- records ---- */

/*
 * The whole way to a program, with the objects in the folder: it shows whether
 * all that archives and links need is there.
 */
static bool can_link(struct replay *replay, const char *folder,
		     struct text *why)
{
	const struct replay_variant like = {.like = folder};
	struct replay_program program = {0};
	bool good = make_variant(replay, &like, &program, why);

	product_discard(&program);
	return good;
}

static bool record_parts(struct replay *replay, struct text *why,
			 struct text *problem)
{
	char *folder = memory_print("%s/records", replay->scratch);
	bool good = survey_units(replay, folder, why, problem);

	if (good && !why->length && replay->command)
		can_link(replay, folder, why);
	survey_drop(replay, folder);
	free(folder);
	return good && !process_interrupted();
}

/* True with a *why if parts of the build cannot be done again. */
static bool try_parts(struct replay *replay, struct text *why,
		      struct text *problem)
{
	if (replay->target)
		return record_parts(replay, why, problem);
	text_print(why, "'%s' was not seen being linked", replay->program);
	return true;
}

static void want_units(struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		replay->units[i].wanted = replay->units[i].records.count > 0;
}

static void join_all(struct replay *replay)
{
	struct records **list = plan_records(replay);

	join_records(list, replay->unit_count);
	replay->reorders = join_reorders(list, replay->unit_count);
	free(list);
}

bool make_record(struct replay *replay, struct text *problem)
{
	struct text why = {0}, obstacle = {0};
	bool good = try_parts(replay, &why, problem);

	if (good && why.length && replay->command &&
	    whole_choose(replay, text_string(&why), &obstacle))
		good = whole_record(replay, problem);
	else if (good && why.length)
		message_warning("%s%s%s%s",
				obstacle.length ? "a whole build in a copy "
						  "would do, but "
						: "",
				text_string(&obstacle),
				obstacle.length ? "; " : "", text_string(&why));
	want_units(replay);
	join_all(replay);
	if (good && !replay->target) {
		text_add(problem, text_string(&why));
		good = false;
	}
	text_free(&why);
	text_free(&obstacle);
	return good;
}

bool make_read_records(const struct replay *replay,
		       const struct replay_program *program, size_t unit,
		       struct records *records, struct text *problem)
{
	char *object;
	bool good;

	if (replay->rebuild)
		return whole_read(program->folder, records, problem);
	object = units_object(replay, program->folder, &replay->units[unit]);
	good = records_read(records, object, replay->units[unit].step->source,
			    problem);
	free(object);
	return good;
}

void make_free(struct replay *replay)
{
	whole_free(replay);
	plan_free(replay);
}
