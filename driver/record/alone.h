/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone in one function, and static loops in another.
 */
#ifndef PODIUM_ALONE_H
#define PODIUM_ALONE_H

struct graph;

/* Into "rewrite_why" of loops that may rely on it, or it on them. */
void alone_judge(const struct graph *graph);

#endif
