/*
 * What of a program is loaded when it runs: programs that differ in nothing
 * else need to be measured only once.
 */
#ifndef PODIUM_IMAGE_H
#define PODIUM_IMAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * A digest of the loaded sections but for the build's number. False if the
 * file is no program.
 */
bool image_digest(const char *path, uint64_t *digest);

/*
 * Does an object, a program or a member of an archive call the run time of
 * OpenMP? True as well for one of -flto, which has no code yet. Thin archives
 * have no members.
 */
bool image_openmp(const char *path);

/* Does the object define a function that is a key of the set? */
bool image_defines(const char *path, const json_t *names);

/* The name by which programs ask for the library, which the caller frees. */
char *image_soname(const char *path);

#endif
