/*
 * Compares an output of a variant with those of the baseline. A field of a line
 * that differs between runs of the baseline is masked. Nothing else is excused.
 */
#ifndef PODIUM_COMPARE_H
#define PODIUM_COMPARE_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/* Runs of the baseline that are learnt from; later ones are ignored. */
#define COMPARE_MOST_RUNS 32

/* The user's options. */
struct compare_wish {
	double tolerance; /* relative, of numbers that are not whole */
	bool exact;	  /* to the last bit */
	regex_t *ignored; /* lines that match one of them are not compared */
	size_t ignored_count;
};

/* Zero when it begins. */
struct compare {
	const char *name;	       /* of the output, for people */
	char *runs[COMPARE_MOST_RUNS]; /* files */
	bool threads[COMPARE_MOST_RUNS];
	size_t count;
	struct reference *reference; /* made of them when it is asked for */
};

/*
 * An output of the baseline, a file that stays where it is. One with another
 * number of threads shows how far rounding moves numbers, and nothing else.
 */
void compare_learn(struct compare *compare, const char *path, bool threads);

/* Is the output right? If not, *why shows where. */
bool compare_matches(struct compare *compare, const char *path,
		     const struct compare_wish *wish, struct text *why);

/* Tells how much of an output is compared, and its masks. */
struct compare_summary {
	size_t lines; /* that are compared */
	bool bytes;   /* the file is compared as bytes */
	struct compare_mask {
		uint64_t kind; /* of line, and field */
		size_t line;   /* the first one of its kind, from 1 */
		size_t lines;  /* how many there are */
		char *text;    /* the line */
		char *field;   /* in it, or NULL */
		const char *why;
	} * masks;
	size_t count;
};

struct compare_summary compare_summarize(struct compare *compare,
					 const struct compare_wish *wish);
void compare_summary_free(struct compare_summary *summary);
void compare_free(struct compare *compare);

#endif
