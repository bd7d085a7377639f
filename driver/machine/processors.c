/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processors and caches of this machine.
 */
#include "processors.h"

#include <hwloc.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel.h"

#define CPUINFO "/proc/cpuinfo"

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

/* ---- the instructions ---- */

/* What each level of x86-64 adds, as the kernel calls it. */
static const char *const levels[] = {
	"lm fxsr sse2",
	"cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3",
	"abm avx avx2 bmi1 bmi2 f16c fma movbe xsave",
	"avx512bw avx512cd avx512dq avx512f avx512vl",
};

#define LEVELS ((int)(sizeof(levels) / sizeof(levels[0])))

/* Is the word of that length one of the list? */
static bool has_word(const char *list, const char *word, size_t length)
{
	for (; *list; list += strcspn(list, " "), list += strspn(list, " "))
		if (strcspn(list, " ") == length &&
		    strncmp(list, word, length) == 0)
			return true;
	return false;
}

static bool has_words(const char *list, const char *words)
{
	for (; *words;
	     words += strcspn(words, " "), words += strspn(words, " "))
		if (!has_word(list, words, strcspn(words, " ")))
			return false;
	return true;
}

int processors_level(void)
{
	char *flags = kernel_value(CPUINFO, "flags");
	int level = 0;

	while (flags && level < LEVELS && has_words(flags, levels[level]))
		level++;
	free(flags);
	return level;
}

/* ---- cores and caches ---- */

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

/*
 * hwloc prints what it finds odd, as a machine without /sys, unless told not
 * to. It reads a recorded machine where a variable says so, and would ask this
 * processor about that one.
 */
static int load_quietly(hwloc_topology_t *tree)
{
	const char *root = getenv("PODIUM_SYSTEM_ROOT");
	bool hides = getenv("HWLOC_HIDE_ERRORS");
	int status;

	setenv("HWLOC_HIDE_ERRORS", "2", 0);
	if (root) {
		setenv("HWLOC_FSROOT", root, 1);
		setenv("HWLOC_COMPONENTS", "-x86", 1);
	}
	status = hwloc_topology_init(tree);
	if (status == 0 && hwloc_topology_load(*tree) != 0) {
		hwloc_topology_destroy(*tree);
		status = -1;
	}
	if (root) {
		unsetenv("HWLOC_FSROOT");
		unsetenv("HWLOC_COMPONENTS");
	}
	if (!hides)
		unsetenv("HWLOC_HIDE_ERRORS");
	return status;
}

void processors_read(struct topology *topology)
{
	hwloc_topology_t tree;
	cpu_set_t mine;

	topology->cores = topology->usable = 1;
	if (sched_getaffinity(0, sizeof(mine), &mine) != 0 ||
	    load_quietly(&tree) != 0)
		return;
	read_cores(topology, tree, &mine);
	read_caches(topology, tree);
	hwloc_topology_destroy(tree);
}
