/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times of a program by its number of threads, from a table or from runs.
 */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"

#define MOST_THREADS 1e6

/* What is less or more is no time that was measured. */
#define LEAST_TIME 1e-15
#define MOST_TIME 1e15

struct sweep *sweep_find(struct sweep_list *programs, const char *name)
{
	struct sweep *last;

	/* The last one first: tables have one program after the other. */
	for (size_t i = programs->count; i > 0; i--)
		if (strcmp(programs->list[i - 1].name, name) == 0)
			return &programs->list[i - 1];
	programs->list = memory_grow(programs->list, programs->count + 1,
				     sizeof(*programs->list));
	last = &programs->list[programs->count++];
	*last = (struct sweep){.name = memory_string(name)};
	return last;
}

/* Kept in the order of threads. */
static struct sweep_count *find_count(struct sweep *program, double threads)
{
	size_t place = program->count;
	struct sweep_count *counts;

	while (place > 0 && program->counts[place - 1].threads > threads)
		place--;
	if (place > 0 && program->counts[place - 1].threads == threads)
		return &program->counts[place - 1];
	counts = memory_grow(program->counts, program->count + 1,
			     sizeof(*counts));
	memmove(&counts[place + 1], &counts[place],
		(program->count - place) * sizeof(*counts));
	counts[place] = (struct sweep_count){.threads = threads};
	program->counts = counts;
	program->count++;
	return &counts[place];
}

void sweep_time(struct sweep *program, double threads, double seconds,
		double slack, size_t row)
{
	struct sweep_count *count = find_count(program, threads);

	count->seconds = memory_grow(count->seconds, count->rounds + 1,
				     sizeof(*count->seconds));
	count->seconds[count->rounds++] = seconds;
	count->slack = slack;
	count->row = row;
}

enum model_status sweep_read(struct sweep *program)
{
	enum model_status status = MODEL_OK;
	const struct sweep_count *one = program->counts;

	program->points = memory_grow(program->points, program->count,
				      sizeof(*program->points));
	for (size_t i = 0; status == MODEL_OK && i < program->count; i++) {
		const struct sweep_count *many = &program->counts[i];
		struct scaling_times times = {
			.rounds = many->rounds < one->rounds ? many->rounds
							     : one->rounds,
			.one = one->seconds,
			.many = many->seconds,
			.slack_one = one->slack,
			.slack_many = many->slack,
		};

		status = scaling_point(many->threads, &times,
				       &program->points[i]);
	}
	if (status == MODEL_OK)
		status = scaling_read(program->points, program->count,
				      &program->reading);
	return status;
}

static void free_one(struct sweep *program)
{
	for (size_t i = 0; i < program->count; i++)
		free(program->counts[i].seconds);
	free(program->counts);
	free(program->points);
	free(program->name);
	text_free(&program->remarks);
}

void sweep_drop(struct sweep_list *programs, size_t place)
{
	free_one(&programs->list[place]);
	programs->count--;
	memmove(&programs->list[place], &programs->list[place + 1],
		(programs->count - place) * sizeof(*programs->list));
}

void sweep_free(struct sweep_list *programs)
{
	for (size_t i = 0; i < programs->count; i++)
		free_one(&programs->list[i]);
	free(programs->list);
	*programs = (struct sweep_list){0};
}

/* ---- tables ---- */

/* Half a unit of the last digit that is written. */
static double slack_of(const char *number)
{
	const char *point = strchr(number, '.');
	const char *power = strpbrk(number, "eE");
	int digits = 0;

	if (point)
		digits = strspn(point + 1, "0123456789");
	return .5 * pow(10, (power ? atoi(power + 1) : 0) - digits);
}

/* Programs that write tables drop zeros at the end: the finest is that of all.
 */
static double finest_slack(const struct csv *csv, size_t column)
{
	double finest = INFINITY;

	for (size_t i = 0; i < csv->rows; i++)
		finest = fmin(finest, slack_of(csv_cell(csv, i, column)->text));
	return finest;
}

static bool complain(const struct csv *csv, size_t row, size_t column,
		     const char *what, struct text *problem)
{
	const struct csv_cell *cell = csv_cell(csv, row, column);

	text_print(problem, "%s:%u:%u: %s", csv->name, cell->line, cell->column,
		   what);
	return false;
}

/* Columns of a table; "by" is the number of columns where there is none. */
struct columns {
	size_t threads, time, by;
	double slack; /* of the times */
};

static bool find_columns(const struct csv *csv, const char *by,
			 struct columns *columns, struct text *problem)
{
	const char *threads = csv_has(csv, "p") ? "p" : "threads";

	columns->by = csv->columns;
	if (csv_has(csv, "threads"))
		threads = "threads";
	if (!csv_column(csv, threads, &columns->threads, problem) ||
	    !csv_column(csv, "time", &columns->time, problem) ||
	    (by && !csv_column(csv, by, &columns->by, problem)))
		return false;
	columns->slack = finest_slack(csv, columns->time);
	return true;
}

static bool read_row(const struct csv *csv, size_t row,
		     const struct columns *columns, struct sweep_list *programs,
		     struct text *problem)
{
	bool named = columns->by < csv->columns;
	const char *name = named ? csv_cell(csv, row, columns->by)->text : "";
	double threads, seconds;

	if (!csv_number(csv, row, columns->threads, &threads, problem) ||
	    !csv_number(csv, row, columns->time, &seconds, problem))
		return false;
	if (threads < 1 || threads > MOST_THREADS || threads != floor(threads))
		return complain(csv, row, columns->threads,
				"the number of threads is not whole, from 1 to "
				"1000000",
				problem);
	if (seconds <= 0)
		return complain(csv, row, columns->time,
				"time is not above zero", problem);
	if (seconds < LEAST_TIME || seconds > MOST_TIME)
		return complain(csv, row, columns->time,
				"no time is as short, or as long", problem);
	sweep_time(sweep_find(programs, name), threads, seconds, columns->slack,
		   row);
	return true;
}

/* One thread is there, and all have as many rounds. */
static bool is_whole(const struct csv *csv, const struct columns *columns,
		     const struct sweep *program, struct text *problem)
{
	const struct sweep_count *one = program->counts;
	char *what = NULL;
	size_t row = one->row;

	if (one->threads != 1)
		what = memory_string("no time with 1 thread, which the others "
				     "are compared with");
	for (size_t i = 1; !what && i < program->count; i++) {
		const struct sweep_count *many = &program->counts[i];

		if (many->rounds == one->rounds)
			continue;
		row = many->row;
		what = memory_print("%zu times with %.0f threads, but %zu with "
				    "1; see --by if these are several programs",
				    many->rounds, many->threads, one->rounds);
	}
	if (!what)
		return true;
	complain(csv, row, columns->threads, what, problem);
	free(what);
	return false;
}

/* ---- figures that are printed beside the times ---- */

static const struct printed {
	const char *name;
	size_t offset; /* in a point */
} figures[] = {
	{"speedup", offsetof(struct scaling_point, speedup)},
	{"efficiency", offsetof(struct scaling_point, efficiency)},
	{"fraction", offsetof(struct scaling_point, fraction)},
};

/* Does rounding of times and figure leave the figure open? */
static void check_figure(const struct csv *csv, size_t row, size_t column,
			 const struct scaling_range *range, double slack,
			 const char *name, struct text *remarks)
{
	const struct csv_cell *cell = csv_cell(csv, row, column);
	struct text none = {0};
	double printed;

	if (csv_number(csv, row, column, &printed, &none) &&
	    (printed + slack < range->low || printed - slack > range->high))
		text_print(remarks,
			   "Line %u: %s %g does not follow from its time, "
			   "which gives %.5g to %.5g.\n",
			   cell->line, name, printed, range->low, range->high);
	text_free(&none);
}

/* Only where a row is a point, and not one of many rounds. */
static void check_figures(const struct csv *csv, struct sweep *program)
{
	struct text none = {0};
	double slack;
	size_t column;

	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		if (!csv_has(csv, figures[i].name) ||
		    !csv_column(csv, figures[i].name, &column, &none))
			continue;
		slack = finest_slack(csv, column) * (1 + 1e-9);
		for (size_t j = 1; j < program->count; j++) {
			struct scaling_range range;

			if (program->counts[j].rounds > 1)
				continue;
			memcpy(&range,
			       (char *)&program->points[j] + figures[i].offset,
			       sizeof(range));
			check_figure(csv, program->counts[j].row, column,
				     &range, slack, figures[i].name,
				     &program->remarks);
		}
	}
	text_free(&none);
}

bool sweep_table(const struct csv *csv, const char *by,
		 struct sweep_list *programs, struct text *problem)
{
	struct columns columns;

	if (!find_columns(csv, by, &columns, problem))
		return false;
	if (csv->rows == 0) {
		text_print(problem, "%s:1:1: names of columns, but no rows",
			   csv->name);
		return false;
	}
	for (size_t i = 0; i < csv->rows; i++)
		if (!read_row(csv, i, &columns, programs, problem))
			return false;
	for (size_t i = 0; i < programs->count; i++) {
		struct sweep *program = &programs->list[i];
		enum model_status status;

		if (!is_whole(csv, &columns, program, problem))
			return false;
		status = sweep_read(program);
		if (status != MODEL_OK)
			return complain(csv, program->counts->row, 0,
					model_status_text(status), problem);
		check_figures(csv, program);
	}
	return true;
}
