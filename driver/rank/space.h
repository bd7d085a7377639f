/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Space files: which variants there are to choose from, see doc/space.md.
 */
#ifndef PODIUM_SPACE_H
#define PODIUM_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct formula;
struct text;

/* In the order of a variant's number: the last changes fastest. */
enum space_kind {
	SPACE_SOURCE,
	SPACE_FLAGS,
	SPACE_MACRO,
	SPACE_SCHEDULE,
	SPACE_CHUNK,
	SPACE_THREADS,
};

struct space_value {
	char **words; /* a set of flags has several, others have one */
	size_t count;
	int64_t number; /* where the word is a whole number; 0 for "none" */
};

/* A list of the file. */
struct space_dimension {
	enum space_kind kind;
	char *name; /* of a macro, or the key */
	bool whole; /* all its values are whole numbers */
	struct space_value *values;
	size_t count;
};

struct space {
	struct space_dimension *dimensions;
	size_t count;
	struct formula **where;
	size_t where_count;
};

/*
 * Read the file. NULL if it cannot be read or is no space; *problem says why,
 * as "FILE:LINE:COLUMN: what was expected".
 */
struct space *space_read(const char *path, struct text *problem);

/* The same from memory; "name" stands for the file in messages. */
struct space *space_parse(const char *name, const char *bytes, size_t length,
			  struct text *problem);
void space_free(struct space *space);

/* Keys that the file omits are NULL or 0. */
struct space_variant {
	size_t build;	      /* equal where only clauses differ */
	const char *source;   /* as written in the file */
	const char *schedule; /* word of a kind that can be chosen */
	int64_t chunk;	      /* 0 as well for "none" */
	int64_t threads;
	/* flags, then -DNAME=VALUE for each macro; NULL at the end */
	const char **arguments;
	size_t macros; /* how many of them, at the end, are macros */
};

/* Variants, if all conditions held. */
size_t space_size(const struct space *space);

/*
 * The variant of that number, from 0; false where a condition does not hold.
 * The caller frees its arguments.
 */
bool space_variant(const struct space *space, size_t number,
		   struct space_variant *variant);

#endif
