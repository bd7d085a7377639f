/*
 * What is learned of a number from several runs of the original, and what it
 * may be in a variant.
 */
#ifndef PODIUM_SPREAD_H
#define PODIUM_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "token.h"

/* The tolerance of numbers with a point, unless the user sets another. */
#define SPREAD_TOLERANCE 1e-6

/* Lines above that are looked back at; of a column of few lines all are. */
#define SPREAD_ROWS 15
#define SPREAD_FEW 8

/* Of the same number in other lines of the same words. */
struct spread_column {
	size_t lines;  /* in the original */
	size_t moved;  /* so that clocks may have made it */
	double finest; /* the least part that a last digit is of one */
	double unit;   /* the least of a last digit of those that moved, */
	double jitter; /* and by what part of themselves at least */
	/* the latest lines */
	double reach[SPREAD_ROWS], size[SPREAD_ROWS];
	size_t filled;
};

struct spread {
	size_t runs;		    /* of the original as the user runs it */
	double least, most;	    /* in these, where it is finite */
	double low, high;	    /* with other threads, too */
	bool finite, nan, overflow; /* it was so in one of them */
	size_t stars;		    /* of "****", */
	bool wobbles;		    /* unless it was of several lengths */
	unsigned infinite; /* 1: it was positive infinity, 2: negative */
	bool whole;
	double unit; /* of the last digit, the finest of all runs */
	int digits;  /* significant ones, the most of all runs */
};

/* What a number is taken for. */
enum spread_kind {
	SPREAD_RESULT,
	SPREAD_RESIDUE,	 /* rounding alone */
	SPREAD_TIME,	 /* anything finite */
	SPREAD_WILD,	 /* moves as far as it is large */
	SPREAD_IDENTITY, /* of a process, a generator */
	SPREAD_MEMORY,	 /* of the process: anything that is not negative */
};

/* The output around it. */
struct spread_around {
	unsigned label;
	double scale;  /* of the numbers beside it */
	double noise;  /* parts of themselves by which numbers move, */
	double jitter; /* and at least by which times do; 0: not known */
	const struct spread_column *column; /* NULL if not known */
	/* of LABEL_SECTION: all below such titles, and in lines of these words
	 */
	const struct spread_column *section, *row;
	/* below a head that may say times, in all lines of the table */
	const struct spread_column *table;
};

void spread_add(struct spread *spread, const struct token *token,
		bool other_threads);

enum spread_kind spread_kind(const struct spread *spread,
			     const struct spread_around *around);

/* May a variant print that? */
bool spread_allows(const struct spread *spread, enum spread_kind kind,
		   const struct spread_around *around,
		   const struct token *token, double tolerance);

/* How far outside of what was seen a result may lie. */
double spread_reach(double low, double high, double tolerance);

/* Note this line's in the column. */
void spread_note(struct spread_column *column, const struct spread *spread);

/* The part of itself by which it moves, if that may be rounding. */
double spread_noise(const struct spread *spread);

/* The part of itself by which what a clock told moves. */
double spread_jitter(const struct spread *spread);

/* Look at this line's in the column, before any is judged. */
void spread_learn(struct spread_column *column, const struct spread *spread);

/* Likewise at one below a title or a head of times, if a clock would have moved
   it. */
void spread_learn_section(struct spread_column *section,
			  const struct spread *spread);

#endif
