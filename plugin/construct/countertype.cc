/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With what GCC counts the iterations of a static schedule.
 */
#include "base/gcc.h"
#include "countertype.h"

/* A clause that says how many there will be may be exchanged, too. */
#define MOST_THREADS 1024

/* With the modifier simd GCC rounds a chunk up to as many. */
#define MANY_LANES 64

/* A start at -1 or so leaves room for all that programs count; a start beyond
   such a part of what there is does not. */
#define FAR_BELOW 64

/* That of the counters of a collapsed nest is made unsigned. */
static HOST_WIDE_INT largest_count(gimple *share)
{
	unsigned loops = gimple_omp_for_collapse(share);
	unsigned bits = 0;

	for (unsigned i = 0; i < loops; i++) {
		tree type = TREE_TYPE(gimple_omp_for_index(share, i));
		bool sign = loops == 1 && !TYPE_UNSIGNED(type);

		bits = MAX(bits, TYPE_PRECISION(type) - sign);
	}
	return bits > 32 ? HOST_WIDE_INT_MAX : ((HOST_WIDE_INT)1 << bits) - 1;
}

static bool constant(tree bound, HOST_WIDE_INT *value)
{
	if (!bound || !tree_fits_shwi_p(bound))
		return false;
	*value = tree_to_shwi(bound);
	return *value > -((HOST_WIDE_INT)1 << 40) && *value < (HOST_WIDE_INT)1
								      << 40;
}

/* How often a counter is raised at most; false where that is not known. */
static bool steps_of(gimple *share, unsigned loop, double *steps)
{
	tree step = TREE_OPERAND(gimple_omp_for_incr(share, loop), 1);
	HOST_WIDE_INT from, to, by;

	if (!constant(gimple_omp_for_initial(share, loop), &from) ||
	    !constant(gimple_omp_for_final(share, loop), &to) ||
	    !constant(step, &by) || by == 0)
		return false;
	*steps = (double)(from < to ? to - from : from - to) /
		 (double)(by < 0 ? -by : by);
	return true;
}

/* Of all loops that are shared out, each taken for one more. */
static bool iterations_of(gimple *share, double *iterations)
{
	double steps;

	*iterations = 1;
	for (unsigned i = 0; i < gimple_omp_for_collapse(share); i++) {
		if (!steps_of(share, i, &steps))
			return false;
		*iterations *= steps + 1;
	}
	return true;
}

bool countertype_has_rows(const struct construct *construct)
{
	tree type = TREE_TYPE(gimple_omp_for_index(construct->share, 0));

	return gimple_omp_for_collapse(construct->share) == 1 &&
	       POINTER_TYPE_P(type) && COMPLETE_TYPE_P(TREE_TYPE(type)) &&
	       !TREE_CONSTANT(TYPE_SIZE_UNIT(TREE_TYPE(type)));
}

/* Where nothing is known of it half of what can be counted is taken. */
int countertype_chunk_most(const struct construct *construct)
{
	double largest = largest_count(construct->share);
	double iterations, most;

	if (countertype_has_rows(construct))
		return 0;
	if (!iterations_of(construct->share, &iterations))
		iterations = largest / 2;
	most = (largest - iterations) / (MOST_THREADS + 1) - MANY_LANES;
	if (most >= COUNTERTYPE_ANY_CHUNK)
		return COUNTERTYPE_ANY_CHUNK;
	return most < 1 ? 0 : (int)most;
}

long countertype_iterations_most(const struct construct *construct)
{
	HOST_WIDE_INT largest = largest_count(construct->share);

	return gimple_omp_for_collapse(construct->share) == 1 ||
			       largest == HOST_WIDE_INT_MAX
		       ? -1
		       : largest;
}

/*
 * GCC takes the difference of the bounds in the type of the counter. May it be
 * more than a signed one can hold? Of int only where a constant is far below 0.
 */
static bool may_be_too_far(gimple *share, unsigned loop)
{
	tree type = TREE_TYPE(gimple_omp_for_index(share, loop));
	unsigned bits = TYPE_PRECISION(type);
	HOST_WIDE_INT largest = (HOST_WIDE_INT)1 << MIN(bits - 1, 32);
	HOST_WIDE_INT least = bits < 32 ? 0 : -largest / FAR_BELOW;
	HOST_WIDE_INT from = 0, to = 0;
	bool known_from = constant(gimple_omp_for_initial(share, loop), &from);
	bool known_to = constant(gimple_omp_for_final(share, loop), &to);

	if (bits > 32 || TYPE_UNSIGNED(type) || POINTER_TYPE_P(type))
		return false;
	if (known_from && known_to)
		return from - to >= largest || to - from >= largest;
	if (!known_from && !known_to)
		return bits < 32;
	return MIN(from, to) < least;
}

bool countertype_is_too_small(const struct construct *construct)
{
	gimple *share = construct->share;
	double most = countertype_iterations_most(construct);
	double iterations;

	for (unsigned i = 0; i < gimple_omp_for_collapse(share); i++)
		if (may_be_too_far(share, i))
			return true;
	return most > 0 && iterations_of(share, &iterations) &&
	       iterations > most;
}
