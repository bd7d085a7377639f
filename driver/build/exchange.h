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

struct exchange {
	struct plan *plan;
	const struct variant *variant;
	const char *folder; /* of all that is made */
	const char *kept;   /* of objects that variants share */
	char *use, *ask;    /* flags, or NULL */
	struct exchange_file {
		char *from, *to; /* to: NULL where it stays as it is */
	} * list;
	size_t count;
	bool apart;	/* other variants are made at the same time */
	bool libraries; /* some are exchanged */
	bool failed;
	struct text *problem;
};

/* Nothing is exchanged yet. The caller keeps what it gives. */
struct exchange exchange_new(struct plan *plan, const struct variant *variant,
			     const char *folder, struct text *problem);

/*
 * Run the tool of a step as the build did, with these words. On failure
 * exchange->problem has its last ones.
 */
bool exchange_tool(struct exchange *exchange, const struct step *step,
		   const struct words *words);

/* From now on "to" stands for a file of the build. */
void exchange_note(struct exchange *exchange, const char *from, const char *to);

/* NULL if nothing was noted for the file. */
const struct exchange_file *exchange_find(const struct exchange *exchange,
					  const char *from);

void exchange_free(struct exchange *exchange);

#endif
