/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which candidate of a loop is taken: asked at its entry, by the thread that
 * meets a region or by all threads of a team.
 */
#ifndef PODIUM_CHOOSE_H
#define PODIUM_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

struct entry;
struct frame;
struct output;
struct podium_site;
struct thread;
struct ticks_scale;

/* Called once, by the first thread of the process. */
void choose_begin(void);

/* The libgomp of the process may be asked from now on. */
void choose_find(void);

/* The entry gets the version that is fixed for its site, or the trials, or why
   there are none. */
void choose_add(struct entry *entry, const struct podium_site *site);

int choose(struct entry *entry, struct thread *thread);

/* Of the frame that was chosen for: a value that the loop told, its end. */
void choose_value(struct entry *entry, unsigned number, int64_t value);
void choose_leave(struct entry *entry, const struct frame *frame, uint64_t now);

/* In the child of a fork all is as written. */
void choose_forked(void);

/* The key "trial" of the entry's line, if it has candidates. */
void choose_print(struct output *output, const struct entry *entry,
		  const struct ticks_scale *scale);

#endif
