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
#include "revise/revise.h"
#include "source/lexeme.h"
#include "verify.h"

/* No tile that fits a cache is longer. */
#define SMALL_TILE 9999

struct writing {
	const char *path;
	const struct records *records;
	const char *gcc;
	char *const *flags;
	struct text source;
	struct lexemes lexemes; /* without text until they are asked for */
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
	lexemes_free(&writing->lexemes);
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

/* The source is read once, for all that is made of it. */
static bool read_source(struct writing *writing, struct text *problem)
{
	if (writing->lexemes.text)
		return true;
	if (lexemes_read(&writing->lexemes, text_string(&writing->source),
			 writing->source.length, lexeme_form(writing->path),
			 problem))
		return true;
	lexemes_free(&writing->lexemes);
	return false;
}

bool writing_make(struct writing *writing, const json_t *record,
		  const struct reshape *reshape, struct text *changed,
		  struct text *problem)
{
	const struct verify_change change = {record, reshape};

	return verify_is_alone(writing->records, &change, problem) &&
	       read_source(writing, problem) &&
	       revise_read(record, reshape, &writing->lexemes, changed,
			   problem) &&
	       macros_agree(writing, &change, changed, problem);
}

/* As much of a tile's size as may be a reason to refuse it: its digits take
   room, of which lines of C have enough; there it may be too large for an int,
   steps and all. 0 for no tile alone. */
static int weight_of(int64_t tile, enum lexeme_form form)
{
	int digits = 0;

	if (form == LEXEME_C && tile > 0 && tile <= SMALL_TILE)
		return 1;
	for (; tile > 0; tile /= 10)
		digits++;
	return digits;
}

/* What differs in nothing but sizes of tiles that weigh the same. */
static struct reshape shape_of(const struct reshape *reshape,
			       enum lexeme_form form)
{
	struct reshape shape;

	memcpy(&shape, reshape, sizeof(shape));
	for (int i = 0; i < shape.count; i++)
		shape.tile[i] = weight_of(shape.tile[i], form);
	return shape;
}

/* Offers that were refused, by their shapes, and why. */
struct refusals {
	struct refusal {
		struct reshape shape;
		char *sentence;
	} * list;
	size_t count;
};

/* Why one of the same shape was refused, or NULL. */
static const char *find_refusal(const struct refusals *refusals,
				const struct reshape *shape)
{
	for (size_t i = 0; i < refusals->count; i++)
		if (memcmp(&refusals->list[i].shape, shape, sizeof(*shape)) ==
		    0)
			return refusals->list[i].sentence;
	return NULL;
}

static void add_refusal(struct refusals *refusals, const struct reshape *shape,
			const char *sentence)
{
	refusals->list = memory_grow(refusals->list, refusals->count + 1,
				     sizeof(*refusals->list));
	memcpy(&refusals->list[refusals->count].shape, shape, sizeof(*shape));
	refusals->list[refusals->count++].sentence = memory_string(sentence);
}

static void refusals_free(struct refusals *refusals)
{
	for (size_t i = 0; i < refusals->count; i++)
		free(refusals->list[i].sentence);
	free(refusals->list);
}

static bool may_stay(struct writing *writing, const json_t *record,
		     const struct reshape *reshape, struct offers *offers,
		     struct refusals *refusals)
{
	struct reshape shape = shape_of(reshape, lexeme_form(writing->path));
	const char *known = find_refusal(refusals, &shape);
	struct text changed = {0}, problem = {0};
	bool good = !known &&
		    writing_make(writing, record, reshape, &changed, &problem);

	if (!good && !known) {
		if (!problem.length)
			text_add(&problem,
				 "the compiler does not expand its macros");
		add_refusal(refusals, &shape, text_string(&problem));
	}
	if (!good)
		offers_forbid(offers, known ? known : text_string(&problem));
	text_free(&changed);
	text_free(&problem);
	return good;
}

void writing_sift(struct writing *writing, const json_t *record,
		  struct offers *offers, size_t most)
{
	struct refusals refusals = {0};
	size_t kept = 0;

	for (size_t i = 0; i < offers->count; i++)
		if (kept >= most ||
		    may_stay(writing, record, &offers->list[i].reshape, offers,
			     &refusals))
			offers->list[kept++] = offers->list[i];
	offers->count = kept;
	refusals_free(&refusals);
}
