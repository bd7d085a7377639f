/*
 * Words that say that a number is the memory which the process takes: "RSS:
 * 1234 kB", "peak_mem_mb=12.5". Without a unit of bytes none does.
 */
#ifndef PODIUM_RESIDENT_H
#define PODIUM_RESIDENT_H

#include <stddef.h>

/* Of a whole word: is it a unit of bytes, or does it end in one? */
unsigned resident_word(const char *word, size_t length);

/* Of a part of a word: is it memory? */
unsigned resident_part(const char *part, size_t length);

/* The length of the unit of bytes in " kB of memory"; 0 of "MB/s". */
size_t resident_unit(const char *behind);

/* The label of a number, by that and by what is said behind it: memory or not.
 */
unsigned resident_settle(unsigned label, unsigned behind);

#endif
