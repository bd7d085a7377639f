/*
 * The clause variants of a loop: schedule, chunk, threads.
 */
#ifndef PODIUM_VARIANTS_H
#define PODIUM_VARIANTS_H

#include <stdbool.h>
#include <stddef.h>

#include "models/schedule.h"

struct text;

/* Lists that the user gave; an empty one means those that make sense. */
struct variants_wish {
	bool kinds[SCHEDULE_COUNT]; /* of schedule, SCHEDULE_STATIC_CHUNK with
				       SCHEDULE_STATIC */
	double *chunks;
	size_t chunk_count;
	int *threads;
	size_t thread_count;
};

/*
 * Add the words of a list: "static,dynamic", "1,4,16", "1,2". On failure
 * *problem says what was expected.
 */
bool variants_add_kinds(struct variants_wish *wish, const char *list,
			struct text *problem);
bool variants_add_chunks(struct variants_wish *wish, const char *list,
			 struct text *problem);
bool variants_add_threads(struct variants_wish *wish, const char *list,
			  struct text *problem);
void variants_wish_free(struct variants_wish *wish);

/*
 * All variants for a loop of so many iterations; the caller frees the list.
 * Without a wish threads are 1, 2, 4 and so on up to the cores, and most, which
 * may be less or more than these.
 */
struct schedule *variants_list(const struct variants_wish *wish,
			       double iterations, int cores, int most,
			       size_t *count);

/* Set the kind by its word; a chunk of 0 is none. */
void variants_choose(struct schedule *schedule, const char *kind, double chunk);

/* "static", "dynamic,4" */
void variants_print(struct text *out, const struct schedule *schedule);

#endif
