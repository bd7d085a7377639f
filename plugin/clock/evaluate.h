/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Puts code into the program that computes a value as a recipe of the child
 * says: see recipe.h.
 */
#ifndef PODIUM_EVALUATE_H
#define PODIUM_EVALUATE_H

#include "version/plant.h"

/* Between these the functions below speak of this function. */
void evaluate_begin(gimple_seq body);
void evaluate_end(void);

/* The variables that the words name; false where one of them is unknown. */
bool evaluate_variables(const char *words, vec<tree> *variables);

/* The value as a long long; NULL where it cannot be computed. */
tree evaluate(struct code *code, const char *words);

#endif
