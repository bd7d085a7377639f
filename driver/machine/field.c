/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fields of a machine by name.
 */
#include "field.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "models/clause.h"

#define FIELD_LIMIT 160
#define AT(member) offsetof(struct machine, member)
#define LENGTH(list) (sizeof(list) / sizeof((list)[0]))

static struct field fields[FIELD_LIMIT];
static size_t field_count;

static const struct {
	const char *name;
	enum field_kind kind;
	const char *unit;
	size_t offset;
	bool positive;
} plain[] = {
	{"ghz", FIELD_NUMBER, "GHz", AT(ghz), true},
	{"cores", FIELD_COUNT, "cores", AT(cores), true},
	{"vector_bytes", FIELD_COUNT, "bytes", AT(vector_bytes), true},
	{"line", FIELD_NUMBER, "bytes", AT(line), true},
	{"page", FIELD_NUMBER, "bytes", AT(page), true},
	{"load", FIELD_NUMBER, "cycles", AT(load), false},
	{"store", FIELD_NUMBER, "cycles", AT(store), false},
	{"vector_load", FIELD_NUMBER, "cycles", AT(vector_load), false},
	{"vector_store", FIELD_NUMBER, "cycles", AT(vector_store), false},
	{"issue", FIELD_NUMBER, "cycles", AT(issue), true},
	{"in_flight", FIELD_NUMBER, "operations", AT(in_flight), true},
	{"waiting", FIELD_NUMBER, "operations", AT(waiting), true},
	{"misprediction", FIELD_NUMBER, "cycles", AT(misprediction), false},
	{"registers", FIELD_NUMBER, "registers", AT(registers), true},
	{"forwarding", FIELD_NUMBER, "cycles", AT(forwarding), false},
	{"fma", FIELD_NUMBER, "cycles", AT(fma), false},
	{"mixed", FIELD_NUMBER, "cycles", AT(mixed), false},
	{"region", FIELD_CURVE, "cycles", AT(region), false},
	{"written", FIELD_NUMBER, "cycles", AT(written), false},
	{"split", FIELD_NUMBER, "cycles", AT(split), false},
	{"turns", FIELD_NUMBER, "cycles", AT(turns), false},
	{"rejoin", FIELD_NUMBER, "cycles", AT(rejoin), false},
	{"barrier", FIELD_CURVE, "cycles", AT(barrier), false},
	{"critical", FIELD_CURVE, "cycles", AT(critical), false},
	{"atomic", FIELD_CURVE, "cycles", AT(atomic), false},
	{"single", FIELD_CURVE, "cycles", AT(single), false},
	{"lock", FIELD_CURVE, "cycles", AT(lock), false},
	{"ordered", FIELD_CURVE, "cycles", AT(ordered), false},
	{"false_sharing", FIELD_NUMBER, "cycles", AT(false_sharing), false},
	{"migration", FIELD_NUMBER, "cycles", AT(migration), false},
	{"send", FIELD_NUMBER, "cycles", AT(send), false},
	{"time_stamp", FIELD_NUMBER, "cycles", AT(time_stamp), false},
	{"pipeline", FIELD_NUMBER, "operations", AT(pipeline), true},
};

static const char *const cache_names[] = {"L1", "L2", "L3"};
static const char *const level_names[] = {"L2", "L3", "memory"};
static const char *const stride_names[] = {"sequential", "near", "far",
					   "random"};
static const char *const busy_names[] = {"one", "all"};
static const char *const type_names[] = {"i32", "i64", "f32", "f64"};
static const char *const operation_names[] = {"add", "mul", "div", "sqrt",
					      "math"};

__attribute__((format(printf, 5, 6))) static void
add(enum field_kind kind, const char *unit, size_t offset, bool positive,
    const char *name, ...)
{
	struct field *field = &fields[field_count++];
	va_list arguments;

	*field = (struct field){
		.kind = kind,
		.unit = unit,
		.offset = offset,
		.positive = positive,
	};
	va_start(arguments, name);
	vsnprintf(field->name, sizeof(field->name), name, arguments);
	va_end(arguments);
}

static void add_caches(void)
{
	for (size_t i = 0; i < LENGTH(cache_names); i++) {
		add(FIELD_NUMBER, "bytes", AT(cache[i].bytes), true,
		    "cache.%s.bytes", cache_names[i]);
		add(FIELD_NUMBER, "ways", AT(cache[i].ways), false,
		    "cache.%s.ways", cache_names[i]);
		add(FIELD_NUMBER, "cores", AT(cache[i].cores), true,
		    "cache.%s.cores", cache_names[i]);
	}
	for (size_t i = 0; i < 2; i++) {
		add(FIELD_NUMBER, "pages", AT(tlb[i].entries), true,
		    "tlb.%s.entries", cache_names[i]);
		add(FIELD_NUMBER, "cycles", AT(tlb[i].cycles), false,
		    "tlb.%s.cycles", cache_names[i]);
	}
}

static void add_transfers(void)
{
	for (size_t i = 0; i < LENGTH(busy_names); i++)
		for (size_t j = 0; j < LENGTH(level_names); j++)
			for (size_t k = 0; k < LENGTH(stride_names); k++)
				add(FIELD_NUMBER, "cycles",
				    AT(transfer[i][j][k]), false,
				    "transfer.%s.%s.%s", busy_names[i],
				    level_names[j], stride_names[k]);
}

static void add_operations(void)
{
	for (size_t i = 0; i < LENGTH(operation_names); i++)
		for (size_t j = 0; j < LENGTH(type_names); j++) {
			const char *operation = operation_names[i];
			const char *type = type_names[j];

			add(FIELD_NUMBER, "cycles", AT(operation[i][j].latency),
			    false, "operation.%s.%s.latency", operation, type);
			add(FIELD_NUMBER, "cycles",
			    AT(operation[i][j].throughput), false,
			    "operation.%s.%s.throughput", operation, type);
			add(FIELD_NUMBER, "cycles", AT(operation[i][j].vector),
			    false, "operation.%s.%s.vector", operation, type);
		}
}

const struct field *field_list(size_t *count)
{
	if (field_count == 0) {
		for (size_t i = 0; i < LENGTH(plain); i++)
			add(plain[i].kind, plain[i].unit, plain[i].offset,
			    plain[i].positive, "%s", plain[i].name);
		add_caches();
		add_transfers();
		add_operations();
		for (size_t i = 0; i < SCHEDULE_COUNT; i++)
			add(FIELD_CURVE, "cycles", AT(dispatch[i]), false,
			    "dispatch.%s", clause_kinds[i].name);
	}
	*count = field_count;
	return fields;
}

const struct field *field_find(const char *name)
{
	size_t count;
	const struct field *list = field_list(&count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	return NULL;
}

bool field_accepts(const struct field *field, double value)
{
	double least = field->kind == FIELD_COUNT ? 1 : 0;
	double most = field->kind == FIELD_COUNT ? 1 << 20 : FIELD_MOST;

	return isfinite(value) && value >= least && value <= most &&
	       (value > 0 || !field->positive);
}

double field_value(const struct machine *machine, const struct field *field)
{
	const char *place = (const char *)machine + field->offset;
	double value;
	int count;

	if (field->kind == FIELD_COUNT) {
		memcpy(&count, place, sizeof(count));
		return count;
	}
	memcpy(&value, place, sizeof(value));
	return value;
}

void field_set(struct machine *machine, const struct field *field, double value)
{
	char *place = (char *)machine + field->offset;
	int count;

	if (field->kind == FIELD_COUNT) {
		count = (int)value;
		memcpy(place, &count, sizeof(count));
	} else {
		memcpy(place, &value, sizeof(value));
	}
}

struct machine_curve *field_curve(struct machine *machine,
				  const struct field *field)
{
	return (struct machine_curve *)((char *)machine + field->offset);
}
