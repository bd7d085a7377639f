/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of the build exchanged for those of a variant.
 */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "plan.h"
#include "run/runner.h"

/* No compilation takes longer; one that does, hangs. */
#define COMPILE_SECONDS 3600

/* Of what a compiler said, so many bytes from the end. */
#define LAST_WORDS 2000

/* The end of what a tool said. */
static void quote_log(const char *log, struct text *problem)
{
	struct text content = {0};
	size_t skip;

	file_read(log, &content);
	skip = content.length > LAST_WORDS ? content.length - LAST_WORDS : 0;
	text_add(problem, text_string(&content) + skip);
	text_free(&content);
}

/* The step's, and where the tool keeps what it needs for a moment. */
static const char **tool_variables(const struct step *step, const char *place)
{
	size_t count = 0;
	const char **list;

	while (step->variables && step->variables[count])
		count++;
	list = memory_grow(NULL, count + 2, sizeof(*list));
	for (size_t i = 0; i < count; i++)
		list[i] = step->variables[i];
	list[count] = place;
	list[count + 1] = NULL;
	return list;
}

bool exchange_tool(struct build *build, const struct step *step,
		   const struct words *words)
{
	char *log = memory_print("%s/%ld.log", build->folder, (long)getpid());
	char *place = memory_print("TMPDIR=%s", build->folder);
	const char **variables = tool_variables(step, place);
	struct runner_job job = {
		.arguments = words->list,
		.folder = step->folder,
		.variables = variables,
		.output = log,
		.errors = log,
		.seconds = COMPILE_SECONDS,
	};
	struct runner_result result = runner_run(&job);

	if (!runner_done(&result)) {
		text_print(build->problem, "%s: ", words->list[0]);
		runner_reason(&job, &result, build->problem);
		text_add(build->problem, "\n");
		if (result.end == RUNNER_EXITED)
			quote_log(log, build->problem);
	}
	free(variables);
	free(place);
	free(log);
	return runner_done(&result);
}

void exchange_note(struct build *build, const char *from, const char *to)
{
	build->made = memory_grow(build->made, build->count + 1,
				  sizeof(*build->made));
	build->made[build->count++] = (struct made){
		memory_string(from), to ? memory_string(to) : NULL};
}

const struct made *exchange_find(const struct build *build, const char *from)
{
	for (size_t i = 0; i < build->count; i++)
		if (strcmp(build->made[i].from, from) == 0)
			return &build->made[i];
	return NULL;
}

void exchange_end(struct build *build)
{
	for (size_t i = 0; i < build->count; i++) {
		free(build->made[i].from);
		free(build->made[i].to);
	}
	free(build->made);
	free(build->use);
	free(build->folder);
}
