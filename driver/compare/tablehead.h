/*
 * Heads of tables: what they say of the numbers in their columns.
 */
#ifndef PODIUM_TABLEHEAD_H
#define PODIUM_TABLEHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TABLEHEAD_CELLS 48

struct tablehead_cell {
	size_t begin, end;
	unsigned label;
	bool statistic; /* "Max" is in it, */
	bool bare;	/* nothing else is, */
	bool share;	/* or "%" */
};

/* A line without numbers above a table, taken apart. */
struct tablehead {
	struct tablehead_cell cells[TABLEHEAD_CELLS];
	size_t count;
	uint64_t name; /* a digest of the line */
	char part;     /* ',', '|' or ';' between the cells, else ' ' */
	bool words;    /* single blanks part the cells */
};

/* Take the line apart; with "words" single blanks part cells as well. */
void tablehead_read(struct tablehead *head, const char *line, size_t length,
		    bool words);

/* The sign that parts the fields of a line, else ' '. */
char tablehead_parting(const char *line, size_t length);

/* What the cells say that stand over that place. */
unsigned tablehead_over(const struct tablehead *head, size_t begin, size_t end);

/*
 * "Time: avg, min, max (sec): 1.2 1.1 1.3" above says what the numbers below
 * "avg  min  max" are: mark these cells. False if there are none.
 */
bool tablehead_go_on(struct tablehead *head);

#endif
