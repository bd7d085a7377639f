/*
 * The record pass: finds the constructs of a function before they are
 * lowered and notes what can be seen of them there.
 */
#ifndef PODIUM_RECORD_H
#define PODIUM_RECORD_H

#include "base/json.h"

/*
 * Add the constructs of this body to the list. With "notes" also write the
 * heads of their records; without (the child), only the list is made.
 */
void record_function(gimple_seq body, bool notes);

/*
 * Members that say where a record comes from: the current function, the
 * compiler, the place. Without an "id" that is the function's name.
 */
void record_write_origin(struct json_writer *json, const char *id,
			 location_t location);

#endif
