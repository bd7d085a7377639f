/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of one name.
 */
#include "namesake.h"

#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "plan.h"
#include "step.h"

struct files {
	struct namesake_file {
		char *name, *path;
	} * list;
	size_t count;
	struct words folders; /* in which something is compiled */
	bool met;
};

static void add_folders(struct files *files, const struct plan *plan)
{
	for (size_t i = 0; i < plan->steps.count; i++) {
		const struct step *step = &plan->steps.list[i];

		if (step->kind == STEP_COMPILE &&
		    !list_has(files->folders.list, step->folder))
			words_add(&files->folders, step->folder);
	}
}

static bool is_known(const struct files *files, const char *name)
{
	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->list[i].name, name) == 0)
			return true;
	return false;
}

/* Takes the path. */
static void add_file(struct files *files, const char *name, char *path)
{
	for (size_t i = 0; i < files->count; i++)
		files->met |= (strcmp(files->list[i].name, name) == 0) !=
			      (strcmp(files->list[i].path, path) == 0);
	files->list = memory_grow(files->list, files->count + 1,
				  sizeof(*files->list));
	files->list[files->count++] =
		(struct namesake_file){memory_string(name), path};
}

/* What is not there is no other file. */
static void add_name(struct files *files, const json_t *record)
{
	char *name = letters_read(json_object_get(record, "file"));
	bool new = name && !is_known(files, name);

	for (size_t i = 0; new &&i < files->folders.count; i++) {
		char *seen = step_path(files->folders.list[i], name);
		char *path = realpath(seen, NULL);

		if (path)
			add_file(files, name, path);
		free(seen);
	}
	free(name);
}

bool namesake_met(const struct plan *plan)
{
	struct files files = {0};

	add_folders(&files, plan);
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct records *records = &plan->units[i].records;

		for (size_t j = 0; j < records->count && !files.met; j++)
			add_name(&files, records->list[j]);
	}
	for (size_t i = 0; i < files.count; i++) {
		free(files.list[i].name);
		free(files.list[i].path);
	}
	free(files.list);
	free(files.folders.list);
	return files.met;
}
