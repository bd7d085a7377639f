/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which variants of a loop there are.
 */
#include "variants.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Iterations by the thousand are worth larger chunks. */
#define MANY 4096

static const struct kind_facts {
	const char *suffix, *name;
} kinds[KINDS] = {
	[STATIC] = {"static", "static"},
	[STATIC_CHUNK] = {"static_ch", "static"},
	[DYNAMIC] = {"dynamic", "dynamic"},
	[GUIDED] = {"guided", "guided"},
};

static const char *const papers[] = {
	[OURS] = "",
	[PUBLISHED] = "published",
	[TURNED] = "turned",
};

/* The chunks to try with a kind; those of the papers' space. */
static const struct chunk {
	enum kind kind;
	int size;
	bool many; /* only where there are many iterations */
	bool paper;
} chunks[] = {
	{STATIC, 0, false, true},	   {STATIC_CHUNK, 1, false, true},
	{STATIC_CHUNK, 4, false, true},	   {STATIC_CHUNK, 16, false, true},
	{STATIC_CHUNK, 64, false, false},  {STATIC_CHUNK, 256, true, false},
	{STATIC_CHUNK, 1024, true, false}, {STATIC_CHUNK, 4096, true, false},
	{DYNAMIC, 1, false, false},	   {DYNAMIC, 4, false, false},
	{DYNAMIC, 16, false, false},	   {DYNAMIC, 64, false, false},
	{DYNAMIC, 256, true, false},	   {DYNAMIC, 1024, true, false},
	{DYNAMIC, 4096, true, false},	   {GUIDED, 1, false, false},
	{GUIDED, 16, false, false},	   {GUIDED, 64, false, false},
};

/* ---- names ------------------------------------------------------------------
 */

/* The letters before the underscore. */
static int depth(const struct nest *nest)
{
	return (int)strcspn(nest->name, "_");
}

static bool is_inner(const struct nest *nest)
{
	return nest->name[depth(nest)] == '_';
}

static char shared_loop(const struct nest *nest)
{
	return is_inner(nest) ? nest->name[depth(nest) + 1] : nest->name[0];
}

/* Which of the tile sizes belongs to the loop over tiles with this letter? */
static int tile_of(const struct nest *nest, char letter)
{
	int tile = 0;

	for (const char *at = nest->name; *at != letter; at++)
		if (isupper((unsigned char)*at))
			tile++;
	return tile;
}

/* ---- the space --------------------------------------------------------------
 */

static long iterations_of(const struct nest *nest, const int *tiles)
{
	char shared = shared_loop(nest);
	long size = 1;

	if (isupper((unsigned char)shared))
		size = tiles[tile_of(nest, shared)];
	return (nest->range + size - 1) / size;
}

static void add(struct variants *variants, const struct variant *variant)
{
	size_t count = variants->count;

	if ((count & (count - 1)) == 0) {
		size_t room = count ? 2 * count : 1;

		variants->list =
			realloc(variants->list, room * sizeof(*variants->list));
		if (!variants->list) {
			fputs("no memory for the variants\n", stderr);
			exit(1);
		}
	}
	variants->list[variants->count++] = *variant;
}

/*
 * One thread has nothing to share out: chunks are of interest there only in
 * the space of the papers.
 */
static bool is_worth(const struct variant *variant, const struct chunk *chunk)
{
	if (chunk->size > 1 && chunk->size > variant->iterations / 2)
		return false;
	if (chunk->many && variant->iterations < MANY)
		return false;
	if (is_inner(variant->nest) && chunk->kind == GUIDED && chunk->size > 1)
		return false;
	if (variant->threads > 1)
		return true;
	return chunk->kind == STATIC || (variant->nest->paper && chunk->paper);
}

static void add_clauses(struct variants *variants, struct variant *variant,
			const int *threads)
{
	for (; *threads; threads++)
		for (size_t i = 0; i < sizeof(chunks) / sizeof(*chunks); i++) {
			variant->threads = *threads;
			variant->kind = chunks[i].kind;
			variant->chunk = chunks[i].size;
			variant->paper =
				chunks[i].paper ? variant->nest->paper : OURS;
			if (is_worth(variant, &chunks[i]))
				add(variants, variant);
		}
}

static void add_nest(struct variants *variants, const struct nest *nest,
		     const int *threads)
{
	for (int set = 0; set < TILE_SETS; set++) {
		struct variant variant = {.nest = nest};

		if (set > 0 && !nest->tiles[set][0])
			break;
		memcpy(variant.tiles, nest->tiles[set], sizeof(variant.tiles));
		variant.iterations = iterations_of(nest, variant.tiles);
		add_clauses(variants, &variant, threads);
	}
}

struct variants variants_of(const struct loop *loop, const int *threads)
{
	struct variants variants = {0};

	for (int i = 0; i < NESTS && loop->nests[i].name; i++)
		add_nest(&variants, &loop->nests[i], threads);
	return variants;
}

void variant_run(const struct variant *variant)
{
	variant->nest->functions[variant->kind](
		variant->threads, variant->chunk, variant->tiles[0],
		variant->tiles[1], variant->tiles[2]);
}

/* ---- printing ---------------------------------------------------------------
 */

void variant_print_names(FILE *out)
{
	fputs("function,T,ch,t1,t2,t3,order,tiles,par,PI,kind,paper", out);
}

static void print_tiles(const struct variant *variant, FILE *out)
{
	const struct nest *nest = variant->nest;
	const char *between = "";

	fputc('{', out);
	for (int i = 0, tile = 0; i < depth(nest) && variant->tiles[0]; i++) {
		int letter = (unsigned char)nest->name[i];

		if (!isupper(letter))
			continue;
		fprintf(out, "%s%c: %d", between, tolower(letter),
			variant->tiles[tile++]);
		between = "; ";
	}
	fputc('}', out);
}

void variant_print(const struct variant *variant, FILE *out)
{
	const struct nest *nest = variant->nest;

	fprintf(out, "%s_%s,%d,%d,%d,%d,%d,%.*s,", nest->name,
		kinds[variant->kind].suffix, variant->threads, variant->chunk,
		variant->tiles[0], variant->tiles[1], variant->tiles[2],
		depth(nest), nest->name);
	print_tiles(variant, out);
	fprintf(out, ",%c,%ld,%s,%s", shared_loop(nest), variant->iterations,
		kinds[variant->kind].name, papers[variant->paper]);
}
