/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of an array that the source counts by itself.
 *
 * Slack is the distance between the bounds of a subscript and those of its
 * leading dimension.
 */
#include "pitch.h"

#include "ends.h"
#include "record/loop.h"

/* ---- ends of a subscript ---- */

/* The lowest or the highest value of the subscript; as ends_replace. */
static bool find_end(const struct pitch_part *part, bool highest,
		     struct names *positive, struct polynomial *end)
{
	struct ends ends = {part->record, part->reference};
	int at = (int)loop_integer(part->reference, "loop");
	bool good = polynomial_copy(part->at, end);

	for (; good && at >= 0;
	     at = loop_parent(loop_nested(part->record, at))) {
		const json_t *loop = loop_nested(part->record, at);

		good = !loop_may_wrap(loop) &&
		       ends_replace(&ends, loop, highest, positive, end);
		if (!good)
			polynomial_free(end);
	}
	return good;
}

/* What is left of the row before the lowest subscript. */
static bool find_slack_before(const struct pitch_part *part,
			      struct polynomial *slack)
{
	return find_end(part, false, NULL, slack);
}

/* And behind the highest one. */
static bool find_slack_behind(const struct pitch_part *part,
			      struct polynomial *slack)
{
	struct polynomial end;
	bool good;

	if (!find_end(part, true, NULL, &end))
		return false;
	good = polynomial_shift(&end, part->size) &&
	       polynomial_add(part->length, &end, -1, slack);
	polynomial_free(&end);
	return good;
}

static bool is_positive(const struct pitch_part *part,
			const struct polynomial *slack)
{
	struct ends ends = {part->record, part->reference};

	return ends_sign(&ends, slack, NULL) > 0;
}

static bool is_side_in_row(const struct pitch_part *part,
			   bool find_slack(const struct pitch_part *part,
					   struct polynomial *slack))
{
	struct polynomial slack;
	bool holds;

	if (!find_slack(part, &slack))
		return false;
	holds = is_positive(part, &slack);
	polynomial_free(&slack);
	return holds;
}

bool pitch_holds(const struct pitch_part *part)
{
	return is_side_in_row(part, find_slack_before) &&
	       is_side_in_row(part, find_slack_behind);
}

bool pitch_lies_before(const struct pitch_part *part)
{
	static const struct polynomial zero;
	struct pitch_part before = *part;

	before.length = &zero;
	return is_side_in_row(&before, find_slack_behind);
}

bool pitch_lowest(const struct pitch_part *part, struct polynomial *lowest)
{
	struct names ignored = {0};
	bool good = find_end(part, false, &ignored, lowest);

	names_free(&ignored);
	return good;
}
