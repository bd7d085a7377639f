/*
 * The record pass: finds the constructs of a function before they are
 * lowered and notes what can be seen of them there.
 */
#ifndef PODIUM_RECORD_H
#define PODIUM_RECORD_H

#include "base/json.h"

enum record_what {
	RECORD_PLACES, /* add the constructs to the list */
	RECORD_ALL,    /* and judge them and write the heads of their records */
	RECORD_CHANGED, /* they are in it: look at them and write heads again */
};

/* Note the constructs of this body of the current function. */
void record_function(gimple_seq body, enum record_what what);

/*
 * Members that say where a record comes from: the current function, the
 * compiler, the place. Without an "id" that is the function's name.
 */
void record_write_origin(struct json_writer *json, const char *id,
			 location_t location);

#endif
