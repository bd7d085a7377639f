/*
 * An output as lines, and which lines of several outputs belong together:
 * those in the same place, or where that differs from run to run those of the
 * same words, in their order.
 */
#ifndef PODIUM_LINES_H
#define PODIUM_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* More lines are only compared by their place. */
#define LINES_MOST 250000

/* No line of the other output. */
#define LINES_NONE SIZE_MAX

/* What is known of a line; digests. */
struct line_fact {
	uint64_t form;	/* all but its numbers and tags */
	uint64_t shape; /* and but its words */
	uint64_t whole; /* the form and its whole numbers */
	uint64_t lead;	/* the form and the first of them */
	uint64_t text;
	uint64_t key;  /* its form or shape, by which it is found */
	uint64_t rank; /* with the next the place among those of its key */
	double first;  /* number with a point */
	off_t offset;
};

struct tags;

struct lines {
	char *path;
	struct line_fact *facts; /* NULL while they are too many */
	size_t count;
	const struct tags *tags; /* NULL: they are not known */
	/* while it is open */
	FILE *file;
	char *shown;	  /* the line that was read last, for people */
	const char *text; /* the same with its tags hidden */
	size_t length, size;
	char *hidden;
	size_t next; /* the line that comes next */
};

/* Look at all of it. False with errno set if it cannot be read. */
bool lines_read(struct lines *lines, const char *path, const struct tags *tags);

/* Other tags are known: find out the facts again. */
void lines_read_again(struct lines *lines, const struct tags *tags);

void lines_free(struct lines *lines);

bool lines_open(struct lines *lines);
void lines_close(struct lines *lines);

/* Read that line into text; false if there is none. */
bool lines_get(struct lines *lines, size_t number);

/* What of a line counts when lines are found: digests of it. */
struct line_fact line_fact(const char *line, size_t length);

/* By what lines of one key pair up in several outputs. */
enum lines_rule {
	LINES_BY_PLACE,
	LINES_BY_WHOLE, /* numbers, */
	LINES_BY_LEAD,	/* the first of these: a thread's, say, */
	LINES_BY_FIRST, /* or the first with a point, in rising order */
};

/* Lines of one key in several outputs. */
struct lines_group {
	uint64_t key;
	size_t least, most; /* of these in an output */
	enum lines_rule rule;
};

/* How lines of several runs of one program belong together. */
struct lines_plan {
	uint64_t *forms; /* that all runs have, in rising order */
	size_t form_count;
	struct lines_group *groups; /* in rising order of their keys */
	size_t group_count;
	bool ordered; /* each line has its place */
};

/* Understand the runs; all have facts. */
void lines_plan(struct lines_plan *plan, struct lines *const *runs,
		size_t count);
void lines_plan_free(struct lines_plan *plan);

/* Set the keys and ranks of another output. */
void lines_key(const struct lines_plan *plan, struct lines *lines);

/* The group of the key, NULL if there is none. */
const struct lines_group *lines_group_of(const struct lines_plan *plan,
					 uint64_t key);

/*
 * For each line of the one that of the other, LINES_NONE where the two have
 * another number of its key. The caller frees it.
 */
size_t *lines_partners(const struct lines *one, const struct lines *other);

#endif
