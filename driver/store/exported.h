/*
 * What was tried, in the formats of other tuners: Kernel Tuner's cache file,
 * format 1.1.0, and T4, the results of a tuning, format 1.0.0.
 */
#ifndef PODIUM_EXPORTED_H
#define PODIUM_EXPORTED_H

#include <jansson.h>

struct tried;

/* The caller drops the object. */
typedef json_t *exported_format(const struct tried *tried);

/* The format of that name: "kernel-tuner", "t4"; NULL if there is none. */
exported_format *exported_find(const char *name);

#endif
