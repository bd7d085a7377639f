/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the user's build.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "image.h"
#include "machine/compiler.h"

/* Libraries in libraries, at most. */
#define NESTING 20

struct replay_compiler {
	char *program;
	char *plugin; /* the flag */
};

/* ---- the steps ---- */

void plan_read(struct replay *replay, const char *log)
{
	while (*log) {
		size_t length = strcspn(log, "\n");
		json_t *line = json_loadb(log, length, 0, NULL);

		if (line)
			steps_add(&replay->steps, line);
		json_decref(line);
		log += length + (log[length] == '\n');
	}
}

/* ---- what goes into the program ---- */

uint64_t plan_source(const struct step *step)
{
	char *path = step_path(step->folder, step->source);
	uint64_t digest;

	if (!file_digest(path, &digest))
		digest = 0;
	free(path);
	return digest;
}

const char *plan_edited(const struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		if (unit->wanted && unit->source &&
		    unit->source != plan_source(unit->step))
			return unit->step->source;
	}
	return NULL;
}

static bool has_unit(const struct replay *replay, const struct step *step)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		if (replay->units[i].step == step)
			return true;
	return false;
}

static void add_unit(struct replay *replay, const struct step *step)
{
	if (has_unit(replay, step))
		return;
	replay->units = memory_grow(replay->units, replay->unit_count + 1,
				    sizeof(*replay->units));
	replay->units[replay->unit_count++] = (struct replay_unit){
		.step = step,
		.source = plan_source(step),
		.missing = step->unsaved || access(step->output, R_OK) != 0};
}

/* Did the build make it, in whatever way? */
static bool was_made(const struct replay *replay, const char *path)
{
	char *line = memory_print("%s\n", path);
	const char *at = replay->made;

	while (at && (at = strstr(at, line)))
		if (at == replay->made || at[-1] == '\n')
			break;
		else
			at++;
	free(line);
	return at != NULL;
}

/*
 * Objects and archives that no step made, but for those of the system; above
 * all one with OpenMP that was not there before the build.
 */
static void note_unseen(struct replay *replay, const char *path)
{
	const char *dot = strrchr(path, '.');
	bool opaque = was_made(replay, path) && image_openmp(path);

	if (!dot || strncmp(path, "/usr/", 5) == 0)
		return;
	if (strcmp(dot, ".o") != 0 && strcmp(dot, ".a") != 0)
		return;
	if (replay->unseen && (!opaque || replay->opaque))
		return;
	free(replay->unseen);
	replay->unseen = memory_string(path);
	replay->opaque = opaque;
}

/* An archive may have been filled by several steps. */
static void collect(struct replay *replay, const char *path, int depth)
{
	const struct step *maker = steps_maker(&replay->steps, path);

	if (!maker)
		note_unseen(replay, path);
	if (!maker || depth > NESTING)
		return;
	if (maker->kind == STEP_COMPILE) {
		add_unit(replay, maker);
		return;
	}
	for (size_t i = 0; i < replay->steps.count; i++) {
		const struct step *step = &replay->steps.list[i];

		if (strcmp(step->output, maker->output) != 0 ||
		    step->kind == STEP_COMPILE)
			continue;
		if (maker->kind == STEP_LINK && step != maker)
			continue;
		for (size_t j = 0; j < step->input_count; j++)
			collect(replay, step->inputs[j].path, depth + 1);
	}
}

/* The link whose output has the same content: the program was copied. */
static const struct step *find_copied(const struct replay *replay,
				      const char *program)
{
	uint64_t wanted, digest;

	if (!file_digest(program, &wanted))
		return NULL;
	for (size_t i = replay->steps.count; i-- > 0;) {
		const struct step *step = &replay->steps.list[i];

		if (step->kind == STEP_LINK && !step->shared &&
		    file_digest(step->output, &digest) && digest == wanted)
			return step;
	}
	return NULL;
}

bool plan_aim(struct replay *replay, const char *program, const char *scratch)
{
	char *folder = getcwd(NULL, 0);

	replay->scratch = scratch;
	replay->program = step_path(folder ? folder : "/", program);
	replay->target = steps_maker(&replay->steps, replay->program);
	if (!replay->target)
		replay->target = find_copied(replay, program);
	if (replay->target && replay->target->kind != STEP_LINK)
		replay->target = NULL;
	if (replay->target)
		collect(replay, replay->target->output, 0);
	free(folder);
	return replay->target || was_made(replay, replay->program);
}

/* ---- compilers ---- */

const char *plan_plugin(struct replay *replay, const char *program,
			struct text *problem)
{
	struct replay_compiler *compiler;
	char *plugin;

	for (size_t i = 0; i < replay->compiler_count; i++)
		if (strcmp(replay->compilers[i].program, program) == 0)
			return replay->compilers[i].plugin;
	plugin = compiler_fitting_plugin(program, problem);
	if (!plugin)
		return NULL;
	replay->compilers =
		memory_grow(replay->compilers, replay->compiler_count + 1,
			    sizeof(*replay->compilers));
	compiler = &replay->compilers[replay->compiler_count++];
	compiler->program = memory_string(program);
	compiler->plugin = memory_print("-fplugin=%s", plugin);
	free(plugin);
	return compiler->plugin;
}

/* ---- the end ---- */

struct records **plan_records(struct replay *replay)
{
	struct records **list =
		memory_grow(NULL, replay->unit_count + 1, sizeof(*list));

	for (size_t i = 0; i < replay->unit_count; i++)
		list[i] = &replay->units[i].records;
	return list;
}

static void free_unit(struct replay_unit *unit)
{
	records_free(&unit->records);
	free(unit->object);
}

void plan_free(struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		free_unit(&replay->units[i]);
	for (size_t i = 0; i < replay->compiler_count; i++) {
		free(replay->compilers[i].program);
		free(replay->compilers[i].plugin);
	}
	free(replay->units);
	free(replay->unseen);
	free(replay->compilers);
	free(replay->command);
	free(replay->made);
	free(replay->program);
	steps_free(&replay->steps);
	*replay = (struct replay){0};
}
