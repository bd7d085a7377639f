/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself and hands to loops of other functions.
 */
#ifndef PODIUM_OWN_H
#define PODIUM_OWN_H

struct graph;

/* Into "rewrite_why" of static loops of which one goes on with what the thread
   has left in the other. */
void own_judge(const struct graph *graph);

#endif
