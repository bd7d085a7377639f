/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "live.h"
#include "region.h"

/* Defined by the vectoriser; its header needs half of GCC. */
extern dump_user_location_t find_loop_location(class loop *);

#define VERY_CHEAP                                                             \
	"not vectorised under the very-cheap cost model of these "             \
	"flags: " VERY_CHEAP_NEEDS                                             \
	" (-O3 asks for less, and says what else is in the way)"

vec<struct live_loop> live_loops;
bool live_reasons_heard;

static tree live_function;

struct live_loop *live_find(int num)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (live_loops[i].num == num)
			return &live_loops[i];
	return NULL;
}

class loop *live_loop_of(const struct live_loop *live)
{
	class loop *loop = get_loop(cfun, live->num);

	return loop && loop->header ? loop : NULL;
}

bool live_stands_at(const struct live_loop *live, expanded_location place)
{
	return live->place.file && place.file &&
	       live->place.line == place.line &&
	       live->place.column == place.column &&
	       strcmp(live->place.file, place.file) == 0;
}

/* ---- the end of a function ---- */

static const char *default_reason(const struct live_loop *live)
{
	if (!flag_tree_loop_vectorize)
		return OUTCOME_SWITCHED_OFF;
	if (live->gone)
		return "GCC removed or merged this loop";
	if (live->cold)
		return "GCC takes this loop for seldom executed";
	if (flag_vect_cost_model == VECT_COST_MODEL_VERY_CHEAP)
		return VERY_CHEAP;
	if (!live_reasons_heard)
		return "GCC's reasons went where -fopt-info sends them";
	return "GCC gave no reason";
}

/* A loop is no worse for vectors that a loop inside it was made of. */
static void finish_reason(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;

	if (live->vectors_inside) {
		free(outcome->reason);
		outcome->reason = NULL;
	} else if (!outcome->vectorised && !outcome->reason) {
		outcome_set_reason(outcome, default_reason(live));
	}
}

void live_finish(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		struct outcome *outcome = &live->code.outcome;

		if (!live->place.file ||
		    (!live->innermost && !outcome->vectorised)) {
			outcome_free(&live->code);
		} else {
			live->code.told = outcome->reason != NULL;
			finish_reason(live);
			live->code.gone = live->gone;
			code_loops.safe_push(live->code);
		}
	}
	live_loops.truncate(0);
	live_function = NULL_TREE;
}

/* ---- places ---- */

/* Of the statements in the block that are not of a loop inside this one. */
static location_t first_location(class loop *loop, basic_block block)
{
	if (block->loop_father != loop)
		return UNKNOWN_LOCATION;
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i)) {
		location_t location = gimple_location(gsi_stmt(i));

		if (LOCATION_LOCUS(location) > BUILTINS_LOCATION)
			return location;
	}
	return UNKNOWN_LOCATION;
}

location_t live_location(class loop *loop)
{
	location_t location = find_loop_location(loop).get_location_t();
	basic_block *body;

	if (LOCATION_LOCUS(location) > BUILTINS_LOCATION)
		return location;
	body = get_loop_body(loop);
	for (unsigned i = 0; i < loop->num_nodes &&
			     LOCATION_LOCUS(location) <= BUILTINS_LOCATION;
	     i++)
		location = first_location(loop, body[i]);
	free(body);
	if (LOCATION_LOCUS(location) <= BUILTINS_LOCATION && loop->inner)
		return live_location(loop->inner);
	return location;
}

expanded_location live_place_in_words(class loop *loop)
{
	location_t location = find_loop_location(loop).get_location_t();

	if (LOCATION_LOCUS(location) <= BUILTINS_LOCATION)
		location = DECL_SOURCE_LOCATION(current_function_decl);
	return expand_location(location);
}

/* ---- loops come and go ---- */

/* Loops that GCC makes to hand out chunks or to combine reductions. */
static bool place_before_body(const struct code_loop *code)
{
	const struct region *region = region_get(code->region);

	return code->line < region->body &&
	       strcmp(code->file, region->file) == 0;
}

/* The first loop of a construct that GCC has is the construct's own. */
static bool inside_region(const struct live_loop *live)
{
	const struct live_loop *around = live_find(live->parent);

	while (around && around->code.region != live->code.region)
		around = live_find(around->parent);
	return around;
}

static void live_add(class loop *loop)
{
	struct live_loop live;
	gcond *condition = get_loop_exit_condition(loop);
	location_t location = live_location(loop);

	memset(&live, 0, sizeof(live));
	live.num = loop->num;
	live.parent = loop_outer(loop) ? loop_outer(loop)->num : 0;
	live.place = expand_location(location);
	live.code = outcome_loop_at(live.place);
	live.code.exact =
		condition &&
		LOCATION_LOCUS(gimple_location(condition)) > BUILTINS_LOCATION;
	live.code.region = region_of(location);
	live.wanted = live.code.region >= 0;
	if (live.code.exact)
		live.code.region = -1;
	if (live.code.region >= 0 && place_before_body(&live.code))
		live.code.region = -1;
	live.code.inside = inside_region(&live);
	live.code.outcome.unrolled = 1;
	live_loops.safe_push(live);
}

void live_update(bool (*is_copy)(class loop *))
{
	if (live_function != current_function_decl)
		live_finish();
	live_function = current_function_decl;

	FOR_EACH_LOOP_OF (loop, 0) {
		struct live_loop *live = live_find(loop->num);

		if (!live && is_copy && is_copy(loop))
			continue;
		if (!live)
			live_add(loop);
		live = live_find(loop->num);
		live->now = live_place_in_words(loop);
		live->innermost |= !loop->inner;
	}
}

bool live_any_wanted(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (live_loops[i].wanted)
			return true;
	return false;
}

bool live_here(void)
{
	return live_function && live_function == current_function_decl &&
	       current_loops;
}

void live_mark_gone(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (!live_loop_of(&live_loops[i]))
			live_loops[i].gone = true;
}

void live_free_all(void)
{
	live_finish();
	live_loops.release();
}
