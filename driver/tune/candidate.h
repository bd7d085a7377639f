/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may be tried in the hot loops, and what is known of it so far.
 */
#ifndef PODIUM_CANDIDATE_H
#define PODIUM_CANDIDATE_H

#include <jansson.h>
#include <stddef.h>

struct choices;
struct hot;
struct hot_loop;
struct hot_wish;
struct machine;
struct text;

/*
 * Find them again in every choice that was built since, with what may be tried
 * in them. A choice in which that fails gets a reason. All that is given must
 * stay.
 */
void candidate_fill(struct hot *hot, struct choices *choices,
		    const struct machine *machine, const struct hot_wish *wish);

/*
 * Add what may be tried in a loop with a transformation, which the choice was
 * compiled with for this record.
 */
void candidate_transform(struct hot *hot, struct hot_loop *loop, size_t choice,
			 const char *words, const json_t *record);

/*
 * Add what may be tried in the same loop of another input, with numbers of
 * threads that it may have here as well.
 */
void candidate_join(struct hot *hot, struct hot_loop *loop,
		    const struct hot_loop *other);

/* The candidate of the same loop of another input; the count if there is none.
   Both are of the original's choice. */
size_t candidate_same(const struct hot_loop *loop, const struct hot_loop *other,
		      size_t candidate);

/* As it is written, in the choice of that candidate. */
size_t candidate_written(const struct hot_loop *loop, size_t candidate);

/* Its transformation, NULL for the nest as written. */
const char *candidate_change(const struct hot_loop *loop, size_t candidate);

/* The loop as the candidate has it: its record and prediction. */
const struct hot_view *candidate_view(const struct hot_loop *loop,
				      size_t candidate);

/* Estimated time of a candidate by that of the original; 0 if not known. */
double candidate_predicted(const struct hot_loop *loop, size_t candidate);

/* Mean of what was measured of it, by the original; 0 if nothing was. */
double candidate_measured(const struct hot_loop *loop, size_t candidate);

/* Such a ratio in words: "0.871", "-" where it is not known. */
void candidate_ratio(double ratio, struct text *out);

/* In so many runs. */
size_t candidate_runs(const struct hot_loop *loop, size_t candidate);

/*
 * The words of the loop's entry: "order(k,i,j) schedule(dynamic)"; nothing
 * for a loop as it is written.
 */
void candidate_entry(const struct hot_loop *loop, size_t candidate,
		     struct text *out);

/* The lines of a tuned file for what the next run carries. */
char *candidate_variant(const struct hot *hot);

/* Make these candidates of a choice, and no others of it, versions of the loop
   in the build that has several; numbers go from 1, in their order. */
void candidate_hold(struct hot_loop *loop, size_t choice, const size_t *list,
		    size_t count);

/* The same without those that are barred. */
void candidate_drop_barred(struct hot *hot, size_t choice);

/* The lines for that build of a choice: "f#1 as-written | schedule(guided)". */
char *candidate_versions(const struct hot *hot, size_t choice);

/* The file $PODIUM_VERSIONS for what the next run carries; NULL if that build
   does not have all of it. */
char *candidate_fixed(const struct hot *hot);

/* "schedule(dynamic,4) num_threads(2)", "order(k,i,j)" */
void candidate_plain(const struct hot_loop *loop, size_t candidate,
		     struct text *out);

/* The same as a tuned file asks for it: with "force" where the user does. */
void candidate_clauses(const struct hot_loop *loop, size_t candidate,
		       struct text *out);

#endif
