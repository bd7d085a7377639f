/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The facts that an expectation may state of a record: see README.md.
 */
#ifndef GOLDEN_FACTS_H
#define GOLDEN_FACTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Does the record bear out the fact of these words? If not, what it says
 * instead, or what is wrong with the words, is written to "got" in one line.
 * The words are cut in place.
 */
bool fact_holds(const json_t *record, char **words, int count, FILE *got);

#endif
