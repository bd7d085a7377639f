/*
 * The fields of a machine by name, "operation.add.f64.latency": as a profile
 * nests them and as the programs of calibration/ report them.
 */
#ifndef PODIUM_FIELD_H
#define PODIUM_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "models/machine.h"

enum field_kind {
	FIELD_NUMBER,
	FIELD_COUNT, /* a whole number */
	FIELD_CURVE, /* a number for each count of threads */
};

struct field {
	char name[40];
	enum field_kind kind;
	const char *unit;
	size_t offset; /* in struct machine */
	bool positive; /* must be above zero, not only not below */
};

/* No number of a machine is above this. */
#define FIELD_MOST 1e15

/* All fields, in the order of a profile. */
const struct field *field_list(size_t *count);

/* NULL if there is none of that name. */
const struct field *field_find(const char *name);

/* Is this a value that the field may have? */
bool field_accepts(const struct field *field, double value);

/* The value of a field that is no curve. */
double field_value(const struct machine *machine, const struct field *field);
void field_set(struct machine *machine, const struct field *field,
	       double value);

struct machine_curve *field_curve(struct machine *machine,
				  const struct field *field);

#endif
