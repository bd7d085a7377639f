/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine on which programs run.
 */
#include "topology.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "kernel.h"

#define BUSY 0.25 /* of the processors, with something else */

/* The machine that runs are made on, where it is another one: it has a cpu. */
static struct topology elsewhere;
static const char *leads_there;

/* A level that the machine lacks is as large as the one before. */
static void fill_gaps(struct topology *topology)
{
	struct machine generic;

	machine_generic(&generic);
	if (topology->cache[0].bytes <= 0)
		topology->cache[0] = generic.cache[0];
	for (int i = 1; i < 3; i++)
		if (topology->cache[i].bytes <= 0)
			topology->cache[i] = topology->cache[i - 1];
	if (topology->line <= 0)
		topology->line = generic.line;
	if (topology->page <= 0)
		topology->page = generic.page;
}

void topology_assume(const struct topology *there, const char *launcher)
{
	free(elsewhere.cpu);
	elsewhere = *there;
	elsewhere.cpu = memory_string(there->cpu);
	leads_there = launcher;
}

const char *topology_launcher(void)
{
	return leads_there;
}

bool topology_is_alike(void)
{
	char *here = processors_model();
	bool alike = !elsewhere.cpu || strcmp(here, elsewhere.cpu) == 0;

	free(here);
	return alike;
}

char *topology_march(void)
{
	if (topology_is_alike())
		return memory_string("-march=native");
	if (elsewhere.level == 0)
		return NULL;
	return elsewhere.level == 1
		       ? memory_string("-march=x86-64")
		       : memory_print("-march=x86-64-v%d", elsewhere.level);
}

void topology_read(struct topology *topology)
{
	*topology = (struct topology){.page = sysconf(_SC_PAGESIZE)};
	if (elsewhere.cpu) {
		*topology = elsewhere;
		topology->cpu = memory_string(elsewhere.cpu);
	} else {
		topology->cpu = processors_model();
		processors_read(topology);
	}
	fill_gaps(topology);
}

void topology_free(struct topology *topology)
{
	free(topology->cpu);
	topology->cpu = NULL;
}

char *topology_load(void)
{
	char *line = kernel_line("/proc/loadavg");
	double load = line ? atof(line) : 0;
	int cores = topology_usable();

	free(line);
	return cores > 0 && load > BUSY * cores
		       ? memory_print("load %.1f on %d core%s", load, cores,
				      cores > 1 ? "s" : "")
		       : NULL;
}

int topology_usable(void)
{
	struct topology topology;

	topology_read(&topology);
	topology_free(&topology);
	return topology.usable;
}

int topology_threads(void)
{
	const char *users = getenv("OMP_NUM_THREADS");
	struct topology topology;
	int threads = elsewhere.threads;

	if (threads <= 0 && users)
		threads = atoi(users);
	if (threads > 0)
		return threads;
	topology_read(&topology);
	threads = topology.processors;
	topology_free(&topology);
	return threads > 0 ? threads : 1;
}
