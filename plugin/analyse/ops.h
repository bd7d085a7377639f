/*
 * Operations by class and type.
 */
#ifndef PODIUM_OPS_H
#define PODIUM_OPS_H

#include "memory.h"

/* Sort the SSA names of the function: value, address or loop control. */
void ops_begin(function *fn);
void ops_end(void);

/*
 * Write "ops" of this loop of the table alone; with -1, of the whole nest
 * together. Loads are those of the references: one whose address a loop does
 * not change is made once before that loop.
 */
void ops_write(struct json *json, const struct nest *nest,
	       const struct references *references, int loop);

/* Write these statements as operations by class and type. */
void ops_write_statements(struct json *json, const vec<gimple *> *statements);

/* Class of the operation that the statement is; NULL if it is no work. */
const char *ops_class(gimple *statement);

/* Name of the function that is called; NULL where a pointer says which. */
const char *ops_called_name(gimple *call);

/* Write the value of "calls". */
void ops_write_calls(struct json *json, const struct nest *nest);

/* Is it a call of code that may change memory, and not GCC's own? */
bool ops_is_call_of_function(gimple *statement);

/* Is the name more than part of an address or of loop control? */
bool ops_is_value(tree ssa_name);

/* "f64", "i32", "ptr" ... */
const char *ops_type_name(tree type);

#endif
