/*
 * The power-model paper's study in words: tables for people, CSV and JSON for
 * programs.
 */
#ifndef PODIUM_STUDIED_H
#define PODIUM_STUDIED_H

#include <jansson.h>

struct page;
struct peers;
struct study;
struct text;

/* Tables 2 to 4, ours beside theirs; orders and searches side by side. */
void studied_page(const struct study *study, const struct peers *peers,
		  struct page *page);

/* A line for each case, space and order. */
void studied_csv(const struct study *study, struct text *out);

json_t *studied_json(const struct study *study);

#endif
