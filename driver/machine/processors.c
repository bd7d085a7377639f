/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What /proc and /sys say of processors.
 */
#include "processors.h"

#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel.h"

#define CPUINFO "/proc/cpuinfo"
#define CPU_FOLDER "/sys/devices/system/cpu/"

/* ---- the model ---- */

/* Virtual machines call many processors the same: their numbers tell more. */
char *processors_model(void)
{
	char *name = kernel_value(CPUINFO, "model name");
	char *family = kernel_value(CPUINFO, "cpu family");
	char *model = kernel_value(CPUINFO, "model");
	char *stepping = kernel_value(CPUINFO, "stepping");
	char *words;

	if (!name)
		name = kernel_value(CPUINFO, "CPU part");
	if (family && model && stepping)
		words = memory_print("%s (%s.%s.%s)", name ? name : "unknown",
				     family, model, stepping);
	else
		words = memory_string(name ? name : "unknown");
	words[strnlen(words, 120)] = '\0';
	free(name);
	free(family);
	free(model);
	free(stepping);
	return words;
}

/* ---- caches ---- */

static char *cache_line_of(int index, const char *what)
{
	char *path =
		memory_print(CPU_FOLDER "cpu0/cache/index%d/%s", index, what);
	char *line = kernel_line(path);

	free(path);
	return line;
}

static double cache_number(int index, const char *what)
{
	char *line = cache_line_of(index, what);
	char *end = NULL;
	double number = line ? strtod(line, &end) : 0;

	if (end && *end == 'K')
		number *= 1 << 10;
	if (end && *end == 'M')
		number *= 1 << 20;
	free(line);
	return number;
}

static double sharers(int index)
{
	char *list = cache_line_of(index, "shared_cpu_list");
	unsigned count = list ? kernel_count(list) : 0;

	free(list);
	return count ? count : 1;
}

/* index0, index1 ...: what is no cache of data is left out. */
static void read_caches(struct topology *topology)
{
	for (int i = 0; i < 16; i++) {
		char *type = cache_line_of(i, "type");
		double level = cache_number(i, "level");
		double bytes = cache_number(i, "size");
		struct machine_cache *cache;

		if (type && strcmp(type, "Instruction") != 0 && level >= 1 &&
		    level <= 3 && bytes > 0) {
			cache = &topology->cache[(int)level - 1];
			cache->bytes = bytes;
			cache->ways = cache_number(i, "ways_of_associativity");
			cache->cores = sharers(i);
			topology->line = cache_number(i, "coherency_line_size");
		}
		free(type);
	}
}

/* ---- cores ---- */

/* Is it the first one of its core? Where nothing is said each has its own. */
static bool leads_core(int processor)
{
	char *path = memory_print(
		CPU_FOLDER "cpu%d/topology/thread_siblings_list", processor);
	char *list = kernel_line(path);
	bool leads = !list || atoi(list) == processor;

	free(list);
	free(path);
	return leads;
}

void processors_read(struct topology *topology)
{
	char *online = kernel_line(CPU_FOLDER "online");
	int count = online ? (int)kernel_count(online) : 0;

	free(online);
	topology->cores = 0;
	for (int i = 0; i < count; i++)
		topology->cores += leads_core(i);
	if (topology->cores == 0)
		topology->cores = 1;
	read_caches(topology);
}

/* Those of the mask that lead their core, or those that do not. */
static void add_processors(struct topology *topology, const cpu_set_t *mine,
			   bool leading)
{
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, mine) && leads_core(i) == leading &&
		    topology->processors < TOPOLOGY_PROCESSORS)
			topology->processor[topology->processors++] = i;
}

/* Of a core of which only the second may be used that one counts. */
void processors_usable(struct topology *topology)
{
	cpu_set_t mine;

	CPU_ZERO(&mine);
	sched_getaffinity(0, sizeof(mine), &mine);
	topology->processors = 0;
	add_processors(topology, &mine, true);
	topology->usable = topology->processors;
	add_processors(topology, &mine, false);
	if (topology->usable == 0)
		topology->usable = topology->processors;
}
