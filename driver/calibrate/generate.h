/*
 * Writes programs that synchronise in random ways, in C, for calibration/sync.c
 * to run: by their times weights are found, and tried, that hold for any.
 */
#ifndef PODIUM_GENERATE_H
#define PODIUM_GENERATE_H

struct text;

/* Functions program_0, program_1 ..., and the table of them. */
void generate_programs(int count, unsigned long long seed, struct text *out);

#endif
