/*
 * The runs of the baseline as a reference: lines that belong together, and the
 * values of their fields.
 */
#ifndef PODIUM_LEARN_H
#define PODIUM_LEARN_H

#include "compare.h"
#include "lines.h"

/* One field in all runs. */
struct field {
	bool number;	  /* finite numbers of one unit, */
	bool whole;	  /* whole ones, */
	double low, high; /* between these */
	bool nan;	  /* one is NaN or infinite */
	bool masked;	  /* it moves */
};

/* Goes from field to field of a row. */
struct fields {
	const struct line *lines[COMPARE_MOST_RUNS];
	struct token tokens[COMPARE_MOST_RUNS];
	bool threads[COMPARE_MOST_RUNS];
	size_t count;
	struct field *kind; /* not NULL: in all lines of the kind */
};

/* Lines of one key. */
struct kind {
	uint64_t key;
	enum { KIND_PLACED, KIND_ANY_ORDER, KIND_ANY_NUMBER } order;
	bool same_count;      /* in each run */
	bool same_places;     /* the same words and whole numbers in each run */
	struct fields fields; /* of its first line */
};

struct reference {
	struct lines runs[COMPARE_MOST_RUNS]; /* the first one is the base */
	bool threads[COMPARE_MOST_RUNS];      /* these have other threads */
	size_t count;
	const char *unclear; /* lines cannot be compared, and why; or NULL */
	struct kind *kinds;  /* others are placed */
	size_t kind_count;
	/* a row is a line of the base and those beside it; NULL for none, of
	   runs with other threads */
	const struct line **beside[COMPARE_MOST_RUNS];
	size_t row_count;
};

struct reference *reference_make(const struct compare *compare,
				 const struct compare_wish *wish);
void reference_free(struct reference *reference);
const struct kind *kind_of(const struct reference *reference,
			   const struct line *line);

/*
 * The lines of an output beside those of the base, NULL for none; those that
 * stand there are marked. NULL if too many differ. The caller frees it.
 */
const struct line **reference_arrange(const struct reference *reference,
				      struct lines *lines);

struct fields fields_of(const struct reference *reference, size_t row);
bool fields_next(struct fields *fields, struct field *field);

#endif
