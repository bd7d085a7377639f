/*
 * Lines that cores take from each other.
 */
#ifndef PODIUM_COHERENCE_H
#define PODIUM_COHERENCE_H

#include "view.h"

/* Cycles that threads wait who write to neighbouring places. */
double coherence_false_sharing(struct view *view);

/* And for lines that another thread wrote the last time. */
double coherence_migration(struct view *view);

/* Of the latter, what ordered sections wait for. */
double coherence_in_turn(const struct view *view);

#endif
