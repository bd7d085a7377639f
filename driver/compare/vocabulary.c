/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts for each word in how many runs it was.
 */
#include "vocabulary.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"

#define MOST_WORDS 1000000

struct vocabulary_word {
	uint64_t key; /* 0: none */
	size_t runs;  /* the first ones without a gap */
};

static uint64_t key_of(const char *word, size_t length)
{
	return digest_more(DIGEST_EMPTY, word, length) | 1;
}

/* Where it is or has room. */
static struct vocabulary_word *word_at(const struct vocabulary *vocabulary,
				       uint64_t key)
{
	size_t at = key / 2 % vocabulary->room;

	while (vocabulary->words[at].key != 0 &&
	       vocabulary->words[at].key != key)
		at = (at + 1) % vocabulary->room;
	return &vocabulary->words[at];
}

static void make_room(struct vocabulary *vocabulary)
{
	struct vocabulary old = *vocabulary;

	if (2 * vocabulary->count < vocabulary->room)
		return;
	vocabulary->room = old.room ? 2 * old.room : 256;
	vocabulary->words =
		memory_grow(NULL, vocabulary->room, sizeof(*vocabulary->words));
	memset(vocabulary->words, 0,
	       vocabulary->room * sizeof(*vocabulary->words));
	for (size_t i = 0; i < old.room; i++)
		if (old.words[i].key)
			*word_at(vocabulary, old.words[i].key) = old.words[i];
	free(old.words);
}

/* One that the first run has not is not needed. */
void vocabulary_add(struct vocabulary *vocabulary, const char *word,
		    size_t length)
{
	uint64_t key = key_of(word, length);
	struct vocabulary_word *place;

	make_room(vocabulary);
	place = word_at(vocabulary, key);
	if (place->key == 0 && vocabulary->runs == 0 &&
	    vocabulary->count < MOST_WORDS) {
		place->key = key;
		vocabulary->count++;
	}
	if (place->key && place->runs == vocabulary->runs)
		place->runs++;
}

void vocabulary_run(struct vocabulary *vocabulary)
{
	vocabulary->runs++;
}

bool vocabulary_has(const struct vocabulary *vocabulary, const char *word,
		    size_t length)
{
	if (vocabulary->count == MOST_WORDS || vocabulary->room == 0)
		return true;
	return word_at(vocabulary, key_of(word, length))->runs ==
	       vocabulary->runs;
}

void vocabulary_free(struct vocabulary *vocabulary)
{
	free(vocabulary->words);
	*vocabulary = (struct vocabulary){0};
}
