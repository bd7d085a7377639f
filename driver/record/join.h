/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What loops have to do with their threads, seen through calls: the records
 * of all units of a program, joined.
 */
#ifndef PODIUM_JOIN_H
#define PODIUM_JOIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct records;

/*
 * Into the records of loops comes what the functions do that they reach:
 * reasons not to change them into "rewrite_why", reasons to keep the number of
 * threads into "threads_why", into "reorders" what depends on the order in
 * which threads come, and into "unseen" what nobody recorded. To be called
 * once, with all units of the program.
 */
void join_records(struct records *const *list, size_t count);

/*
 * An entry of a tuned file is for all loops of its file and name, as of a
 * source that is compiled twice: what speaks against changing one of them is
 * said of all. To be called behind join_records().
 */
void join_namesakes(struct records *const *list, size_t count);

/* Does anything in the program depend on the order in which threads come? */
bool join_reorders(struct records *const *list, size_t count);

/*
 * The functions that loops reach and nobody recorded, as keys. The caller owns
 * them.
 */
json_t *join_missing(struct records *const *list, size_t count);

#endif
