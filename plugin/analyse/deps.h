/*
 * Dependences between iterations, and the class that they make of a loop.
 */
#ifndef PODIUM_DEPS_H
#define PODIUM_DEPS_H

#include "memory.h"

/* Write "deps", "class", "class_why" and "races". */
void deps_write(struct json_writer *json, struct nest *nest,
		const struct references *references,
		const vec<struct protection> *protections);

#endif
