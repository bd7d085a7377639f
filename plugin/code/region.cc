/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "region.h"

static vec<struct region> regions;

static tree widen_by_statement(gimple_stmt_iterator *i, bool *handled,
			       struct walk_stmt_info *info)
{
	struct region *region = (struct region *)info->info;
	expanded_location place =
		expand_location(gimple_location(gsi_stmt(*i)));

	*handled = false;
	if (!place.file || strcmp(place.file, region->file) != 0 ||
	    place.line < region->first)
		return NULL_TREE;
	if (region->body == 0 || place.line < region->body)
		region->body = place.line;
	if (place.line > region->last)
		region->last = place.line;
	return NULL_TREE;
}

/* In Fortran the construct has a place in its body, the step has its own. */
static void start_at_step(struct region *region, tree step)
{
	expanded_location place =
		expand_location(step ? EXPR_LOCATION(step) : UNKNOWN_LOCATION);

	if (place.file && place.line < region->first &&
	    strcmp(place.file, region->file) == 0)
		region->first = place.line;
}

/* Of a combined construct the innermost part has the loop. */
static void add_region(gimple *omp_for)
{
	struct walk_stmt_info info;
	expanded_location place = expand_location(gimple_location(omp_for));
	struct region region = {place.file, place.line, 0, place.line};

	if (!place.file || gimple_omp_for_combined_p(omp_for))
		return;
	for (unsigned i = 0; i < gimple_omp_for_collapse(omp_for); i++)
		start_at_step(&region, gimple_omp_for_incr(omp_for, i));
	memset(&info, 0, sizeof(info));
	info.info = &region;
	walk_gimple_seq(gimple_omp_body(omp_for), widen_by_statement, NULL,
			&info);
	if (region.body == 0)
		region.body = region.last;
	regions.safe_push(region);
}

static tree find_omp_for(gimple_stmt_iterator *i, bool *handled,
			 struct walk_stmt_info *)
{
	*handled = false;
	if (gimple_code(gsi_stmt(*i)) == GIMPLE_OMP_FOR)
		add_region(gsi_stmt(*i));
	return NULL_TREE;
}

void region_find_all(void)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	walk_gimple_seq(gimple_body(current_function_decl), find_omp_for, NULL,
			&info);
}

bool region_any(void)
{
	return !regions.is_empty();
}

const struct region *region_get(int index)
{
	return &regions[index];
}

static int lines(const struct region *region)
{
	return region->last - region->first;
}

int region_around(expanded_location place)
{
	int best = -1;

	for (unsigned i = 0; i < regions.length(); i++) {
		const struct region *region = &regions[i];

		if (!place.file || place.line < region->first ||
		    place.line > region->last ||
		    strcmp(place.file, region->file) != 0)
			continue;
		if (best < 0 || lines(region) < lines(&regions[best]))
			best = i;
	}
	return best;
}

int region_of(location_t location)
{
	int region = region_around(expand_location(location));
	tree block = LOCATION_BLOCK(location);

	while (region < 0 && block && TREE_CODE(block) == BLOCK) {
		if (inlined_function_outer_scope_p(block))
			region = region_around(
				expand_location(BLOCK_SOURCE_LOCATION(block)));
		block = BLOCK_SUPERCONTEXT(block);
	}
	return region;
}

void region_free_all(void)
{
	regions.release();
}
