/*
 * Operations by class and type.
 */
#ifndef PODIUM_OPS_H
#define PODIUM_OPS_H

#include "nest.h"

/* Sort the SSA names of the function: value, address or loop control. */
void ops_begin(function *fn);
void ops_end(void);

/*
 * Write "ops" of the loop alone; with loop NULL, of the whole nest together.
 */
void ops_write(struct json *json, const struct nest *nest, class loop *loop);

/* Write the value of "calls". */
void ops_write_calls(struct json *json, const struct nest *nest);

/* Is it a call of code that GCC does not see here or knows as its own? */
bool ops_is_call_of_function(gimple *statement);

/* "f64", "i32", "ptr" ... */
const char *ops_type_name(tree type);

#endif
