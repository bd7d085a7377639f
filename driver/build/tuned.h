/*
 * Words of a tuned file, which doc/tuned.md describes.
 */
#ifndef PODIUM_TUNED_FILE_H
#define PODIUM_TUNED_FILE_H

#include <stdbool.h>

struct text;

/* The first line. */
#define TUNED_LINE "podium.tuned 2"

/* Add a word so that a reader takes no sign in it for its own. */
void tuned_add_word(struct text *out, const char *word);

/* Add "safe(NEED)" with NEED so that a reader takes it as it is. */
void tuned_add_safe(struct text *out, const char *need);

/* Called for each word of the lines "flags ..."; false ends it. */
typedef bool tuned_flag(void *context, const char *flag);

/* False if "flag" has answered so. */
bool tuned_flags(const char *content, tuned_flag *flag, void *context);

#endif
