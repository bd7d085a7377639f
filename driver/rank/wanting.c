/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that wait for values of their parameters: see wanting.h.
 */
#include "wanting.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "prediction.h"

void wanting_add(struct wanting *wanting, const char *name)
{
	for (size_t i = 0; i < wanting->count; i++)
		if (strcmp(wanting->names[i], name) == 0)
			return;
	wanting->names = memory_grow(wanting->names, wanting->count + 1,
				     sizeof(*wanting->names));
	wanting->names[wanting->count++] = memory_string(name);
}

bool wanting_take(struct wanting *wanting, const struct prediction *prediction)
{
	const char *name;
	bool lacks = false;

	for (int i = 0; (name = prediction_parameter(prediction, i)); i++)
		if (prediction_misses(prediction, i)) {
			wanting_add(wanting, name);
			lacks = true;
		}
	wanting->loops += lacks;
	return lacks;
}

void wanting_add_option(const char *name, struct text *out)
{
	struct text word = {0};

	text_print(&word, "%s=N", name);
	text_add(out, "--set ");
	path_add_word(out, text_string(&word));
	text_free(&word);
}

void wanting_add_options(const struct wanting *wanting, struct text *out)
{
	for (size_t i = 0; i < wanting->count; i++) {
		text_add(out, i ? " " : "");
		wanting_add_option(wanting->names[i], out);
	}
}

void wanting_free(struct wanting *wanting)
{
	for (size_t i = 0; i < wanting->count; i++)
		free(wanting->names[i]);
	free(wanting->names);
}
