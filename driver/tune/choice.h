/*
 * Ways to compile the program: out of a space file, with macros, flags, a
 * source in place of another; or with flags that podium proposes. The first is
 * always that of the user's own build.
 */
#ifndef PODIUM_CHOICE_H
#define PODIUM_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "build/product.h"
#include "record/records.h"

struct make;
struct schedule;
struct text;

struct choice {
	char **flags;  /* flags, then macros; NULL at the end */
	size_t macros; /* how many of them, at the end, are macros */
	char *source;  /* in place of that of the unit, or NULL */
	size_t unit;
	bool proposed; /* by podium, not by a space */
	char *lines;   /* what a tuned file says of it but for the entries of
			  loops; "" for the original */
	/* clauses of the space; none: podium chooses */
	struct choice_clauses {
		char *schedule; /* NULL: as it is written, as are threads 0 */
		double chunk;
		int threads;
	} * clauses;
	size_t clause_count;
	struct product program; /* the clauses as they are written */
	uint64_t digest;
	struct records *records; /* of each unit that is wanted */
	char *reason;		 /* it is not tried, and why; else NULL */
	bool known;		 /* its program is that of an earlier one */
	bool closed;		 /* it brings nothing: no more is tried in it */
	/* ln of what the loops that are left as written take, by the original:
	 * the sum of so many runs */
	double rest;
	size_t rests;
};

struct choices {
	const char *path; /* of the space, or NULL */
	struct choice *list;
	size_t count, unit_count;
	size_t built; /* of them, the first ones */
	bool clauses; /* the space chooses them */
};

/*
 * Read the space; without a path the user's build is all there is. False with
 * a *problem if it is wrong.
 */
bool choices_read(struct choices *choices, const char *path,
		  struct text *problem);

/* One more, with these flags; NULL at the end. */
void choices_add_flags(struct choices *choices, const char *const *flags);

/*
 * Build those that are not built yet, with the records of the units that are
 * wanted, and tell of what the space names in vain. A choice that does not
 * build has a reason. "original" is the digest of the user's program. False
 * with a *problem if it cannot be said which source is exchanged, without one
 * if podium shall stop.
 */
bool choices_build(struct choices *choices, struct make *make,
		   uint64_t original, struct text *problem);

/* Make a variant one of this choice. */
void choice_apply(const struct choice *choice, struct variant *variant);

/* "-DTILE=32 -O3", "" if nothing is added. */
void choice_flags(const struct choice *choice, struct text *out);

/* The same with the source before it and a blank behind, if there is anything:
   "b.c -O3 ". */
void choice_head(const struct choice *choice, struct text *out);

/* The same without the blank. */
void choice_words(const struct choice *choice, struct text *out);

void choices_free(struct choices *choices);

#endif
