/*
 * The power models of this machine: fitted to the pattern loops, and shown
 * beside what was published.
 */
#ifndef PODIUM_FITS_H
#define PODIUM_FITS_H

#include <jansson.h>

struct patterns;
struct text;

/*
 * A list with an object for each pattern: what doc/profile.md calls "fits".
 * A pattern that nothing can be fitted to is said to be so in "weak".
 */
json_t *fits_json(const struct patterns *patterns, json_t *weak);

/* Add the table of R2 and the exponents; nothing if there are none. */
void fits_print(const json_t *fits, struct text *out);

#endif
