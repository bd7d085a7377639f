/*
 * Are the variants right? Each is compared with the serial form.
 */
#ifndef PODIUM_LOOP_CHECK_H
#define PODIUM_LOOP_CHECK_H

#include "variants.h"

/*
 * Every bit, unless sums are added up in other orders or the compiler may fuse
 * multiplications and additions. Names each wrong variant on stderr and
 * returns how many there are.
 */
int check_variants(const struct loop *loop, const struct variants *variants);

/* The same of the nest that was chosen at compile time. */
int check_chosen(const struct loop *loop);

/* The sum of all results as they are now. */
double check_sum(const struct loop *loop);

#endif
