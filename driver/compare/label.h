/*
 * What numbers of an output are said to be: durations, residues, names of
 * processes. A number's unit says it, or the words before it, or the head of
 * its column, or that of its section.
 */
#ifndef PODIUM_LABEL_H
#define PODIUM_LABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tablehead.h"
#include "token.h"
#include "word.h"

/* What a title says of the lines below it. */
struct label_section {
	unsigned label;
	uint64_t title; /* a digest of its line */
	size_t indent;	/* of that */
};

/* Of an output that is read line by line. */
struct labels {
	struct tablehead head, above;
	struct tablehead single; /* the head, where single blanks part cells */
	bool fresh;		 /* no line of numbers has followed the head */
	bool ended;		 /* a line of nothing has followed these */
	bool timing;		 /* statistics of times were told above */
	struct label_section outer; /* before the head's line */
	bool named;    /* it ends with a colon, or rules are around it */
	size_t fields; /* of the lines below it, 0 if it is none */
	bool by_place; /* these do not count as many as the cells */
	struct label_section section;
	bool said; /* lines of numbers have followed it */
	/* of this line */
	const char *line;
	size_t length;
	bool below;  /* it is of the table, */
	bool ragged; /* with fewer or more fields than the others */
	size_t field, field_count;
	uint64_t column; /* of the last number, named alike in all lines of the
			    table; 0 where the head says nothing of times */
	size_t used;	 /* units end here: no words of the next number */
	unsigned words;	 /* before the next number */
	unsigned context, braces[8];
	size_t depth;
	bool done;    /* a number has ended what the words belong to */
	bool count;   /* the next whole number counts something in its label */
	bool worded;  /* words stand before */
	bool bracket; /* one that stands behind a number is open, */
	bool inside;  /* with words in it */
	unsigned outside; /* those before it */
	bool timed;	  /* a duration stands before, and no words behind it */
	struct token last;
};

/* The next line of the output, kept until its last token was told. */
void labels_line(struct labels *labels, const char *line, size_t length);

/* The next token of this line; the labels of a number or of a clock. */
unsigned labels_token(struct labels *labels, const struct token *token);

#endif
