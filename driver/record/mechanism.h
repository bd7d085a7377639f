/*
 * From a record to the mechanisms of synchronisation that stand in it.
 */
#ifndef PODIUM_MECHANISM_H
#define PODIUM_MECHANISM_H

#include <jansson.h>

#include "models/metric.h"

/* What the construct and its body hold; the record was checked. */
void mechanism_count(const json_t *record, struct metric_program *program);

#endif
