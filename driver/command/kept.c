/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results of commands, kept for podium report.
 */
#include "kept.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "machine/topology.h"
#include "store/store.h"

#define USUAL "podium.db"

static json_t *machine_json(void)
{
	struct topology topology;
	char *words;
	json_t *json;

	topology_read(&topology);
	words = memory_print("%s, %d of %d cores", topology.cpu,
			     topology.usable, topology.cores);
	json = letters_json(words);
	topology_free(&topology);
	free(words);
	return json;
}

static char *content_of(const char *command, const char *program,
			json_t *result)
{
	char made[32];
	time_t now = time(NULL);
	json_t *whole;
	char *content;

	strftime(made, sizeof(made), "%Y-%m-%d %H:%M:%S", gmtime(&now));
	whole = json_pack("{s:s, s:o, s:o, s:s, s:O}", "command", command,
			  "program", letters_json(program), "machine",
			  machine_json(), "made", made, "result", result);
	content = json_dumps(whole, JSON_COMPACT);
	json_decref(whole);
	return content;
}

void kept_result(const char *store, const char *command, const char *program,
		 json_t *result)
{
	char *name, *content;
	struct text problem = {0};
	struct store *open;

	if (!store && access(USUAL, F_OK) != 0)
		return;
	name = memory_print(STORE_RESULT "%s of %s", command, program);
	content = content_of(command, program, result);
	open = store_open(store ? store : USUAL, true, &problem);
	if (!open || !content || !store_keep(open, name, content, &problem))
		message_warning("not kept for podium report: %s",
				text_string(&problem));
	store_close(open);
	text_free(&problem);
	free(content);
	free(name);
}
