/*
 * The clause variants of a loop: schedule, chunk, threads.
 */
#ifndef PODIUM_VARIANTS_H
#define PODIUM_VARIANTS_H

#include <stdbool.h>
#include <stddef.h>

#include "models/schedule.h"

struct option;
struct text;

/* Lists that the user gave; an empty one means those that make sense. */
struct variants_wish {
	bool kinds[SCHEDULE_COUNT]; /* all of one word together */
	double *chunks;
	size_t chunk_count;
	int *threads;
	size_t thread_count;
};

/* The same as in a list that --schedule takes. */
void variants_list_kinds(struct text *out);

/* Of options: add the words of a list, "static,dynamic", "1,4,16", "1,2". */
bool variants_take_kinds(void *wish, const struct option *option,
			 const char *list);
bool variants_take_chunks(void *wish, const struct option *option,
			  const char *list);
bool variants_take_threads(void *wish, const struct option *option,
			   const char *list);

void variants_wish_free(struct variants_wish *wish);

/*
 * All variants for a loop of so many iterations; the caller frees the list.
 * Without a wish threads are 1, 2, 4 and so on up to the cores, and most, which
 * may be less or more than these.
 */
struct schedule *variants_list(const struct variants_wish *wish,
			       double iterations, int cores, int most,
			       size_t *count);

/* Set the kind by the word of one that can be chosen; a chunk of 0 is none. */
void variants_choose(struct schedule *schedule, const char *kind, double chunk);

/* "static", "dynamic,4" */
void variants_print(struct text *out, const struct schedule *schedule);

#endif
