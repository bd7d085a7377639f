/*
 * Files of words, as "@FILE" stands for them on a command line: apart by
 * blanks and ends of lines; quotes and backslashes keep these within a word.
 */
#ifndef PODIUM_RESPONSE_H
#define PODIUM_RESPONSE_H

#include <stdbool.h>

struct text;

/* Add the next one to "word". False if there is none. */
bool response_next(const char **at, struct text *word);

/*
 * Arguments, NULL at the end, with the words of FILE in the place of "@FILE"
 * before "--"; one that cannot be read stays as it is. The caller frees them.
 */
char **response_expand(char *const *arguments);
void response_free(char **arguments);

#endif
