/*
 * What words say of numbers beside them: that one is a duration, a residue, the
 * name of a process. Units of times and rates are words as well.
 */
#ifndef PODIUM_WORD_H
#define PODIUM_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "wordlist.h"

/* "seconds", "cycles" */
bool word_is_unit(const char *word, size_t length);

/* "(s)", "[ms]" */
bool word_is_unit_in_brackets(const char *at);

/* Of words in heads of tables. */
enum word_kind {
	WORD_ANY,
	WORD_STATISTIC, /* "max" */
	WORD_SHARE,	/* "%", */
	WORD_OF_ALL,	/* and "total", of which it is one */
	WORD_COUNT,	/* "calls" */
};

enum word_kind word_kind(const char *word, size_t length);

/* Behind it a whole number counts: "for 100 steps", "step 3". */
bool word_is_counting(const char *word, size_t length);

/* The length of the unit of a time or rate at the beginning, else 0. */
size_t word_unit(const char *at, bool whole);

/* "40 mflops = 912.5": it is the name of the number behind it. */
bool word_unit_is_key(const char *at);

/* What such a unit says of the number before it. */
unsigned word_unit_label(const char *unit, size_t length);

/* What the word in the line adds to what those before it say. */
unsigned word_add(unsigned words, const char *line, const char *at,
		  size_t length);

/* What all words of a text say. */
unsigned word_add_all(const char *text, size_t length);

#endif
