/*
 * The original: it teaches what output is right, what it takes, and which of
 * its loops are hot.
 */
#ifndef PODIUM_ORIGINAL_H
#define PODIUM_ORIGINAL_H

#include <stdbool.h>

struct trial;

/* Run it as it is, once; the user is told when that fails. False if podium
   shall stop. */
bool original_run(struct trial *trial);

/*
 * The same until it was run SESSION_ORIGINALS times: runs of variants are
 * compared with its time and its output.
 */
bool original_repeat(struct trial *trial);

/* Show the end of what it printed: it may say why nothing was done, as that an
   input is missing, and end well. */
void original_show(const struct trial *trial);

/* Is something of its output compared? Else the user was told. */
bool original_is_compared(const struct trial *trial);

/* Run it with clocks in its loops. Where these say nothing, so is told. */
bool original_clock(struct trial *trial);

#endif
