/*
 * Times of day and dates in the output of programs.
 */
#ifndef PODIUM_DAYTIME_H
#define PODIUM_DAYTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* The length of the one that begins there, 0 if none does: "14:35:46",
   "2026-11-23T14:35:46Z", "Mon Nov 23 14:35:46 2026", "1m2.3s". */
size_t daytime_length(const char *at);

/* The same of "0:29" where a word beside it says that it is a duration. */
size_t daytime_length_beside(const char *line, size_t begin);

/* Does such a word stand there? "ETA 0:29", "00:01:02 elapsed" */
bool daytime_is_beside(const char *line, size_t begin, size_t length);

/* Does it tell a time in the hour before that one, or its day? */
bool daytime_tells(const char *text, size_t length, time_t when);

/* After how many seconds it tells another time. */
time_t daytime_step(const char *text, size_t length);

#endif
