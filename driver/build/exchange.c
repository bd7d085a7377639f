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
#include "product.h"
#include "run/runner.h"

/* No compilation takes longer; one that does, hangs. */
#define COMPILE_SECONDS 3600

/* Of what a compiler said, so many bytes from the end. */
#define LAST_WORDS 2000

struct exchange exchange_new(struct plan *plan, const struct variant *variant,
			     const char *folder, struct text *problem)
{
	const char *tuned = variant->tuned, *asked = variant->plan;

	return (struct exchange){
		.plan = plan,
		.variant = variant,
		.folder = folder,
		.use = tuned ? memory_print("-fplugin-arg-podium-use=%s", tuned)
			     : NULL,
		.ask = asked ? memory_print("-fplugin-arg-podium-plan=%s",
					    asked)
			     : NULL,
		.problem = problem};
}

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

bool exchange_tool(struct exchange *exchange, const struct step *step,
		   const struct words *words)
{
	char *log =
		memory_print("%s/%ld.log", exchange->folder, (long)getpid());
	char *place = memory_print("TMPDIR=%s", exchange->folder);
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
		text_print(exchange->problem, "%s: ", words->list[0]);
		runner_reason(&job, &result, exchange->problem);
		text_add(exchange->problem, "\n");
		if (result.end == RUNNER_EXITED)
			quote_log(log, exchange->problem);
	}
	free(variables);
	free(place);
	free(log);
	return runner_done(&result);
}

void exchange_note(struct exchange *exchange, const char *from, const char *to)
{
	exchange->list = memory_grow(exchange->list, exchange->count + 1,
				     sizeof(*exchange->list));
	exchange->list[exchange->count++] = (struct exchange_file){
		memory_string(from), to ? memory_string(to) : NULL};
}

const struct exchange_file *exchange_find(const struct exchange *exchange,
					  const char *from)
{
	for (size_t i = 0; i < exchange->count; i++)
		if (strcmp(exchange->list[i].from, from) == 0)
			return &exchange->list[i];
	return NULL;
}

void exchange_free(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++) {
		free(exchange->list[i].from);
		free(exchange->list[i].to);
	}
	free(exchange->list);
	free(exchange->use);
	free(exchange->ask);
}
