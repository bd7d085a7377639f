/*
 * What podium calibrate shows of a profile.
 */
#ifndef PODIUM_SUMMARY_H
#define PODIUM_SUMMARY_H

struct profile;
struct text;

void summary_print(const struct profile *profile, struct text *out);

#endif
