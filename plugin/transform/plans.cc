/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Transformations that a file asks about; see plans.h.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "rewrite/tuned.h"
#include "plan.h"
#include "plans.h"

static vec<char *> lines; /* as the file has them */

void plans_load(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!file) {
		inform(UNKNOWN_LOCATION, "podium: cannot read %qs: %m", path);
		return;
	}
	while (getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		lines.safe_push(xstrdup(line));
	}
	free(line);
	fclose(file);
}

void plans_write(struct construct *construct)
{
	struct json_writer *json = &construct->plans;
	size_t length = strlen(construct->id);

	for (unsigned i = 0; i < lines.length(); i++) {
		struct plan plan = {};
		char *words, *why;

		if (strncmp(lines[i], construct->id, length) != 0 ||
		    lines[i][length] != '\t')
			continue;
		words = tuned_transformation(lines[i] + length + 1);
		why = words ? plan_make(&plan, construct, words)
			    : xstrdup("it is no transformation");
		json_object(json);
		json_key_string(json, "transformation", lines[i] + length + 1);
		json_key_string(json, "why", why);
		json_end_object(json);
		schedule_free(&plan);
		free(words);
		free(why);
	}
}

void plans_free_all(void)
{
	names_free(&lines);
}
