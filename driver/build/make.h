/*
 * Makes variants of the user's program: from parts of the build or, where
 * these are not enough, by a whole build.
 */
#ifndef PODIUM_MAKE_H
#define PODIUM_MAKE_H

#include <stdbool.h>
#include <stddef.h>

struct plan;
struct product;
struct records;
struct text;
struct variant;

struct make {
	struct plan *plan;
	const char *scratch; /* the folder to work in */
	struct whole *whole; /* NULL: variants are made of parts */
	size_t built;	     /* variants so far */
	bool apart;	     /* others are made at the same time */
};

/*
 * Compile the units that use OpenMP for their records, and link the program
 * to see whether that can be done. Where one of them cannot, variants become
 * whole builds, see whole.h; where that is no way out either, units that do
 * not compile are told of and left alone. False if the user interrupts or
 * there is no plugin for a compiler.
 */
bool make_record(struct make *make, struct text *problem);

/*
 * Make a variant. On failure *problem has the last words of the compiler or
 * says what else was wrong.
 */
bool make_variant(struct make *make, const struct variant *variant,
		  struct product *product, struct text *problem);

/*
 * Make several variants side by side, in as many processes as there are
 * cores, with an object for each unit that is wanted or changed. What fails
 * has no path in its program and a problem[], both as of make_variant. False
 * if the user interrupts.
 */
bool make_all(struct make *make, const struct variant *variants, size_t count,
	      struct product *products, struct text *problems);

/*
 * Read the records of a unit out of a variant that make_all made. False with
 * a *problem if that fails.
 */
bool make_read_records(const struct make *make, const struct product *product,
		       size_t unit, struct records *records,
		       struct text *problem);

/* Compile one unit as the variant has it, for its records alone. */
bool make_ask(const struct make *make, size_t unit,
	      const struct variant *variant, struct records *records,
	      struct text *problem);

/* The plan stays. */
void make_free(struct make *make);

#endif
