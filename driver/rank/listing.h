/*
 * Variants of one loop, estimated and put in order; shown as a table.
 */
#ifndef PODIUM_LISTING_H
#define PODIUM_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "prediction.h"

struct text;

struct listing_variant {
	char *build; /* how it is compiled, in words; NULL: as the source is */
	struct schedule schedule;
	struct estimate estimate;
	struct likeness likeness;
};

struct listing {
	struct listing_variant *variants;
	size_t count;
};

struct listing_style {
	int top;
	bool explain, json;
};

/* Estimate a variant and add it; "build" may be NULL. */
bool listing_add(struct listing *ranked, struct prediction *prediction,
		 const struct schedule *schedule, const char *build,
		 struct text *problem);
void listing_free(struct listing *ranked);

/* Before the first loop and after the last. */
void listing_begin(const struct listing_style *style);
void listing_end(const struct listing_style *style, size_t loops);

/* Print the variants of a loop in order. */
void listing_print(struct listing *ranked, struct prediction *prediction,
		   const struct machine *machine,
		   const struct listing_style *style);

#endif
