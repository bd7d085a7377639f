/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One order with its tiles: asked whether it is legal, estimated, refused.
 */
#include "going.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "nest/derive.h"
#include "nest/perfect.h"
#include "nest/stack.h"
#include "nest/unfold.h"
#include "rank/prediction.h"
#include "record/loop.h"
#include "trust.h"

/* More would take longer than anybody waits. */
#define MOST_OFFERS 3000

/* ---- why not ---- */

static void count_answer(struct going *going, enum legal_answer answer,
			 const struct legal_direction *direction)
{
	struct text text = {0};

	legal_explain(&text, &going->legal, answer, direction);
	offers_forbid(going->offers, text_string(&text));
	text_free(&text);
}

/* ---- one of them ---- */

void going_apply(const struct going *going, struct prediction *prediction)
{
	for (size_t i = 0; i < going->setting_count; i++)
		prediction_apply(prediction, going->settings[i]);
}

bool going_estimate(const struct going *going, const json_t *record,
		    struct estimate *estimate, struct text *problem)
{
	const char *why;
	struct prediction *prediction =
		prediction_new(record, going->machine, &why);
	bool good;

	if (!prediction) {
		text_add(problem, why);
		return false;
	}
	going_apply(going, prediction);
	good = prediction_estimate(prediction, &going->schedule, estimate,
				   problem);
	prediction_free(prediction);
	return good;
}

static void add_offer(struct going *going, double cycles)
{
	struct offers *offers = going->offers;

	if ((offers->count & (offers->count - 1)) == 0)
		offers->list = memory_grow(
			offers->list, offers->count ? 2 * offers->count : 1,
			sizeof(*offers->list));
	offers->list[offers->count++] =
		(struct offer){.reshape = going->reshape, .cycles = cycles};
	going->full = offers->count == MOST_OFFERS;
}

/* Where nothing comes apart the loops are those of another band. */
static bool is_of_band(const struct reshape *reshape)
{
	return !reshape->split || reshape_around(reshape) < reshape->split;
}

static bool is_legal(struct going *going)
{
	const struct legal_direction *direction;
	enum legal_answer answer =
		legal_ask(&going->legal, &going->reshape, &direction);

	if (answer != LEGAL)
		count_answer(going, answer, direction);
	else
		return true;
	return false;
}

static bool estimate_this(const struct going *going, double *cycles,
			  struct text *problem)
{
	const struct reshape *reshape = &going->reshape;
	int bytes = going->machine->vector_bytes;
	json_t *joined = stack_rows(going->record);
	json_t *fresh = reshape->jam ? unfold_record(joined, reshape, bytes)
				     : derive_record(joined, reshape, bytes);
	struct estimate estimate;
	bool good = going_estimate(going, fresh, &estimate, problem);

	if (good)
		*cycles = trust_cycles(&going->written, &estimate, joined,
				       fresh, reshape);
	json_decref(fresh);
	json_decref(joined);
	return good;
}

/* INFINITY where it is not known, or nothing is made of it. */
double going_consider(struct going *going)
{
	struct text problem = {0};
	double cycles = INFINITY;

	if (going->full || reshape_is_none(&going->reshape) ||
	    !is_of_band(&going->reshape) || !is_legal(going))
		return cycles;
	if (estimate_this(going, &cycles, &problem))
		add_offer(going, cycles);
	else
		offers_forbid(going->offers, text_string(&problem));
	text_free(&problem);
	return cycles;
}

/* ---- a band ---- */

const json_t *going_loop(const struct going *going, int place)
{
	return loop_nested(going->record, going->reshape.first + place);
}

void going_begin(struct going *going, const struct perfect *band)
{
	going->reshape = (struct reshape){.first = band->first,
					  .count = band->count,
					  .split = band->split,
					  .apart = going->legal.apart};
	for (int i = 0; i < going->reshape.count; i++)
		going->reshape.order[i] = i;
}
