/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Offers that can be written.
 */
#include "writing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "macros.h"
#include "record/source.h"
#include "revise.h"
#include "verify.h"

struct writing {
	const char *path;
	const struct records *records;
	const char *gcc;
	char *const *flags;
	struct text source;
	struct text expanded;
	struct macros *macros; /* NULL until they are asked for */
};

struct writing *writing_new(const char *path, const struct records *records,
			    const char *gcc, char *const *flags,
			    struct text *problem)
{
	struct writing *writing = memory_grow(NULL, 1, sizeof(*writing));

	*writing = (struct writing){
		.path = path, .records = records, .gcc = gcc, .flags = flags};
	if (file_read(path, &writing->source))
		return writing;
	text_print(problem, "cannot open '%s': %s", path, strerror(errno));
	writing_free(writing);
	return NULL;
}

void writing_free(struct writing *writing)
{
	if (!writing)
		return;
	text_free(&writing->source);
	text_free(&writing->expanded);
	macros_free(writing->macros);
	free(writing);
}

const struct text *writing_source(const struct writing *writing)
{
	return &writing->source;
}

/* The compiler is asked for that once. */
static bool expand(struct writing *writing, struct text *problem)
{
	if (!writing->macros &&
	    source_expand(&writing->expanded, writing->path, writing->gcc,
			  writing->flags, problem))
		writing->macros = macros_new(text_string(&writing->expanded));
	return writing->macros;
}

static bool macros_agree(struct writing *writing,
			 const struct verify_change *change,
			 const struct text *changed, struct text *problem)
{
	return !verify_asks_macros(writing->path, change) ||
	       (expand(writing, problem) &&
		verify_macros(change, text_string(&writing->source),
			      writing->macros, text_string(changed), problem));
}

bool writing_make(struct writing *writing, const json_t *record,
		  const struct reshape *reshape, struct text *changed,
		  struct text *problem)
{
	const struct verify_change change = {record, reshape};

	return verify_is_alone(writing->records, &change, problem) &&
	       revise(record, reshape, writing->path,
		      text_string(&writing->source), writing->source.length,
		      changed, problem) &&
	       macros_agree(writing, &change, changed, problem);
}

static bool may_stay(struct writing *writing, const json_t *record,
		     const struct reshape *reshape, struct offers *offers)
{
	struct text changed = {0}, problem = {0};
	bool good = writing_make(writing, record, reshape, &changed, &problem);

	if (!good)
		offers_forbid(offers, problem.length ? text_string(&problem)
						     : "the compiler does not "
						       "expand its macros");
	text_free(&changed);
	text_free(&problem);
	return good;
}

void writing_sift(struct writing *writing, const json_t *record,
		  struct offers *offers, size_t most)
{
	size_t kept = 0;

	for (size_t i = 0; i < offers->count; i++)
		if (kept >= most ||
		    may_stay(writing, record, &offers->list[i].reshape, offers))
			offers->list[kept++] = offers->list[i];
	offers->count = kept;
}
