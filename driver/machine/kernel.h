/*
 * What the kernel says of this machine. PODIUM_SYSTEM_ROOT names a folder
 * with a recorded /proc and /sys to be read instead.
 */
#ifndef PODIUM_KERNEL_H
#define PODIUM_KERNEL_H

#include <stdbool.h>

/*
 * The first line of a file of /proc or /sys, NULL if it cannot be read. The
 * caller frees it.
 */
char *kernel_line(const char *path);

/* A line "KEY: value" of such a file: the value. */
char *kernel_value(const char *path, const char *key);

/* How many numbers a list like "0-3,8" names; 0 if it is none. */
unsigned kernel_count(const char *list);

/*
 * Processors that the control group of this process may use at a time, below
 * which the number of cores does not matter; 0 where there is no limit.
 */
double kernel_quota(void);

/* The load of the last minute, and what the clock of a processor runs at in
   MHz; 0 where that is not known. */
double kernel_load(void);
double kernel_mhz(void);

/* Bytes of memory that it may use: the machine's, or less by its control
   group; 0 where nothing is known. */
double kernel_memory(void);

#endif
