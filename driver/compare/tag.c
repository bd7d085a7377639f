/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the places of random names.
 *
 * A field is what hexadecimal digits make up, a number or not; its place is the
 * line that all words and signs but fields make, and how many numbers and
 * fields stand before it. It holds tags if from run to run there is something
 * else behind the digits that its fields begin with: "12dB" stays a number with
 * its unit, 2e-06 a number.
 *
 * Letters and digits that not all runs print are a field as well, a wide one.
 * Numbers have units of any letters: such a place holds tags only if all are as
 * long as each other, none is a number, one begins with a letter, and each run
 * has another one.
 */
#include "tag.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "character.h"
#include "daytime.h"
#include "token.h"
#include "word.h"

/* Places that are known. */
#define MOST_PLACES 1000000

/* Shorter ones show nothing: "F" is false, "a" is a word. */
#define SHORTEST 2
#define SHORTEST_WIDE 5

/* What fields are made of, and what is written over it: with such a byte no
   word in UTF-8 begins, and in Latin-1 it is no letter. */
static const char field_letters[] = "0123456789abcdefABCDEF-:"
				    "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ";
#define HEXADECIMAL 24 /* the first of these, without the others */
#define HIDDEN 0x80
#define HIDDEN_LETTERS 32

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
	bool wide;    /* one has other letters */
	bool led;     /* one begins with a letter */
	bool stays;   /* a run has the same as the first one */
	bool uneven;  /* they are not of one length, */
	size_t length;
};

/* ---- fields of a line ---- */

struct fields {
	const struct vocabulary *words; /* NULL: all words are known */
	struct tokens tokens;
	uint64_t form; /* of all that was read */
	size_t count;  /* of numbers and fields */
};

/* "5a:53:d6:2d:46:d2"; shorter ones are a time or a ratio. */
static size_t address_length(const char *at)
{
	size_t pairs = 1;

	while (hexadecimal_at(at) == 2 && at[2] == ':' && pairs++)
		at += 3;
	if (pairs < 4 || hexadecimal_at(at) != 2 || is_inner(at[2]))
		return 0;
	return 3 * pairs - 1;
}

/* What a letter goes on with is none, nor are "1e+05" and, but in names,
   "12.5". */
static size_t part_length(const char *at, bool in_name)
{
	size_t length = hexadecimal_at(at);
	const char *end = at + length;

	if (length == 0 || is_inner(*end))
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

	if (begin > 0 && is_inner(at[-1]))
		return 0;
	length = address_length(at);
	if (length || daytime_length(at))
		return length;
	length = part_length(at, in_name);
	while (length > 0 && at[length] == '-' &&
	       (more = part_length(at + length + 1, in_name)))
		length += 1 + more;
	return length;
}

/* ---- words ---- */

/* A word that begins there, of which not all runs know. */
static bool is_unknown(const struct fields *fields, size_t begin)
{
	const char *at = fields->tokens.line + begin;
	size_t length = inner_length(at);

	if (!fields->words || (begin > 0 && is_inner(at[-1])) ||
	    digits_at(at) == length)
		return false;
	return !vocabulary_has(fields->words, at, length);
}

/* "1SnXpr", "b5SSu5" */
static size_t wide_length(const struct fields *fields, size_t begin)
{
	const char *at = fields->tokens.line + begin;
	size_t length = inner_length(at);

	if (length < SHORTEST_WIDE || hexadecimal_at(at) >= length ||
	    strspn(at, field_letters) < length ||
	    (at[0] == '0' && strchr("xX", at[1])) || daytime_length(at))
		return 0;
	return is_unknown(fields, begin) ? length : 0;
}

static size_t length_at(const struct fields *fields, size_t begin)
{
	size_t length = field_length(fields->tokens.line, begin);

	return length ? length : wide_length(fields, begin);
}

/* Of "-12" and "file.12" these signs belong to no number where tags may be. */
static void skip_sign(struct fields *fields)
{
	struct tokens *tokens = &fields->tokens;
	const char *at;

	tokens->at += blanks_at(tokens->line + tokens->at);
	at = tokens->line + tokens->at;
	if (*at == '+' || *at == '-' ||
	    (*at == '.' && tokens->at > 0 && is_inner(at[-1])))
		tokens->at += length_at(fields, tokens->at + 1) > 0;
}

/* All numbers are alike, fields or unknown words or not, with any sign and unit
   of time. */
static void add_token(struct fields *fields, const struct token *token)
{
	static const char kinds[] = {'0', 'w', 's', 't', 'x'};
	struct tokens *tokens = &fields->tokens;
	enum token_kind kind = token->kind;

	if (kind == TOKEN_SIGN && strchr("+-", *token->text))
		return;
	if (kind == TOKEN_WORD && is_unknown(fields, token->place))
		kind = TOKEN_NUMBER;
	fields->form = digest_more(fields->form, &kinds[kind], 1);
	if (kind == TOKEN_WORD || kind == TOKEN_SIGN)
		fields->form =
			digest_more(fields->form, token->text, token->length);
	if (kind != TOKEN_NUMBER)
		return;
	fields->count++;
	tokens->at += word_unit(tokens->line + tokens->at, false);
}

static bool next_field(struct fields *fields, struct token *token)
{
	struct tokens *tokens = &fields->tokens;
	size_t length = 0;

	while (!length) {
		skip_sign(fields);
		length = length_at(fields, tokens->at);
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

/* Where the next word begins, the line's length if none does. */
static size_t next_word(const char *line, size_t length, size_t at)
{
	while (at < length && !(isalpha((unsigned char)line[at]) &&
				(at == 0 || !is_inner(line[at - 1]))))
		at++;
	return at;
}

/* A line that only some runs have is made of its words, known or not. */
static bool has_known_word(const struct vocabulary *words, const char *line,
			   size_t length)
{
	for (size_t at = next_word(line, length, 0); at < length;
	     at = next_word(line, length, at + 1))
		if (vocabulary_has(words, line + at, inner_length(line + at)))
			return true;
	return false;
}

static struct fields fields_of(const struct tags *tags, const char *line,
			       size_t length)
{
	return (struct fields){
		.words = has_known_word(&tags->words, line, length)
				 ? &tags->words
				 : NULL,
		.tokens = tokens_of(line, length),
		.form = DIGEST_EMPTY};
}

static uint64_t form_of(struct fields fields)
{
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
	if (place->wide)
		return place->moves && !place->stays && place->led &&
		       !place->plain && !place->uneven;
	return place->moves && (place->mixed || place->several || place->plain);
}

static bool is_wide(const struct token *field)
{
	return strcspn(field->text, field_letters + HEXADECIMAL) <
	       field->length;
}

/* Is the field one of the tags there? */
static bool is_tag(const struct tag_place *place, const struct token *field)
{
	if (!has_tags(place))
		return false;
	if (place->wide)
		return field->length == place->length &&
		       digits_at(field->text) < field->length &&
		       inner_length(field->text) == field->length;
	return !is_wide(field);
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
	place->wide = place->wide || is_wide(field);
	place->led = place->led || !is_digit(*field->text);
	place->uneven = place->uneven ||
			(place->length && place->length != field->length);
	place->length = field->length;
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

void tags_words(struct tags *tags, const char *line, size_t length)
{
	for (size_t at = 0, more; at < length; at += more ? more : 1) {
		more = inner_length(line + at);
		if (digits_at(line + at) < more)
			vocabulary_add(&tags->words, line + at, more);
	}
}

void tags_words_run(struct tags *tags)
{
	vocabulary_run(&tags->words);
}

void tags_line(struct tags *tags, const char *line, size_t length)
{
	struct fields fields = fields_of(tags, line, length);
	uint64_t form = form_of(fields);
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
		bool others;

		if (place->here.fields == 0)
			continue;
		others = are_others(&place->here, &place->first);
		if (place->first.fields == 0)
			place->first = place->here;
		else if (others)
			place->moves = true;
		else
			place->stays = true;
		place->here = (struct rests){0};
		tags->any = tags->any || has_tags(place);
	}
}

/* ---- hiding ---- */

static void hide_field(char *at, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		size_t letter =
			(size_t)(strchr(field_letters, at[i]) - field_letters);

		at[i] = (char)(HIDDEN + letter % HIDDEN_LETTERS);
	}
}

/* A field is read before it is hidden, and what is behind it is not changed. */
void tags_hide(const struct tags *tags, char *line, size_t length)
{
	struct fields fields = fields_of(tags, line, length);
	uint64_t form = form_of(fields);
	struct token field;

	while (next_field(&fields, &field))
		if (is_tag(place_at(tags, key_of(form, &fields)), &field))
			hide_field(line + field.place, field.length);
}

bool tag_is_hidden(const struct token *token)
{
	unsigned char first = (unsigned char)*token->text;

	return first >= HIDDEN && first < HIDDEN + HIDDEN_LETTERS;
}

void tags_free(struct tags *tags)
{
	free(tags->places);
	vocabulary_free(&tags->words);
	*tags = (struct tags){0};
}
