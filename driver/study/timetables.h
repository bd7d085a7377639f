/*
 * The time-model paper's study in words: tables for people, CSV and JSON for
 * programs.
 */
#ifndef PODIUM_TIMETABLES_H
#define PODIUM_TIMETABLES_H

#include <jansson.h>

struct text;
struct timestudy;

/* Tables 1 and 2, 5 and 6, ours beside theirs. */
void timetables_page(const struct timestudy *times, struct text *page);

/* A line for each loop, size and number of threads; times in seconds. */
void timetables_csv(const struct timestudy *times, struct text *out);

/* A line for each threshold and parameter left out. */
void timetables_rules_csv(const struct timestudy *times, struct text *out);

/* A line for each row of all tables, for podium significance. */
void timetables_samples_csv(const struct timestudy *times, struct text *out);

json_t *timetables_json(const struct timestudy *times);

#endif
