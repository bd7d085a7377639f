/*
 * The power-model paper's study in words: tables for people, CSV and JSON for
 * programs.
 */
#ifndef PODIUM_POWERTABLES_H
#define PODIUM_POWERTABLES_H

#include <jansson.h>

struct powerstudy;
struct text;

/* Tables 2 to 4, ours beside theirs, and the orders side by side. */
void powertables_page(const struct powerstudy *study, struct text *page);

/* A line for each case, space and order. */
void powertables_csv(const struct powerstudy *study, struct text *out);

json_t *powertables_json(const struct powerstudy *study);

#endif
