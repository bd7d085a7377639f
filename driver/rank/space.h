/*
 * Space files: which variants there are to choose from, see doc/space.md.
 */
#ifndef PODIUM_SPACE_H
#define PODIUM_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct space;
struct space_walk;
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

void space_free(struct space *space);

/* Variants, the constraints applied. */
size_t space_count(const struct space *space);

/* What the file leaves open is NULL or 0. */
struct space_variant {
	size_t number;	      /* from 0, in the order of the walk */
	size_t build;	      /* equal where only clauses differ */
	const char *source;   /* as written in the file */
	const char *schedule; /* word of a kind that can be chosen */
	int64_t chunk;	      /* 0 as well for "none" */
	int64_t threads;
	/* flags, then -DNAME=VALUE for each macro; NULL at the end */
	const char *const *arguments;
	size_t macros; /* how many of them, at the end, are macros */
};

/*
 * Go through the variants: sources change most slowly, then flags, then the
 * macros in the order of the file, schedules, chunks, and threads fastest.
 * What the variant points to lasts until the next step.
 */
struct space_walk *space_start(const struct space *space);
bool space_next(struct space_walk *walk, struct space_variant *variant);
void space_stop(struct space_walk *walk);

/* The variant in words: "b.c -O3 TILE=16 dynamic,4 2 threads". */
void space_print(const struct space_variant *variant, struct text *out);

#endif
