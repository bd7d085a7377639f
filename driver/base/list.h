/*
 * Lists of words and of numbers, as the command line has them between commas.
 */
#ifndef PODIUM_LIST_H
#define PODIUM_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Words that are kept elsewhere; the list ends in NULL, or is NULL. */
struct words {
	const char **list;
	size_t count;
};

void words_add(struct words *words, const char *word);

/* Is it one of a list that ends in NULL, or is NULL? */
bool list_has(const char *const *list, const char *word);

/*
 * The words of "one,two", NULL behind the last, blanks around them taken off.
 * An empty string is one empty word. The caller frees it by list_free.
 */
char **list_split(const char *string, size_t *count);
void list_free(char **words);

/* The caller frees the list. */
struct numbers {
	double *list;
	size_t count;
};

/*
 * The numbers of "0.8,0.9", which the caller frees; NULL if a word is not a
 * finite number, then *bad, which the caller frees, is that word.
 */
double *list_numbers(const char *string, size_t *count, char **bad);

#endif
