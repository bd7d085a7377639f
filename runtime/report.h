/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of a run, $PODIUM_CLOCK_FILE; see doc/clock.md.
 */
#ifndef PODIUM_REPORT_H
#define PODIUM_REPORT_H

#include <stdbool.h>
#include <stdint.h>

/* Is a file wanted? The first call prepares all that it takes. */
bool report_begin(void);

/*
 * Write the file; "end" says how the run ended. Safe in the handler of a
 * signal. Nothing happens if a report is under way, or in a process that
 * shares the memory of the one that began.
 */
void report_write(const char *end);

/* After a loop: the file, if it is wanted as the run goes and is due. */
extern uint64_t report_due;
void report_if_due(uint64_t now);

static inline void report_now_and_then(uint64_t now)
{
	if (__builtin_expect(now >= report_due, 0))
		report_if_due(now);
}

/* The path of the program. */
const char *report_program(void);

/* More lines, by another library; "print" is called while writing. */
struct output;

void report_add(void (*print)(struct output *output));

#endif
