/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tuned file, format 2: which clauses and which transformations each loop
 * gets. Reads and answers; knows nothing of GIMPLE and prints nothing. See
 * doc/tuned.md.
 */
#ifndef PODIUM_TUNED_H
#define PODIUM_TUNED_H

#include "construct/schedule.h"

#define TUNED_MOST 8 /* candidates of an entry */

struct tuned_clauses {
	const struct schedule_kind *kind; /* NULL: unchanged */
	unsigned modifiers;		  /* a set, see schedule.h */
	int chunk;			  /* 0: none given */
	int threads;			  /* 0: unchanged */
	int each;			  /* M of num_threads(work/M), or 0 */
	int least;			  /* N of if(work>=N), or 0 */
	char *transform; /* "order(i,k,j) tile(j:64)"; NULL: none */
};

struct tuned_entry {
	char *file; /* path without "." and ".."; NULL: every loop */
	char *id;   /* function#ordinal, by either name; NULL: every loop */
	unsigned line;
	unsigned count; /* 1, or of candidates, the first as written */
	struct tuned_clauses clauses[TUNED_MOST];
	vec<unsigned> proofs; /* digests for which it was proven */
	bool force;	      /* do it although it may be unwise */
	bool matched;	      /* some construct is named by it */
};

/* A line safe(NEED): it is known not to depend on the thread. */
struct tuned_safe {
	char *need;
	unsigned line;
	vec<unsigned> proofs; /* digests of the function for which that holds */
};

struct tuned {
	char *name;		     /* of the tuned file */
	struct tuned_entry *entries; /* by id, then by file */
	unsigned count;
	unsigned size;
	vec<struct tuned_safe> safe;
	int level; /* the last -O0 to -O3 of its flags, else -1 */
};

/*
 * Read the file. On failure NULL, and *error is a sentence for the user,
 * to be freed: "FILE:LINE:COLUMN: expected ...".
 */
struct tuned *tuned_read(const char *name, char **error);

/* Takes NULL. */
void tuned_free(struct tuned *tuned);

/*
 * The entry for the construct that is called "id" and "name" and stands in
 * "path" (made by place_path): the one that names most of the path, before
 * others that with its id; else that for every loop, else NULL. Marks all that
 * name it as matched.
 */
struct tuned_entry *tuned_find(struct tuned *tuned, const char *path,
			       const char *id, const char *name);

/* The transformation without blanks around its words, to be freed; NULL where
   the text is none. */
char *tuned_transformation(const char *text);

/* The loop is as written, whatever shorter paths say. */
bool tuned_leaves(const struct tuned_entry *entry);

/* Does a line say "safe(NEED)"? */
bool tuned_is_safe(const struct tuned *tuned, const char *need);

/* True if "path" (made by place_path) is the entry's file. */
bool tuned_names(const struct tuned_entry *entry, const char *path);

/* "order(j,i) schedule(simd:static,4) num_threads(2)", as the file says it; to
   be freed. */
char *tuned_text(const struct tuned_clauses *clauses);

#endif
