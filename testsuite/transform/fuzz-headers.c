/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds sources, damaged or not, to the reader of loop headers and to what
 * exchanges them:
 *
 *	fuzz-headers ROUNDS SEED FILE...
 *
 * Each round takes one of the files and damages it up to three times. Every
 * loop of it is read; nests of them get a directive, where none stands before
 * them, and change places or are cut into tiles. Nothing may crash, and no
 * word outside of the headers may be another one. With LIBFUZZER defined it is
 * a target of libFuzzer for the language at the end of its own name:
 * make fuzz-headers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "damage.h"
#include "revise/revise.h"
#include "source/header.h"

#define MOST_LOOPS 4   /* of a nest */
#define MOST_NESTS 8   /* of a source that are changed */
#define MOST_FRESH 200 /* words that tiles of one loop add */

struct source {
	const char *path;
	struct text text;
	struct lexemes lexemes;
};

struct nest {
	struct header heads[MOST_LOOPS];
	int count;
};

static size_t read_heads, made_orders, made_tiles;
static const struct text *under_way;

static void demand(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n%s\n", what, text_string(under_way));
	abort();
}

static bool is_c(const struct lexemes *lexemes)
{
	return lexemes->form == LEXEME_C;
}

static bool is_loop(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is(lexemes, at, is_c(lexemes) ? "for" : "do");
}

static void check_lexemes(const struct lexemes *lexemes)
{
	size_t end = 0;

	for (size_t at = 0; at < lexemes->count; at++) {
		const struct lexeme *lexeme = &lexemes->list[at];

		demand(lexeme->start >= end && lexeme->end >= lexeme->start &&
			       lexeme->end <= lexemes->length,
		       "words that overlap");
		end = lexeme->end;
	}
}

static bool is_within(struct range part, struct range whole)
{
	return part.start <= part.end &&
	       (range_is_empty(part) ||
		(whole.start <= part.start && part.end <= whole.end));
}

static void check_header(const struct lexemes *lexemes,
			 const struct header *header)
{
	struct range whole = header->whole;

	demand(whole.start < whole.end && whole.end <= lexemes->length,
	       "a header beyond the text");
	demand(is_within(header->type, whole) &&
		       is_within(header->counter, whole) &&
		       is_within(header->from, whole) &&
		       is_within(header->bound, whole) &&
		       is_within(header->step, whole) &&
		       is_within(header->increment, whole),
	       "a part outside of its header");
	demand(header->first < header->last && header->last < header->body &&
		       header->body <= header->end &&
		       header->end < header->behind &&
		       header->behind <= lexemes->count,
	       "a loop that ends before it begins");
}

static bool read_header(const struct lexemes *lexemes, size_t at,
			struct header *header)
{
	struct text reason = {0};
	bool good = header_read(lexemes, at, header, &reason);

	demand(good || reason.length, "no reason");
	if (good)
		check_header(lexemes, header);
	read_heads += good;
	text_free(&reason);
	return good;
}

/* Loops of which each begins where the body of the one before it does. */
static void read_nest(const struct lexemes *lexemes, size_t at,
		      struct nest *nest)
{
	nest->count = 0;
	while (nest->count < MOST_LOOPS && is_loop(lexemes, at) &&
	       read_header(lexemes, at, &nest->heads[nest->count])) {
		at = nest->heads[nest->count++].body;
		while (is_c(lexemes) && lexeme_is(lexemes, at, "{"))
			at++;
	}
}

static bool source_read(struct source *source)
{
	struct text reason = {0};
	bool good = lexemes_read(&source->lexemes, text_string(&source->text),
				 source->text.length, lexeme_form(source->path),
				 &reason);

	demand(good || reason.length, "no reason");
	if (good)
		check_lexemes(&source->lexemes);
	text_free(&reason);
	return good;
}

static void source_free(struct source *source)
{
	lexemes_free(&source->lexemes);
	text_free(&source->text);
}

/* ---- what a nest may become ---- */

static json_t *make_record(const struct lexemes *lexemes,
			   const struct nest *nest, const char *path)
{
	const struct lexeme *before = &lexemes->list[nest->heads[0].first - 1];
	json_t *loops = json_array();

	for (int i = 0; i < nest->count; i++) {
		struct range name = nest->heads[i].counter;
		json_t *loop = json_pack(
			"{s:s%, s:i, s:s, s:i, s:i, s:i, s:{s:{s:i}}}", "var",
			lexemes->text + name.start, name.end - name.start,
			"line", nest->heads[i].line, "file", path, "from", 0,
			"to", 100, "step", 1, "ops", "certain", "control.i32",
			2);

		if (i == 0 && loop)
			json_object_set_new(loop, "omp", json_integer(0));
		json_array_append_new(loops, loop ? loop : json_object());
	}
	return json_pack("{s:s, s:i, s:s, s:s, s:i, s:i, s:n, s:o, s:{}, s:[]}",
			 "file", path, "line", before->line, "name", "f",
			 "construct", "parallel for", "ordinal", 1, "collapse",
			 1, "ordered", "nest", loops, "parallel", "clauses");
}

static void choose_reshape(const struct nest *nest, struct reshape *reshape)
{
	bool tiles = random_below(2);

	memset(reshape, 0, sizeof(*reshape));
	reshape->count = nest->count;
	for (int i = 0; i < nest->count; i++) {
		int j = (int)random_below(i + 1);

		reshape->order[i] = reshape->order[j];
		reshape->order[j] = i;
		if (tiles && random_below(2))
			reshape->tile[i] = 7;
	}
}

/* The text with nothing but the heads in other places. */
static void exchange(const struct lexemes *lexemes, const struct nest *nest,
		     const struct reshape *reshape, struct text *out)
{
	size_t at = 0;

	for (int i = 0; i < nest->count; i++) {
		struct range to = nest->heads[i].whole;
		struct range from = nest->heads[reshape->order[i]].whole;

		text_add_bytes(out, lexemes->text + at, to.start - at);
		text_add_bytes(out, lexemes->text + from.start,
			       from.end - from.start);
		at = to.end;
	}
	text_add_bytes(out, lexemes->text + at, lexemes->length - at);
}

static bool are_same(const struct lexemes *a, size_t i, const struct lexemes *b,
		     size_t j)
{
	const struct lexeme *one = &a->list[i], *other = &b->list[j];
	size_t length = one->end - one->start;

	return one->kind == other->kind &&
	       length == other->end - other->start &&
	       memcmp(a->text + one->start, b->text + other->start, length) ==
		       0;
}

/* In an order of its own: only the directive may have got a clause. */
static void check_order(const struct source *source, const struct nest *nest,
			const struct reshape *reshape,
			const struct source *changed)
{
	struct source wanted = {.path = source->path};
	const struct lexemes *is = &changed->lexemes, *should;

	exchange(&source->lexemes, nest, reshape, &wanted.text);
	demand(source_read(&wanted), "heads that do not read elsewhere");
	should = &wanted.lexemes;
	demand(is->count == should->count &&
		       is->comment_count == should->comment_count,
	       "more or fewer words than before");
	for (size_t at = 0; at < is->count; at++)
		demand(at + 1 == nest->heads[0].first ||
			       are_same(is, at, should, at),
		       "a word outside of headers has changed");
	source_free(&wanted);
}

static bool is_in_head(const struct nest *nest, size_t at)
{
	for (int i = 0; i < nest->count; i++)
		if (at >= nest->heads[i].first && at <= nest->heads[i].last)
			return true;
	return false;
}

/* In tiles: all other words are there in their order, the end as it was. */
static void check_tiles(const struct source *source, const struct nest *nest,
			const struct source *changed)
{
	const struct lexemes *old = &source->lexemes;
	const struct lexemes *new = &changed->lexemes;
	size_t last = old->list[nest->heads[0].behind - 1].end;
	size_t rest = old->length - lexeme_line_end(old, last), next = 0;

	for (size_t at = 0; at < old->count; at++) {
		if (is_in_head(nest, at) || at + 1 == nest->heads[0].first)
			continue;
		while (next < new->count && !are_same(old, at, new, next))
			next++;
		demand(next < new->count, "a word outside of headers is lost");
		next++;
	}
	demand(new->count < old->count + (size_t)MOST_FRESH * nest->count,
	       "many new words");
	demand(changed->text.length >= rest &&
		       memcmp(new->text + new->length - rest,
			      old->text + old->length - rest, rest) == 0,
	       "something behind the loops has changed");
}

static void change(const struct source *source, const struct nest *nest)
{
	struct source changed = {.path = source->path};
	struct text reason = {0};
	struct reshape reshape;
	json_t *record = make_record(&source->lexemes, nest, source->path);
	bool made;

	choose_reshape(nest, &reshape);
	made = revise(record, &reshape, source->path,
		      text_string(&source->text), source->text.length,
		      &changed.text, &reason);
	demand(made || reason.length, "no reason");
	demand(made || !changed.text.length, "refused, and written");
	if (made) {
		demand(source_read(&changed), "the new text does not read");
		if (reshape_has_tiles(&reshape))
			check_tiles(source, nest, &changed);
		else
			check_order(source, nest, &reshape, &changed);
		*(reshape_has_tiles(&reshape) ? &made_tiles : &made_orders) += 1;
	}
	json_decref(record);
	text_free(&reason);
	source_free(&changed);
}

/* ---- sources ---- */

static bool has_directive(const struct lexemes *lexemes, size_t at)
{
	return at && lexeme_has_kind(lexemes, at - 1, LEXEME_DIRECTIVE);
}

/* Change the nest that begins there, in a copy with a directive before it. */
static void change_at(const struct source *source, size_t at)
{
	const struct lexemes *lexemes = &source->lexemes;
	size_t byte = lexemes->list[at].start;
	size_t line = lexeme_line_start(lexemes, byte);
	struct source copy = {.path = source->path};
	struct nest nest;

	if (lexeme_line_text(lexemes, byte) != byte)
		return;
	text_add_bytes(&copy.text, lexemes->text, line);
	if (!has_directive(lexemes, at))
		text_add(&copy.text, is_c(lexemes)
					     ? "#pragma omp parallel for\n"
					     : "!$omp parallel do\n");
	byte += copy.text.length - line;
	text_add_bytes(&copy.text, lexemes->text + line,
		       lexemes->length - line);
	if (source_read(&copy)) {
		at = lexeme_from(&copy.lexemes, byte);
		read_nest(&copy.lexemes, at, &nest);
		if (nest.count > 1 && has_directive(&copy.lexemes, at))
			change(&copy, &nest);
	}
	source_free(&copy);
}

/* Which nests are changed, and how, depends on the text alone. */
static void try(const char *path, const struct text *text)
{
	struct source source = {.path = path};
	struct nest nest;
	int changes = 0;

	under_way = text;
	text_add_bytes(&source.text, text_string(text), text->length);
	if (source_read(&source)) {
		for (size_t at = 0; at < source.lexemes.count; at++) {
			if (!is_loop(&source.lexemes, at))
				continue;
			read_nest(&source.lexemes, at, &nest);
			if (nest.count > 1 && changes++ < MOST_NESTS)
				change_at(&source, at);
		}
	}
	source_free(&source);
}

#ifdef LIBFUZZER

#include <stdint.h>

static char *path;

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
			       unsigned seed);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	const char *kind = strrchr((*arguments)[0], '-');

	(void)count;
	path = memory_print("a.%s", kind ? kind + 1 : "");
	return lexeme_form(path) == LEXEME_NO_FORM;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = {0};

	text_add_bytes(&text, (const char *)data, size);
	random_state = 2 * size + 1;
	try(path, &text);
	text_free(&text);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
			       unsigned seed)
{
	struct text text = {0};

	random_state = 2 * (uint64_t)seed + 1;
	text_add_bytes(&text, (const char *)data, size);
	for (size_t i = random_below(3) + 1; i > 0; i--)
		damage(&text);
	size = text.length < most ? text.length : most;
	memcpy(data, text_string(&text), size);
	text_free(&text);
	return size;
}

#else

int main(int argc, char **argv)
{
	long rounds = argc > 3 ? atol(argv[1]) : 0;

	if (argc < 4)
		return 2;
	random_state = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (long i = 0; i < rounds; i++) {
		const char *path = argv[3 + random_below(argc - 3)];
		struct text text = {0};

		if (!file_read(path, &text)) {
			perror(path);
			return 1;
		}
		for (size_t j = random_below(4); j > 0; j--)
			damage(&text);
		try(path, &text);
		text_free(&text);
	}
	printf("%ld sources, %zu headers, %zu orders, %zu nests in tiles\n",
	       rounds, read_heads, made_orders, made_tiles);
	return 0;
}

#endif
