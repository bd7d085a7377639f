/*
 * A variant in the making: which files of the build are exchanged in it, and
 * the tools of the build, run to make others.
 */
#ifndef PODIUM_EXCHANGE_H
#define PODIUM_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>

struct replay;
struct replay_variant;
struct step;
struct text;
struct words;

struct made {
	char *from, *to; /* to: NULL where it stays as it is */
};

struct build {
	struct replay *replay;
	const struct replay_variant *variant;
	char *folder;
	char *use; /* a flag */
	struct made *made;
	size_t count;
	bool libraries, failed;
	struct text *problem;
};

/*
 * Run the tool of a step as the build did, with these words. On failure
 * build->problem has its last ones.
 */
bool exchange_tool(struct build *build, const struct step *step,
		   const struct words *words);

/* From now on "to" stands for a file of the build. */
void exchange_note(struct build *build, const char *from, const char *to);

/* NULL if nothing was noted for the file. */
const struct made *exchange_find(const struct build *build, const char *from);

void exchange_end(struct build *build);

#endif
