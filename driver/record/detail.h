/*
 * The full view of a loop of `podium features`: every key of its record.
 * The same record always gives the same text; golden tests compare it.
 */
#ifndef PODIUM_DETAIL_H
#define PODIUM_DETAIL_H

#include <jansson.h>
#include <stddef.h>

struct text;

/* Sentences are wrapped at "width"; tables are not. */
void detail_print(struct text *out, const json_t *record, size_t width);

#endif
