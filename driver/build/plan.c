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
#include "image.h"
#include "machine/plugin.h"

struct plan_compiler {
	char *program;
	char *plugin; /* the flag */
};

/* ---- what goes into the program ---- */

static uint64_t source_digest(const struct step *step)
{
	char *path = step_path(step->folder, step->source);
	uint64_t digest;

	if (!file_digest(path, &digest))
		digest = 0;
	free(path);
	return digest;
}

const char *plan_edited(const struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct plan_unit *unit = &plan->units[i];

		if (unit->wanted && unit->source &&
		    unit->source != source_digest(unit->step))
			return unit->step->source;
	}
	return NULL;
}

static bool has_unit(const struct plan *plan, const struct step *step)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		if (plan->units[i].step == step)
			return true;
	return false;
}

static void add_unit(struct plan *plan, const struct step *step)
{
	if (has_unit(plan, step))
		return;
	plan->units = memory_grow(plan->units, plan->unit_count + 1,
				  sizeof(*plan->units));
	plan->units[plan->unit_count++] = (struct plan_unit){
		.step = step,
		.source = source_digest(step),
		.missing = step->unsaved || access(step->output, R_OK) != 0};
}

/* Did the build make it, in whatever way? */
static bool was_made(const struct plan *plan, const char *path)
{
	char *line = memory_print("%s\n", path);
	const char *at = plan->made;

	while (at && (at = strstr(at, line)))
		if (at == plan->made || at[-1] == '\n')
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
static void note_unseen(struct plan *plan, const char *path)
{
	const char *dot = strrchr(path, '.');
	bool opaque = was_made(plan, path) && image_openmp(path);

	if (!dot || strncmp(path, "/usr/", 5) == 0)
		return;
	if (strcmp(dot, ".o") != 0 && strcmp(dot, ".a") != 0)
		return;
	if (plan->unseen && (!opaque || plan->opaque))
		return;
	free(plan->unseen);
	plan->unseen = memory_string(path);
	plan->opaque = opaque;
}

/* An archive may have been filled by several steps. */
static void collect(struct plan *plan, const char *path, int depth)
{
	const struct step *maker = steps_maker(&plan->steps, path);

	if (!maker)
		note_unseen(plan, path);
	if (!maker || depth > PLAN_NESTING)
		return;
	if (maker->kind == STEP_COMPILE) {
		add_unit(plan, maker);
		return;
	}
	for (size_t i = 0; i < plan->steps.count; i++) {
		const struct step *step = &plan->steps.list[i];

		if (strcmp(step->output, maker->output) != 0 ||
		    step->kind == STEP_COMPILE)
			continue;
		if (maker->kind == STEP_LINK && step != maker)
			continue;
		for (size_t j = 0; j < step->input_count; j++)
			collect(plan, step->inputs[j].path, depth + 1);
	}
}

/* The link whose output has the same content: the program was copied. */
static const struct step *find_copied(const struct plan *plan,
				      const char *program)
{
	uint64_t wanted, digest;

	if (!file_digest(program, &wanted))
		return NULL;
	for (size_t i = plan->steps.count; i-- > 0;) {
		const struct step *step = &plan->steps.list[i];

		if (step->kind == STEP_LINK && !step->shared &&
		    file_digest(step->output, &digest) && digest == wanted)
			return step;
	}
	return NULL;
}

bool plan_aim(struct plan *plan, const char *program)
{
	char *folder = getcwd(NULL, 0);

	plan->program = step_path(folder ? folder : "/", program);
	plan->target = steps_maker(&plan->steps, plan->program);
	if (!plan->target)
		plan->target = find_copied(plan, program);
	if (plan->target && plan->target->kind != STEP_LINK)
		plan->target = NULL;
	if (plan->target)
		collect(plan, plan->target->output, 0);
	free(folder);
	return plan->target || was_made(plan, plan->program);
}

/* Objects that a build made and removed, as configure does, are left out. */
void plan_take_all(struct plan *plan)
{
	for (size_t i = 0; i < plan->steps.count; i++) {
		const struct step *step = &plan->steps.list[i];
		bool last = steps_maker(&plan->steps, step->output) == step;

		if (!last || (plan->command && access(step->output, R_OK) != 0))
			continue;
		if (step->kind == STEP_COMPILE)
			add_unit(plan, step);
		if (step->kind == STEP_LINK)
			collect(plan, step->output, 0);
		if (step->kind == STEP_LINK && !step->shared)
			plan->target = step;
	}
}

static void free_unit(struct plan_unit *unit)
{
	records_free(&unit->records);
	free(unit->object);
}

void plan_reduce(struct plan *plan, const struct step *step)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		free_unit(&plan->units[i]);
	plan->units = memory_grow(plan->units, 1, sizeof(*plan->units));
	plan->units[0] =
		(struct plan_unit){.step = step, .source = source_digest(step)};
	plan->unit_count = 1;
	plan->target = step;
}

/* ---- compilers ---- */

const char *plan_plugin(struct plan *plan, const char *program,
			struct text *problem)
{
	struct plan_compiler *compiler;
	char *plugin;

	for (size_t i = 0; i < plan->compiler_count; i++)
		if (strcmp(plan->compilers[i].program, program) == 0)
			return plan->compilers[i].plugin;
	plugin = plugin_fitting(program, problem);
	if (!plugin)
		return NULL;
	plan->compilers = memory_grow(plan->compilers, plan->compiler_count + 1,
				      sizeof(*plan->compilers));
	compiler = &plan->compilers[plan->compiler_count++];
	compiler->program = memory_string(program);
	compiler->plugin = memory_print("-fplugin=%s", plugin);
	free(plugin);
	return compiler->plugin;
}

/* ---- the end ---- */

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		free_unit(&plan->units[i]);
	for (size_t i = 0; i < plan->compiler_count; i++) {
		free(plan->compilers[i].program);
		free(plan->compilers[i].plugin);
	}
	free(plan->units);
	free(plan->unseen);
	free(plan->compilers);
	free(plan->command);
	free(plan->made);
	free(plan->program);
	steps_free(&plan->steps);
	*plan = (struct plan){0};
}
