/*
 * Space files: which variants there are to choose from, see doc/space.md.
 */
#ifndef PODIUM_SPACE_H
#define PODIUM_SPACE_H

#include <stdbool.h>
#include <stddef.h>

struct space;
struct text;

enum space_answer {
	SPACE_READ,
	SPACE_NO_FILE, /* it cannot be opened or read */
	SPACE_BAD,     /* it is no space */
};

/*
 * Read the file. If it fails *problem says why, as "FILE:LINE:COLUMN: what
 * was expected", and *space is left unchanged.
 */
enum space_answer space_read(const char *path, struct space **space,
			     struct text *problem);

/* The same from memory; "name" stands for the file in messages. */
enum space_answer space_parse(const char *name, const char *bytes,
			      size_t length, struct space **space,
			      struct text *problem);

/* Does it name orders or tiles, which podium makes of the source? And how many
   of them, all combined? */
bool space_has_shapes(const struct space *space);
double space_shapes(const struct space *space);

void space_free(struct space *space);

#endif
