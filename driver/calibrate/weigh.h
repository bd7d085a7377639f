/*
 * The weights of podium metric, out of what programs took that synchronise:
 * by differences between variants of a reduction, as published, and by
 * regression over programs that were written at random.
 */
#ifndef PODIUM_WEIGH_H
#define PODIUM_WEIGH_H

#include <jansson.h>

struct machine;
struct measure;
struct text;

#define WEIGH_PROGRAMS 48 /* written and measured */
#define WEIGH_FITTED 36	  /* of these, for the regression; the others try it */
#define WEIGH_SEED 2022

/*
 * What doc/profile.md calls "metric"; what stands in for a weight that is
 * none is told in "weak". NULL and a *problem if too little was measured.
 */
json_t *weigh_json(const struct measure *measure, const struct machine *machine,
		   json_t *weak, struct text *problem);

/* Add the tables; nothing if there are none. */
void weigh_print(const json_t *metric, struct text *out);

#endif
