/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processors and caches of this machine.
 */
#include "topology.h"

#include <hwloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "kernel.h"

#define BUSY 0.25 /* of the processors, with something else */

/* The machine that runs are made on, where it is another one: it has a cpu. */
static struct topology elsewhere;
static const char *leads_there;

/* ---- from hwloc ---- */

/* The n-th processor of the core that may be used, -1 if it has fewer. */
static int nth_processor(hwloc_obj_t core, const cpu_set_t *mine, int n)
{
	int cpu;

	hwloc_bitmap_foreach_begin(cpu,
				   core->cpuset) if (CPU_ISSET(cpu, mine) &&
						     n-- == 0) return cpu;
	hwloc_bitmap_foreach_end();
	return -1;
}

/* One more of each core that has one. */
static bool add_processors(struct topology *topology, hwloc_topology_t tree,
			   int type, const cpu_set_t *mine, int n)
{
	int before = topology->processors;

	for (int i = 0; i < topology->cores; i++) {
		hwloc_obj_t core = hwloc_get_obj_by_type(tree, type, i);
		int cpu = nth_processor(core, mine, n);

		if (cpu >= 0 && topology->processors < TOPOLOGY_PROCESSORS)
			topology->processor[topology->processors++] = cpu;
	}
	return topology->processors > before;
}

static void read_cores(struct topology *topology, hwloc_topology_t tree,
		       const cpu_set_t *mine)
{
	int type = HWLOC_OBJ_CORE;

	if (hwloc_get_nbobjs_by_type(tree, HWLOC_OBJ_CORE) <= 0)
		type = HWLOC_OBJ_PU;
	topology->cores = hwloc_get_nbobjs_by_type(tree, type);
	add_processors(topology, tree, type, mine, 0);
	topology->usable = topology->processors;
	for (int n = 1; add_processors(topology, tree, type, mine, n); n++)
		;
}

static double cores_below(hwloc_topology_t tree, hwloc_obj_t cache)
{
	int cores = hwloc_get_nbobjs_inside_cpuset_by_type(tree, cache->cpuset,
							   HWLOC_OBJ_CORE);

	return cores > 0 ? cores : 1;
}

/* Full associativity is -1 to hwloc; how many ways that are is not said. */
static void read_caches(struct topology *topology, hwloc_topology_t tree)
{
	static const hwloc_obj_type_t types[] = {
		HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE};

	for (int i = 0; i < 3; i++) {
		hwloc_obj_t cache = hwloc_get_obj_by_type(tree, types[i], 0);
		int ways;

		if (!cache || cache->attr->cache.size == 0)
			continue;
		ways = cache->attr->cache.associativity;
		topology->cache[i].bytes = cache->attr->cache.size;
		topology->cache[i].ways = ways > 0 ? ways : 0;
		topology->cache[i].cores = cores_below(tree, cache);
		topology->line = cache->attr->cache.linesize;
	}
}

/* A machine without /sys is read in another way, and hwloc says no word of it.
 */
static int load_quietly(hwloc_topology_t tree)
{
	static const char name[] = "HWLOC_HIDE_ERRORS";
	bool users = getenv(name);
	int status;

	setenv(name, "2", 0);
	status = hwloc_topology_load(tree);
	if (!users)
		unsetenv(name);
	return status;
}

static bool read_hwloc(struct topology *topology)
{
	hwloc_topology_t tree;
	cpu_set_t mine;

	if (sched_getaffinity(0, sizeof(mine), &mine) != 0 ||
	    hwloc_topology_init(&tree) != 0)
		return false;
	if (load_quietly(tree) != 0) {
		hwloc_topology_destroy(tree);
		return false;
	}
	read_cores(topology, tree, &mine);
	read_caches(topology, tree);
	hwloc_topology_destroy(tree);
	return topology->cores > 0;
}

/* ---- both ---- */

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
		if (getenv("PODIUM_SYSTEM_ROOT") || !read_hwloc(topology))
			processors_read(topology);
		if (topology->processors == 0)
			processors_usable(topology);
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
