/*
 * Candidates beside each other: in a round each rival of a loop is run once,
 * beside one run of the original, so that any two can be compared that were in
 * the same rounds.
 */
#ifndef PODIUM_RIVALS_H
#define PODIUM_RIVALS_H

#include <stdbool.h>
#include <stddef.h>

#include "models/confirm.h"

struct hot_loop;
struct trial;

/*
 * A round of the rivals that are open, counted from 0: within a run where that
 * can be, the others in whole runs. False if podium shall stop.
 */
bool rivals_round(struct trial *trial, size_t number);

/*
 * The time of one candidate of a loop by that of another, by the first "rounds"
 * rounds of whole runs, looked at so many times in all. False if too few had
 * both.
 */
bool rivals_ratio(const struct trial *trial, const struct hot_loop *loop,
		  size_t candidate, size_t other, size_t rounds, int looks,
		  struct confirm *ratio);

#endif
