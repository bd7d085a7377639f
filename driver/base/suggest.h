/*
 * What a misspelt word was meant to be.
 */
#ifndef PODIUM_SUGGEST_H
#define PODIUM_SUGGEST_H

#include <stddef.h>

/*
 * Number of letters to insert, delete, change or swap to get from one word
 * to the other.
 */
size_t suggest_distance(const char *one, const char *other);

/*
 * True if "candidate" is close enough to "word" to be proposed and closer
 * than *best, which then becomes its distance. Start with SIZE_MAX.
 */
int suggest_better(const char *word, const char *candidate, size_t *best);

#endif
