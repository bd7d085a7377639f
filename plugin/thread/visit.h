/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one statement does with the thread's own variables.
 */
#ifndef PODIUM_VISIT_H
#define PODIUM_VISIT_H

struct scan;

/* Note what it reads too early, writes and adds up; where it jumps to is left
   to the caller. */
void visit_statement(struct scan *scan, gimple *statement);

#endif
