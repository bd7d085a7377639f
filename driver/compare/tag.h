/*
 * Random names: keys of records, digests, colours of hexadecimal digits,
 * temporary files of all letters. Now and then one is all digits, or "2e3", or
 * "4613398b", or "1SnXpr", and would be read as a number, alone or with a word
 * behind it. Runs of the original teach where in its lines they stand, and
 * there words are written over them.
 */
#ifndef PODIUM_TAG_H
#define PODIUM_TAG_H

#include <stdbool.h>
#include <stddef.h>

#include "vocabulary.h"

struct tag_place;
struct token;

/* Zero when it begins. */
struct tags {
	struct tag_place *places; /* a hash table */
	size_t count, room;
	bool any; /* somewhere are tags */
	struct vocabulary words;
};

/* First the words of all runs of the original: a line, and the end of one. */
void tags_words(struct tags *tags, const char *line, size_t length);
void tags_words_run(struct tags *tags);

/* Then its lines, and the end of a run. */
void tags_line(struct tags *tags, const char *line, size_t length);
void tags_run(struct tags *tags);

/*
 * Write words over the tags of the line, as long as these, and another one over
 * another tag.
 */
void tags_hide(const struct tags *tags, char *line, size_t length);

/* Is the word such a one? */
bool tag_is_hidden(const struct token *token);

void tags_free(struct tags *tags);

#endif
