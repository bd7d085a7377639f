/*
 * Variants of one loop, estimated and put in order; shown as a table.
 */
#ifndef PODIUM_LINEUP_H
#define PODIUM_LINEUP_H

#include <stdbool.h>
#include <stddef.h>

#include "prediction.h"

struct text;

struct lineup_variant {
	struct schedule schedule;
	struct estimate estimate;
	struct likeness likeness;
};

struct lineup {
	struct lineup_variant *variants;
	size_t count;
};

struct lineup_style {
	int top;
	bool explain, json;
};

/* Estimate a variant and add it. */
bool lineup_add(struct lineup *ranked, struct prediction *prediction,
		const struct schedule *schedule, struct text *problem);
void lineup_free(struct lineup *ranked);

/* Before the first loop and after the last. */
void lineup_begin(const struct lineup_style *style);
void lineup_end(const struct lineup_style *style, size_t loops);

/* Print the variants of a loop in order. */
void lineup_print(struct lineup *ranked, struct prediction *prediction,
		  const struct machine *machine,
		  const struct lineup_style *style);

#endif
