/*
 * Records of functions that synchronise outside of the constructs which have
 * records of their own.
 */
#ifndef PODIUM_FUNCTION_H
#define PODIUM_FUNCTION_H

#include "base/json.h"

/* Note the current function, if it does; in the compiler only. */
void function_record(gimple_seq body);

/* Those of the unit, one a line. */
const struct json_writer *function_records(void);

void function_free_all(void);

#endif
