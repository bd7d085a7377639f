/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the places of random names.
 *
 * A field is what hexadecimal digits make up, a number or not; its place is the
 * line that all words and signs but fields make, and how many numbers and
 * fields stand before it. It holds tags if from run to run there is something
 * else behind the digits that its fields begin with: "12dB" stays a number with
 * its unit, 2e-06 a number.
 */
#include "tag.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "clock.h"
#include "token.h"
#include "word.h"

/* Places that are known. */
#define MOST_PLACES 1000000

/* Shorter ones show nothing: "F" is false, "a" is a word. */
#define SHORTEST 2

/* What fields are made of, and what is written over it: with such a byte no
   word in UTF-8 begins, and in Latin-1 it is no letter. */
static const char field_letters[] = "0123456789abcdefABCDEF-:";
#define HIDDEN 0x80

/* Of the fields of a place in one run what is behind their first digits. */
struct rests {
	size_t fields;
	uint64_t sum, most, least; /* the least the other way around */
};

struct tag_place {
	uint64_t key;  /* 0: none */
	uint64_t rest; /* the first one that there is */
	struct rests here, first;
	bool plain;   /* a field is all digits */
	bool several; /* rests differ, */
	bool moves;   /* from run to run */
	bool mixed;   /* one has digits in it: it is no unit */
};

/* ---- fields of a line ---- */

struct fields {
	struct tokens tokens;
	uint64_t form; /* of all that was read */
	size_t count;  /* of numbers and fields */
};

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

static size_t digits_at(const char *at)
{
	return strspn(at, "0123456789");
}

static size_t hexadecimal_at(const char *at)
{
	return strspn(at, "0123456789abcdefABCDEF");
}

/* "5a:53:d6:2d:46:d2"; shorter ones are a time or a ratio. */
static size_t address_length(const char *at)
{
	size_t pairs = 1;

	while (hexadecimal_at(at) == 2 && at[2] == ':' && pairs++)
		at += 3;
	if (pairs < 4 || hexadecimal_at(at) != 2 || token_inner(at[2]))
		return 0;
	return 3 * pairs - 1;
}

/* What a letter goes on with is none, nor are "1e+05" and, but in names,
   "12.5". */
static size_t part_length(const char *at, bool in_name)
{
	size_t length = hexadecimal_at(at);
	const char *end = at + length;

	if (length == 0 || token_inner(*end))
		return 0;
	if (*end == '.' && digits_at(at) == length && is_digit(end[1]) &&
	    !in_name)
		return 0;
	if (*end == '+' && strchr("eEdD", end[-1]) && is_digit(end[1]))
		return 0;
	return length;
}

/* Behind "snapshot-", "core." */
static bool is_in_name(const char *line, size_t begin)
{
	return begin > 1 && strchr("-.", line[begin - 1]) &&
	       isalpha((unsigned char)line[begin - 2]);
}

/* "7138600d-a5d5", "2e3", "12", "bad"; 0 where none begins. */
static size_t field_length(const char *line, size_t begin)
{
	const char *at = line + begin;
	bool in_name = is_in_name(line, begin);
	size_t length, more;

	if (begin > 0 && token_inner(at[-1]))
		return 0;
	length = address_length(at);
	if (length || clock_length(at))
		return length;
	length = part_length(at, in_name);
	while (length > 0 && at[length] == '-' &&
	       (more = part_length(at + length + 1, in_name)))
		length += 1 + more;
	return length;
}

/* Of "-12" and "file.12" these signs belong to no number where tags may be. */
static void skip_sign(struct tokens *tokens)
{
	const char *at;

	tokens->at += strspn(tokens->line + tokens->at, " \t\r\v\f");
	at = tokens->line + tokens->at;
	if (*at == '+' || *at == '-' ||
	    (*at == '.' && tokens->at > 0 && token_inner(at[-1])))
		tokens->at += field_length(tokens->line, tokens->at + 1) > 0;
}

/* All numbers are alike, fields or not, with any sign and unit of time. */
static void add_token(struct fields *fields, const struct token *token)
{
	static const char kinds[] = {'0', 'w', 's', 't', 'x'};
	struct tokens *tokens = &fields->tokens;

	if (token->kind == TOKEN_SIGN && strchr("+-", *token->text))
		return;
	fields->form = digest_more(fields->form, &kinds[token->kind], 1);
	if (token->kind == TOKEN_WORD || token->kind == TOKEN_SIGN)
		fields->form =
			digest_more(fields->form, token->text, token->length);
	if (token->kind != TOKEN_NUMBER)
		return;
	fields->count++;
	tokens->at += word_unit(tokens->line + tokens->at, false);
}

static bool next_field(struct fields *fields, struct token *token)
{
	struct tokens *tokens = &fields->tokens;
	size_t length = 0;

	while (!length) {
		skip_sign(tokens);
		length = field_length(tokens->line, tokens->at);
		if (length) {
			*token = (struct token){.kind = TOKEN_NUMBER,
						.text = tokens->line +
							tokens->at,
						.length = length,
						.place = tokens->at};
			tokens->at += length;
		} else if (!token_next(tokens, token)) {
			return false;
		}
		add_token(fields, token);
	}
	return true;
}

static struct fields fields_of(const char *line, size_t length)
{
	return (struct fields){.tokens = tokens_of(line, length),
			       .form = DIGEST_EMPTY};
}

static uint64_t form_of(const char *line, size_t length)
{
	struct fields fields = fields_of(line, length);
	struct token field;

	while (next_field(&fields, &field))
		;
	return fields.form;
}

/* Of the field that was read last in a line of that form. */
static uint64_t key_of(uint64_t form, const struct fields *fields)
{
	return digest_more(form, &fields->count, sizeof(fields->count)) | 1;
}

/* ---- places ---- */

/* Where it is or has room. */
static struct tag_place *place_at(const struct tags *tags, uint64_t key)
{
	size_t at = key / 2 % tags->room;

	while (tags->places[at].key != 0 && tags->places[at].key != key)
		at = (at + 1) % tags->room;
	return &tags->places[at];
}

static void make_room(struct tags *tags)
{
	struct tags old = *tags;

	if (2 * tags->count < tags->room)
		return;
	tags->room = old.room ? 2 * old.room : 256;
	tags->places = memory_grow(NULL, tags->room, sizeof(*tags->places));
	memset(tags->places, 0, tags->room * sizeof(*tags->places));
	for (size_t i = 0; i < old.room; i++)
		if (old.places[i].key)
			*place_at(tags, old.places[i].key) = old.places[i];
	free(old.places);
}

/* NULL where there are too many. */
static struct tag_place *find_place(struct tags *tags, uint64_t key)
{
	struct tag_place *place;

	make_room(tags);
	place = place_at(tags, key);
	if (place->key == 0) {
		if (tags->count == MOST_PLACES)
			return NULL;
		place->key = key;
		tags->count++;
	}
	return place;
}

/* Three numbers with one unit are no tags, and neither are three words. */
static bool has_tags(const struct tag_place *place)
{
	return place->moves && (place->mixed || place->several || place->plain);
}

/* ---- learning ---- */

/* "e3" of "2e3" and "e" of "1e-06" */
static bool is_exponent(const char *at, const char *end)
{
	const char *behind = at + 1 + digits_at(at + 1);

	return strchr("eEdD", *at) && behind == end &&
	       (end > at + 1 || *end == '-');
}

/* Of all parts of the field what is behind their first digits; 0 for nothing.
 */
static uint64_t rest_of(const struct token *field, bool *mixed)
{
	const char *end = field->text + field->length, *part_end;
	uint64_t rest = 0;

	for (const char *at = field->text; at < end; at = part_end + 1) {
		size_t digits = digits_at(at);

		part_end = at + strcspn(at, "-:");
		part_end = part_end < end ? part_end : end;
		at += digits;
		if (at == part_end || (digits && is_exponent(at, part_end)))
			continue;
		rest = digest_more(rest ? rest : DIGEST_EMPTY, at,
				   (size_t)(part_end - at));
		while (at < part_end && !is_digit(*at))
			at++;
		*mixed = *mixed || at < part_end;
	}
	return rest;
}

static void learn_field(struct tag_place *place, const struct token *field)
{
	uint64_t rest = rest_of(field, &place->mixed);

	place->plain = place->plain || !rest;
	if (!place->rest)
		place->rest = rest;
	place->several = place->several || (rest && rest != place->rest);
	place->here.fields++;
	if (!rest)
		return;
	place->here.sum += rest;
	place->here.most = rest > place->here.most ? rest : place->here.most;
	place->here.least =
		~rest > place->here.least ? ~rest : place->here.least;
}

/* Lines in another number may well have the same names. */
static bool are_others(const struct rests *one, const struct rests *other)
{
	return one->most != other->most || one->least != other->least ||
	       (one->fields == other->fields && one->sum != other->sum);
}

void tags_line(struct tags *tags, const char *line, size_t length)
{
	struct fields fields = fields_of(line, length);
	uint64_t form = form_of(line, length);
	struct tag_place *place;
	struct token field;

	while (next_field(&fields, &field)) {
		if (field.length < SHORTEST)
			continue;
		place = find_place(tags, key_of(form, &fields));
		if (place)
			learn_field(place, &field);
	}
}

/* A place that a run lacks shows nothing: other words make another line. */
void tags_run(struct tags *tags)
{
	for (size_t i = 0; i < tags->room; i++) {
		struct tag_place *place = &tags->places[i];

		if (place->here.fields == 0)
			continue;
		if (place->first.fields == 0)
			place->first = place->here;
		place->moves =
			place->moves || are_others(&place->here, &place->first);
		place->here = (struct rests){0};
		tags->any = tags->any || has_tags(place);
	}
}

/* ---- hiding ---- */

static void hide_field(char *at, size_t length)
{
	for (size_t i = 0; i < length; i++)
		at[i] = (char)(HIDDEN +
			       (strchr(field_letters, at[i]) - field_letters));
}

/* A field is read before it is hidden, and what is behind it is not changed. */
void tags_hide(const struct tags *tags, char *line, size_t length)
{
	struct fields fields = fields_of(line, length);
	uint64_t form = form_of(line, length);
	struct token field;

	while (next_field(&fields, &field))
		if (has_tags(place_at(tags, key_of(form, &fields))))
			hide_field(line + field.place, field.length);
}

bool tag_is_hidden(const struct token *token)
{
	unsigned char first = (unsigned char)*token->text;

	return first >= HIDDEN && first < HIDDEN + sizeof(field_letters) - 1;
}

void tags_free(struct tags *tags)
{
	free(tags->places);
	*tags = (struct tags){0};
}
