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

/* The path of the program. */
const char *report_program(void);

/* More lines, by another library; "print" is called while writing. */
struct output;

void report_add(void (*print)(struct output *output));

#endif
