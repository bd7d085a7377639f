/*
 * Which loops the user asked for: ID, FUNCTION, FILE:LINE or LINE.
 */
#ifndef PODIUM_SELECTION_H
#define PODIUM_SELECTION_H

#include <jansson.h>
#include <stdbool.h>

/*
 * True if the record is meant by "selector": its id or its function, either
 * as the assembler or as the language calls it, or the line of its construct
 * or of one of its loops. A file may be given without its first folders.
 */
bool selection_matches(const char *selector, const json_t *record);

#endif
