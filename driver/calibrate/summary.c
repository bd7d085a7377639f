/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What podium calibrate shows of a profile.
 */
#include "summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "fits.h"
#include "machine/field.h"
#include "machine/profile.h"

#define MOST_COLUMNS 8 /* numbers of threads that are shown */
#define MOST_WEAK 8    /* weak fields that are shown one by one */
#define LENGTH(list) (sizeof(list) / sizeof((list)[0]))

static const char *const types[] = {"i32", "i64", "f32", "f64"};
static const char *const operations[] = {"add", "mul", "div", "sqrt", "math"};
static const char *const strides[] = {"sequential", "near", "far", "random"};
static const char *const levels[] = {"L2", "L3", "memory"};

/* ---- pieces ---- */

/* Three digits, which is what such numbers are worth. */
static void add_number(struct text *text, double value)
{
	if (value >= 1000)
		text_print(text, "%.0f", value);
	else
		text_print(text, "%.3g", value);
}

static void number_cell(struct table *table, double value)
{
	struct text text = {0};

	add_number(&text, value);
	table_add(table, text_string(&text));
	text_free(&text);
}

static double named(const struct machine *machine, const char *name)
{
	const struct field *field = field_find(name);

	return field ? field_value(machine, field) : 0;
}

static void add_bytes(struct text *text, double bytes)
{
	if (bytes >= 1 << 20)
		text_print(text, "%.4g MiB", bytes / (1 << 20));
	else
		text_print(text, "%.4g KiB", bytes / (1 << 10));
}

/* ---- tables ---- */

static void print_machine(const struct profile *profile, struct text *out)
{
	const struct machine *machine = &profile->machine;
	static const char *const names[] = {", L1 ", ", L2 ", ", L3 "};

	char *kind = profile_kind(&profile->key);

	text_print(out, "%s: %s, %s", kind, profile->key.cpu,
		   profile->key.compiler);
	free(kind);
	if (profile_libgomp(profile)) {
		text_add(out, ", libgomp ");
		text_add_safe(out, profile_libgomp(profile));
	}
	text_add(out, "\n");
	text_print(out, "%d cores of %.2f GHz, vectors of %d bytes",
		   machine->cores, machine->ghz, machine->vector_bytes);
	for (int i = 0; i < 3; i++) {
		text_add(out, names[i]);
		add_bytes(out, machine->cache[i].bytes);
	}
	text_add(out, "\n");
}

static void operation_cell(struct table *table, const struct machine *machine,
			   const char *operation, const char *type)
{
	static const char *const parts[] = {"latency", "throughput", "vector"};
	struct text cell = {0};

	for (size_t i = 0; i < LENGTH(parts); i++) {
		char name[64];

		snprintf(name, sizeof(name), "operation.%s.%s.%s", operation,
			 type, parts[i]);
		text_add(&cell, i ? " / " : "");
		add_number(&cell, named(machine, name));
	}
	table_add(table, text_string(&cell));
	text_free(&cell);
}

static void print_operations(const struct machine *machine, struct text *out)
{
	struct table table = {.columns = 1 + LENGTH(types)};

	table_title(out,
		    "Operations, cycles: latency / each of many / a vector "
		    "of them");
	table_add(&table, "");
	for (size_t i = 0; i < LENGTH(types); i++)
		table_add(&table, types[i]);
	for (size_t i = 0; i < LENGTH(operations); i++) {
		table_add(&table, operations[i]);
		for (size_t j = 0; j < LENGTH(types); j++)
			operation_cell(&table, machine, operations[i],
				       types[j]);
	}
	table_below(&table, out);
	table_free(&table);
	text_print(
		out,
		"  load %.3g, store %.3g, of vectors %.3g and %.3g, any %.3g "
		"cycles; %.3g from store to "
		"load, %.3g for a sum of products\n"
		"  %.0f in flight, %.0f of them waiting; %.2g overlap in a "
		"pipeline; %.0f registers\n"
		"  %.3g cycles for a branch predicted wrongly\n",
		machine->load, machine->store, machine->vector_load,
		machine->vector_store, machine->issue, machine->forwarding,
		machine->fma, machine->in_flight, machine->waiting,
		machine->pipeline, machine->registers, machine->misprediction);
}

static void transfer_row(struct table *table, const struct machine *machine,
			 const char *busy, const char *level)
{
	for (size_t i = 0; i < LENGTH(strides); i++) {
		char name[64];

		snprintf(name, sizeof(name), "transfer.%s.%s.%s", busy, level,
			 strides[i]);
		number_cell(table, named(machine, name));
	}
}

static void print_transfers(const struct machine *machine, struct text *out)
{
	struct table table = {.columns = 2 + LENGTH(strides)};

	table_title(out, "A line that missed the level before, cycles");
	table_add(&table, "out of");
	table_add(&table, "cores");
	for (size_t i = 0; i < LENGTH(strides); i++)
		table_add(&table, strides[i]);
	for (size_t i = 0; i < LENGTH(levels); i++) {
		table_add(&table, levels[i]);
		table_add(&table, "one");
		transfer_row(&table, machine, "one", levels[i]);
		if (machine->cores == 1)
			continue;
		table_add(&table, levels[i]);
		table_add(&table, "all");
		transfer_row(&table, machine, "all", levels[i]);
	}
	table_below(&table, out);
	table_free(&table);
	text_print(out,
		   "  out of L2 and written: %.3g more, %.3g where vectors "
		   "cross lines, %.3g more by turns in several rows\n"
		   "  pages: %.0f and %.0f entries, a miss %.3g and %.3g "
		   "cycles\n",
		   machine->written, machine->written + machine->split,
		   machine->turns, machine->tlb[0].entries,
		   machine->tlb[1].entries, machine->tlb[0].cycles,
		   machine->tlb[1].cycles);
}

/* The numbers of threads that are columns: those of the longest curve. */
static int thread_columns(struct machine *machine, double *threads)
{
	const struct machine_curve *curve = &machine->region;
	int count = 0;

	for (int i = 0; i < curve->count; i++) {
		bool last = i == curve->count - 1;

		if (count < MOST_COLUMNS - 1 || last)
			threads[count++] = curve->threads[i];
	}
	return count;
}

static void print_threads(const struct profile *profile, struct text *out)
{
	struct machine machine = profile->machine;
	double threads[MOST_COLUMNS];
	int columns = thread_columns(&machine, threads);
	struct table table = {.columns = 1 + columns};
	size_t count;
	const struct field *list = field_list(&count);

	table_title(out, "Threads, cycles");
	table_add(&table, "threads");
	for (int i = 0; i < columns; i++)
		table_cell(&table, "%.0f", threads[i]);
	for (size_t i = 0; i < count; i++) {
		if (list[i].kind != FIELD_CURVE)
			continue;
		table_add(&table, list[i].name);
		for (int j = 0; j < columns; j++)
			number_cell(&table,
				    machine_at(field_curve(&machine, &list[i]),
					       threads[j]));
	}
	table_below(&table, out);
	table_free(&table);
	text_print(out,
		   "  false sharing %.3g a store, migration %.3g a line, "
		   "sending %.3g, a time stamp %.3g cycles\n"
		   "  a thread that a region does without, and the next one "
		   "has again: %.3g cycles\n",
		   machine.false_sharing, machine.migration, machine.send,
		   machine.time_stamp, machine.rejoin);
}

/* ---- what is weak ---- */

static const char *member(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

/* From the file, so made safe. */
static void print_weak(const struct profile *profile, struct text *out)
{
	const json_t *weak = json_object_get(profile->whole, "weak");
	size_t count = json_array_size(weak);

	if (count == 0)
		return;
	table_title(out, "Weak");
	for (size_t i = 0; i < count && i < MOST_WEAK; i++) {
		const json_t *entry = json_array_get(weak, i);

		text_add(out, "  ");
		text_add_safe(out, member(entry, "field"));
		text_add(out, ": ");
		text_add_safe(out, member(entry, "why"));
		text_add(out, "\n");
	}
	if (count > MOST_WEAK)
		text_print(out, "  and %zu more, see 'weak' of --json\n",
			   count - MOST_WEAK);
}

void summary_print(const struct profile *profile, struct text *out)
{
	print_machine(profile, out);
	print_operations(&profile->machine, out);
	print_transfers(&profile->machine, out);
	print_threads(profile, out);
	fits_print(json_object_get(profile->whole, "fits"), out);
	print_weak(profile, out);
}
