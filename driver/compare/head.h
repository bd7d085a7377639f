/*
 * Heads of tables: what they say of the numbers in their columns.
 */
#ifndef PODIUM_HEAD_H
#define PODIUM_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEAD_CELLS 48

struct head_cell {
	size_t begin, end;
	unsigned label;
	bool statistic; /* "Max" is in it, */
	bool bare;	/* nothing else is, */
	bool share;	/* or "%" */
};

/* A line without numbers above a table, taken apart. */
struct head {
	struct head_cell cells[HEAD_CELLS];
	size_t count;
	uint64_t name; /* a digest of the line */
	char part;     /* ',', '|' or ';' between the cells, else ' ' */
	bool words;    /* single blanks part the cells */
};

/* Take the line apart; with "words" single blanks part cells as well. */
void head_read(struct head *head, const char *line, size_t length, bool words);

/* The sign that parts the fields of a line, else ' '. */
char head_parting(const char *line, size_t length);

/* What the cells say that stand over that place. */
unsigned head_over(const struct head *head, size_t begin, size_t end);

/*
 * "Time: avg, min, max (sec): 1.2 1.1 1.3" above says what the numbers below
 * "avg  min  max" are: mark these cells. False if there are none.
 */
bool head_go_on(struct head *head);

#endif
