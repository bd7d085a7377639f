/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Goes through the body of a loop, or of a function, in the order in which it
 * runs.
 */
#ifndef PODIUM_WALK_H
#define PODIUM_WALK_H

struct scan;

/* Go through the body and fill in the subjects; false if it is too long. */
bool walk_body(struct scan *scan, gimple_seq body);

#endif
