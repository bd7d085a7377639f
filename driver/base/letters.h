/*
 * Names as JSON knows them, and back: see runtime/letter.h.
 */
#ifndef PODIUM_LETTERS_H
#define PODIUM_LETTERS_H

#include <jansson.h>

/* Any bytes as UTF-8; the caller frees them. */
char *letters_of(const char *bytes);

/* Any bytes as a string of JSON, null for NULL. */
json_t *letters_json(const char *bytes);

/*
 * The bytes that letters_json had; NULL if it is no string. The caller frees
 * them.
 */
char *letters_read(const json_t *string);

#endif
