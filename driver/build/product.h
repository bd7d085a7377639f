/*
 * A variant of the user's program: what is asked of it, and what it became.
 */
#ifndef PODIUM_PRODUCT_H
#define PODIUM_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

struct variant {
	const char *tuned; /* a file, or NULL */
	bool clock;	   /* with clocks in the loops */
	/* more flags, for every unit of the program; NULL at the end, or NULL
	 */
	char *const *flags;
	const char *source; /* in place of that of the unit, or NULL */
	size_t unit;
	bool made; /* records are of the loops as the tuned file has them */
	/* a file of lines ID<TAB>TRANSFORMATION: records say whether they can
	 * be made; or NULL */
	const char *plan;
	/* the folder of a program of these flags and this source, for what is
	 * not compiled anew; or NULL */
	const char *like;
};

/* What a variant became. */
struct product {
	char *path;
	char *libraries; /* the folder of them, NULL if it has none */
	char *folder;	 /* all that was made for it */
};

/* Tells programs apart by what is loaded of them. */
bool product_digest(const struct product *product, uint64_t *digest);

/*
 * The line of a problem that says most: compilers end with what they gave up
 * on. The caller frees it.
 */
char *product_reason(const struct text *problem);

/* Remove the files of a variant that is no longer run. */
void product_discard(struct product *product);

#endif
