/*
 * Variants of one loop, estimated and put in order; shown as a table.
 */
#ifndef PODIUM_RANKED_H
#define PODIUM_RANKED_H

#include <stdbool.h>
#include <stddef.h>

#include "prediction.h"

struct text;

struct ranked_variant {
	char *build; /* how it is compiled, in words; NULL: as the source is */
	struct schedule schedule;
	struct estimate estimate;
	struct likeness likeness;
};

struct ranked {
	struct ranked_variant *variants;
	size_t count;
};

struct ranked_style {
	int top;
	bool explain, json;
};

/* Estimate a variant and add it; "build" may be NULL. */
bool ranked_add(struct ranked *ranked, struct prediction *prediction,
		const struct schedule *schedule, const char *build,
		struct text *problem);
void ranked_free(struct ranked *ranked);

/* Before the first loop and after the last. */
void ranked_begin(const struct ranked_style *style);
void ranked_end(const struct ranked_style *style, size_t loops);

/* Print the variants of a loop in order. */
void ranked_print(struct ranked *ranked, struct prediction *prediction,
		  const struct machine *machine,
		  const struct ranked_style *style);

#endif
