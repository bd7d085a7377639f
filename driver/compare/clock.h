/*
 * Times of day and dates in the output of programs.
 */
#ifndef PODIUM_CLOCK_H
#define PODIUM_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* The length of the one that begins there, 0 if none does: "14:35:46",
   "2026-11-23T14:35:46Z", "Mon Nov 23 14:35:46 2026", "1m2.3s". */
size_t clock_length(const char *at);

/* The same of "0:29" where a word beside it says that it is a duration. */
size_t clock_length_beside(const char *line, size_t begin);

/* Does such a word stand there? "ETA 0:29", "00:01:02 elapsed" */
bool clock_is_beside(const char *line, size_t begin, size_t length);

/* Does it tell a time in the hour before that one, or its day? */
bool clock_tells(const char *text, size_t length, time_t when);

/* After how many seconds it tells another time. */
time_t clock_step(const char *text, size_t length);

#endif
