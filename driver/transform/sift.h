/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Offers that the compiler can make: the plugin plans one of each shape
 * and says why not, with nothing changed.
 */
#ifndef PODIUM_SIFT_H
#define PODIUM_SIFT_H

#include <jansson.h>
#include <stdbool.h>

#include "catalogue.h"

struct records;
struct text;

/* Add the lines that ask the plugin of the offers of a record, for the option
   plan. */
void sift_ask(struct text *asked, const json_t *record,
	      const struct offers *offers);

/*
 * Leave the offers that the plugin can make by the answers in these records,
 * and count why the others cannot be made. *best has the best of these, with
 * the reason. False where no answer is there.
 */
bool sift_take(const struct records *answers, const json_t *record,
	       struct offers *offers, struct text *best);

#endif
