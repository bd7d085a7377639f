/*
 * What of an output is not judged, for people.
 */
#ifndef PODIUM_FREED_H
#define PODIUM_FREED_H

#include <stddef.h>
#include <stdint.h>

struct token;

/* Something that is not judged, or hardly. */
struct freed_item {
	size_t line;  /* of the original, the first one of these */
	size_t lines; /* how many there are */
	char *text;   /* the line, for people */
	char *what;   /* what of it; NULL for all */
	const char *why;
};

/* Zero when it begins. */
struct freed {
	struct freed_item *items;
	uint64_t *keys;
	size_t count;
};

/* A token of the line, NULL for all of it; in lines of one key once. */
void freed_add(struct freed *freed, uint64_t key, const char *line,
	       size_t number, const struct token *token, const char *why);

void freed_free(struct freed *freed);

/* A piece of the line around the place, without control characters. */
char *freed_excerpt(const char *line, size_t place);

#endif
