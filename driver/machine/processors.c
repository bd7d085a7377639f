/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What /proc and /sys say of processors.
 */
#include "processors.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif
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

/* Of two hardware threads of a core one counts. */
static double cores_of(const char *list)
{
	int count = 0;

	for (int i = 0; i < TOPOLOGY_PROCESSORS; i++)
		count += kernel_names(list, (unsigned)i) && leads_core(i);
	return count ? count : 1;
}

static double sharers(int index)
{
	char *list = cache_line_of(index, "shared_cpu_list");
	double count = list ? cores_of(list) : 1;

	free(list);
	return count;
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

/*
 * Virtual machines may show none there. What the processor itself says is the
 * same in leaf 4 of Intel and in leaf 0x8000001D of AMD.
 */
#ifdef __x86_64__
static bool read_leaf(struct topology *topology, unsigned leaf, int threads)
{
	unsigned a, b, c, d;
	bool any = false;

	for (unsigned i = 0; i < 16; i++) {
		struct machine_cache *cache;
		unsigned level;

		if (!__get_cpuid_count(leaf, i, &a, &b, &c, &d) || !(a & 31))
			break;
		level = a >> 5 & 7;
		if ((a & 31) == 2 || level < 1 || level > 3)
			continue;
		cache = &topology->cache[level - 1];
		topology->line = (b & 0xfff) + 1;
		cache->ways = a >> 9 & 1 ? 0 : (b >> 22) + 1;
		cache->bytes = ((b >> 22) + 1.) * ((b >> 12 & 0x3ff) + 1.) *
			       topology->line * (c + 1.);
		cache->cores = ((int)(a >> 14 & 0xfff) + threads) / threads;
		if (cache->cores > topology->cores)
			cache->cores = topology->cores;
		any = true;
	}
	return any;
}

/* Older ones, which virtual machines fill where they leave that empty: one
   number for each level, and ways in a code of its own. */
static void read_old_leaves(struct topology *topology)
{
	const double cores = topology->cores;
	unsigned a, b, c, d;

	if (!__get_cpuid(0x80000005, &a, &b, &c, &d) || c >> 24 == 0)
		return;
	topology->line = c & 0xff;
	topology->cache[0] = (struct machine_cache){
		.bytes = (c >> 24) * 1024., .ways = c >> 16 & 0xff, .cores = 1};
	if (!__get_cpuid(0x80000006, &a, &b, &c, &d))
		return;
	topology->cache[1] =
		(struct machine_cache){.bytes = (c >> 16) * 1024., .cores = 1};
	topology->cache[2] = (struct machine_cache){
		.bytes = (d >> 18) * 524288., .cores = cores};
}

/* It counts hardware threads, so many of each core. */
static void ask_processor(struct topology *topology, int threads)
{
	if (!read_leaf(topology, 4, threads) &&
	    !read_leaf(topology, 0x8000001d, threads))
		read_old_leaves(topology);
}
#else
static void ask_processor(struct topology *topology, int threads)
{
	(void)topology, (void)threads;
}
#endif

/* ---- all of it ---- */

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
	if (topology->cache[0].bytes <= 0 && !getenv("PODIUM_SYSTEM_ROOT"))
		ask_processor(topology, count > topology->cores
						? count / topology->cores
						: 1);
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
