/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times of a program by its number of threads.
 */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct sweep *sweep_find(struct sweep_list *programs, const char *name)
{
	struct sweep *last;

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

void sweep_time(struct sweep *program, double threads, double seconds)
{
	struct sweep_count *count = find_count(program, threads);

	count->seconds = memory_grow(count->seconds, count->rounds + 1,
				     sizeof(*count->seconds));
	count->seconds[count->rounds++] = seconds;
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
