/*
 * What words say of numbers beside them: that one is a duration, a residue, the
 * name of a process. Units of times and rates are words as well.
 */
#ifndef PODIUM_WORD_H
#define PODIUM_WORD_H

#include <stdbool.h>
#include <stddef.h>

enum {
	LABEL_TIME = 1,		  /* a duration, a rate: "0.25 s", "elapsed" */
	LABEL_MAYBE_TIME = 2,	  /* or simulated time */
	LABEL_RESIDUE = 4,	  /* an error, a residual, a difference */
	LABEL_IDENTITY = 8,	  /* of a process, a host, a generator */
	LABEL_RESULT = 16,	  /* an energy, a sum */
	LABEL_NEAR_TIME = 32,	  /* in the company of times */
	LABEL_MEMORY = 64,	  /* of the process: "RSS: 1234 kB" */
	LABEL_MAYBE_MEMORY = 128, /* or of something else: "memory 12 MB" */
	LABEL_USE = 256,	  /* "peak", with memory likely the process's */
	LABEL_BYTES = 512,	  /* a unit of them */
	LABEL_CLOCK =
		1024, /* with TIME: by a word as "elapsed", not a unit alone */
	LABEL_STEP = 2048, /* of a simulation: "dt = 1e-3 s" */
	LABEL_ANY_MEMORY = LABEL_MEMORY | LABEL_MAYBE_MEMORY,
	LABEL_ANY_TIME =
		LABEL_TIME | LABEL_CLOCK | LABEL_MAYBE_TIME | LABEL_NEAR_TIME,
};

/* The letters at the beginning. */
size_t word_length(const char *at);

/* The list ends with NULL; capital letters are small ones. */
bool word_is_one_of(const char *word, size_t length, const char *const *list);

/* "seconds", "cycles" */
bool word_is_unit(const char *word, size_t length);

/* "(s)", "[ms]" */
bool word_is_unit_in_brackets(const char *at);

/* Behind it a whole number counts: "for 100 steps", "step 3". */
bool word_is_counting(const char *word, size_t length);

/* The length of the unit of a time or rate at the beginning, else 0. */
size_t word_unit(const char *at, bool whole);

/* What such a unit says of the number before it. */
unsigned word_unit_label(const char *unit, size_t length);

/* What the word in the line adds to what those before it say. */
unsigned word_add(unsigned words, const char *line, const char *at,
		  size_t length);

/* Of a text, which may be several words. */
unsigned words_label(const char *text, size_t length);

#endif
