/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The schedule clause: which kinds and modifiers there are, and what GCC makes
 * of them. All of plugin/ asks here; models/ has a table of its own,
 * models/clause.c, and a test holds the two side by side.
 */
#ifndef PODIUM_SCHEDULE_H
#define PODIUM_SCHEDULE_H

struct schedule_kind {
	const char *name;
	enum omp_clause_schedule_kind code;
	bool takes_chunk;
	bool is_counted;  /* by GCC's code; others count in the library */
	bool is_promised; /* the same iterations for a thread each time */
};

struct schedule_modifier {
	const char *name;
	unsigned bits;	       /* beside the kind's code; 0: that of simd */
	const char *excludes;  /* another one, said at the first of the two */
	const char *unordered; /* why no ordered clause may stand beside it */
};

/* The name of the last is NULL. */
extern const struct schedule_kind schedule_kinds[];
extern const struct schedule_modifier schedule_modifiers[];

/* Is it a loop that may have such a clause, as a team shares it out? */
bool schedule_fits(gimple *statement);

/* Of a loop; where there is none, also for NULL, GCC takes static. */
const struct schedule_kind *schedule_of(gimple *loop);

/* The chunk that its clause has, or NULL. */
tree schedule_chunk(gimple *loop);

/* Of a schedule clause; GCC takes none, NULL, for static. */
const struct schedule_kind *schedule_kind_of(tree clause);

/* The modifier beside the kind that the clause has, or NULL. */
const char *schedule_modifier_of(tree clause);

/*
 * Modifiers as a set: 1 for the first of the table, 2 for the second, 4 and
 * so on.
 */

/* Do two of them exclude each other? Says which. */
bool schedule_excludes(unsigned modifiers, const char **one,
		       const char **other);

/* Why no ordered clause may stand beside them, or NULL. */
const char *schedule_unordered(unsigned modifiers);

/* Put kind and modifiers into a schedule clause; simd counts where the
   construct keeps it. */
void schedule_set(tree clause, const struct schedule_kind *kind,
		  unsigned modifiers, bool keeps_simd);

/* "static, dynamic or guided", "monotonic or simd", and those without a chunk:
   "auto and runtime". The caller frees them. */
char *schedule_list_kinds(void);
char *schedule_list_modifiers(void);
char *schedule_list_chunkless(void);

#endif
