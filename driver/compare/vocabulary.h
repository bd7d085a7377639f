/*
 * Words that all runs of the original print.
 */
#ifndef PODIUM_VOCABULARY_H
#define PODIUM_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>

struct vocabulary_word;

/* Zero when it begins. */
struct vocabulary {
	struct vocabulary_word *words; /* a hash table */
	size_t count, room;
	size_t runs; /* that have ended */
};

/* A word of the run. */
void vocabulary_add(struct vocabulary *vocabulary, const char *word,
		    size_t length);

/* The end of a run. */
void vocabulary_run(struct vocabulary *vocabulary);

/* Did all runs print it? What was too much to be known counts as known. */
bool vocabulary_has(const struct vocabulary *vocabulary, const char *word,
		    size_t length);

void vocabulary_free(struct vocabulary *vocabulary);

#endif
