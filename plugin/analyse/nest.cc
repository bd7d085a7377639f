/*
 * The loops of a construct: which there are.
 */
#include "base/gcc.h"
#include "nest.h"

void nest_why(struct nest *nest, const char *format, ...)
{
	va_list args;
	char *sentence, *other;
	unsigned i;

	va_start(args, format);
	sentence = xvasprintf(format, args);
	va_end(args);
	FOR_EACH_VEC_ELT (nest->why, i, other)
		if (strcmp(other, sentence) == 0) {
			free(sentence);
			return;
		}
	nest->why.safe_push(sentence);
}

void nest_release(struct nest *nest)
{
	char *sentence;
	unsigned i;

	FOR_EACH_VEC_ELT (nest->why, i, sentence)
		free(sentence);
	nest->why.release();
}

/* ---- which loops ------------------------------------------------------ */

int nest_index(const struct nest *nest, const class loop *loop)
{
	for (int i = 0; i < nest->count; i++)
		if (nest->loops[i].loop == loop)
			return i;
	return -1;
}

uint64_t nest_loops_of(const struct nest *nest, basic_block block)
{
	uint64_t loops = 0;

	for (class loop *loop = block->loop_father; loop;
	     loop = loop_outer(loop)) {
		int index = nest_index(nest, loop);

		if (index >= 0)
			loops |= (uint64_t)1 << index;
	}
	return loops;
}

bool nest_contains(const struct nest *nest, basic_block block)
{
	return nest->count > nest->around &&
	       flow_bb_inside_loop_p(nest->loops[nest->around].loop, block);
}

bool nest_is_certain(basic_block block)
{
	class loop *loop = block->loop_father;

	return !loop->latch ||
	       dominated_by_p(CDI_DOMINATORS, loop->latch, block);
}

bool nest_stands_before(gimple *a, gimple *b)
{
	if (gimple_bb(a) == gimple_bb(b))
		return gimple_uid(a) < gimple_uid(b);
	return dominated_by_p(CDI_DOMINATORS, gimple_bb(b), gimple_bb(a));
}

bool nest_is_certain_loop(const struct nest *nest, int index)
{
	for (; index > nest->around; index = nest->loops[index].parent)
		if (nest->loops[index].conditional)
			return false;
	return true;
}

static bool add_loop(struct nest *nest, class loop *loop, int depth)
{
	struct nest_loop *entry = &nest->loops[nest->count];

	if (nest->count == NEST_MAX_LOOPS)
		return false;
	memset(entry, 0, sizeof(*entry));
	entry->loop = loop;
	entry->depth = depth;
	entry->dim = -1;
	entry->parent =
		loop_outer(loop) ? nest_index(nest, loop_outer(loop)) : -1;
	nest->count++;
	return true;
}

static void add_loops_around(struct nest *nest, class loop *loop)
{
	if (!loop_outer(loop))
		return;
	add_loops_around(nest, loop_outer(loop));
	add_loop(nest, loop, -1);
}

/* GCC keeps the loops inside a loop in no useful order; that of the blocks
   in a walk from the entry is the order of the source. */
static int *block_order(void)
{
	int *order = XNEWVEC(int, n_basic_blocks_for_fn(cfun));
	int *position = XCNEWVEC(int, last_basic_block_for_fn(cfun));
	int count = pre_and_rev_post_order_compute(NULL, order, false);

	for (int i = 0; i < count; i++)
		position[order[i]] = i;
	free(order);
	return position;
}

/* Where a block's test stands, or else what it begins with: that may come from
   another file, as b.size() does. */
static expanded_location place_of(basic_block block)
{
	gimple *test = last_stmt(block);

	if (test && gimple_code(test) == GIMPLE_COND &&
	    gimple_location(test) != UNKNOWN_LOCATION)
		return expand_location(gimple_location(test));
	for (gimple_stmt_iterator gsi = gsi_start_bb(block); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		if (gimple_location(gsi_stmt(gsi)) != UNKNOWN_LOCATION)
			return expand_location(gimple_location(gsi_stmt(gsi)));
	return expand_location(UNKNOWN_LOCATION);
}

/* Loops that run one after the other come in that order, those of which
   only one runs in that of their lines: a walk may meet the last case of a
   switch first. */
static bool comes_after(basic_block a, basic_block b, const int *position)
{
	expanded_location place_a = place_of(a), place_b = place_of(b);

	if (dominated_by_p(CDI_DOMINATORS, a, b) ||
	    dominated_by_p(CDI_DOMINATORS, b, a) || !place_a.file ||
	    !place_b.file || strcmp(place_a.file, place_b.file) != 0 ||
	    place_a.line == place_b.line)
		return position[a->index] > position[b->index];
	return place_a.line > place_b.line;
}

static bool add_nest(struct nest *nest, class loop *loop, int depth,
		     const int *position)
{
	class loop *inner[NEST_MAX_LOOPS];
	int count = 0;

	if (!add_loop(nest, loop, depth))
		return false;
	for (class loop *next = loop->inner; next; next = next->next) {
		int i = count++;

		if (count == NEST_MAX_LOOPS)
			return false;
		for (; i > 0 && comes_after(inner[i - 1]->header, next->header,
					    position);
		     i--)
			inner[i] = inner[i - 1];
		inner[i] = next;
	}
	for (int i = 0; i < count; i++)
		if (!add_nest(nest, inner[i], depth + 1, position))
			return false;
	return true;
}

enum nest_status nest_find(struct nest *nest, class loop *const *dims,
			   unsigned dim_count)
{
	int *position;
	bool complete;

	if (dim_count == 0 || !dims[0] || !loop_outer(dims[0]))
		return NEST_NO_LOOP;
	add_loops_around(nest, loop_outer(dims[0]));
	nest->around = nest->count;
	position = block_order();
	complete = add_nest(nest, dims[0], 0, position);
	free(position);
	if (!complete)
		return NEST_TOO_LARGE;
	for (unsigned i = 0; i < dim_count; i++) {
		int index = dims[i] ? nest_index(nest, dims[i]) : -1;

		if (index >= nest->around && i < nest->construct->collapse)
			nest->loops[index].dim = i;
	}
	return NEST_OK;
}
