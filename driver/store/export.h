/*
 * What was tried, in the formats of other tuners: Kernel Tuner's cache file,
 * format 1.1.0, and T4, the results of a tuning, format 1.0.0.
 */
#ifndef PODIUM_EXPORT_H
#define PODIUM_EXPORT_H

#include <jansson.h>

struct tally;

/* The caller drops the object. */
typedef json_t *export_format(const struct tally *tried);

/* The format of that name: "kernel-tuner", "t4"; NULL if there is none. */
export_format *export_find(const char *name);

#endif
