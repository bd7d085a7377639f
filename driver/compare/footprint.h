/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words that say that a number is the memory which the process takes: "RSS:
 * 1234 kB", "peak_mem_mb=12.5". Without a unit of bytes none does.
 */
#ifndef PODIUM_FOOTPRINT_H
#define PODIUM_FOOTPRINT_H

#include <stddef.h>

/* Of a whole word: is it a unit of bytes, or does it end in one? */
unsigned footprint_word(const char *word, size_t length);

/* Of a part of a word: is it memory? */
unsigned footprint_part(const char *part, size_t length);

/* The label of a number with that text behind it, memory or not. */
unsigned footprint_settle(unsigned label, const char *behind);

#endif
