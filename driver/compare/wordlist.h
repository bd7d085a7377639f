/*
 * What a word can say of numbers beside it, and single words themselves.
 */
#ifndef PODIUM_WORDLIST_H
#define PODIUM_WORDLIST_H

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
	LABEL_STEP = 2048,    /* of a simulation: "dt = 1e-3 s" */
	LABEL_SECTION = 4096, /* below a title of times */
	LABEL_COUNT = 8192,   /* the head of its column is "calls", */
	LABEL_SHARE = 16384,  /* or "%" beside a time */
	LABEL_ANY_MEMORY = LABEL_MEMORY | LABEL_MAYBE_MEMORY,
	LABEL_ANY_TIME =
		LABEL_TIME | LABEL_CLOCK | LABEL_MAYBE_TIME | LABEL_NEAR_TIME,
};

/* The letters at the beginning. */
size_t wordlist_length(const char *at);

/* The list ends with NULL; capital letters are small ones. */
bool wordlist_is_one_of(const char *word, size_t length,
			const char *const *list);

#endif
