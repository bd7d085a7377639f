/*
 * A variant in the making: which files of the build are exchanged in it, and
 * the tools of the build, run to make others.
 */
#ifndef PODIUM_EXCHANGE_H
#define PODIUM_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>

struct plan;
struct step;
struct text;
struct variant;
struct words;

struct made {
	char *from, *to; /* to: NULL where it stays as it is */
};

struct exchange {
	struct plan *plan;
	const struct variant *variant;
	char *folder;
	char *use; /* a flag */
	struct made *made;
	size_t count;
	bool libraries, failed;
	struct text *problem;
};

/*
 * Run the tool of a step as the build did, with these words. On failure
 * exchange->problem has its last ones.
 */
bool exchange_tool(struct exchange *exchange, const struct step *step,
		   const struct words *words);

/* From now on "to" stands for a file of the build. */
void exchange_note(struct exchange *exchange, const char *from, const char *to);

/* NULL if nothing was noted for the file. */
const struct made *exchange_find(const struct exchange *exchange,
				 const char *from);

void exchange_end(struct exchange *exchange);

#endif
