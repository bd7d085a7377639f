/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far numbers move from run to run.
 *
 * Three runs are few: what they show is taken some times. Where it is rounding
 * that is harmless, ten times 1e-7 is still nothing; where it is chance, as in
 * a Monte Carlo sum, three times it is more than five standard deviations.
 */
#include "spread.h"

#include <float.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "label.h"

/* Of what was seen, so many times is right; the first up to a small part. */
#define TIMES_ROUNDING 10
#define TIMES_CHANCE 3
#define SMALL_PART 1e-3

/* Whole numbers from it on may differ where doubles do not. */
#define EXACT 9007199254740992.

/* Of a hundred numbers that move so many times less than a unit of their last
   digit one shows it. */
#define TIMES_LIKELY 100

/* By so many units of its last digit a number may be off that was the same in
   all runs, where those above it move farther. */
#define HIDDEN_UNITS 2

/* A number that moves by such a part of itself says nothing. */
#define WILD .3
/* All the same one that is so many times farther away is wrong. */
#define TIMES_WILD 100

/* A named and tiny residue that moves by such a part of itself is rounding. */
#define RESTLESS .01

/* A residue is rounding: it may be so many times as large as it was, */
#define TIMES_RESIDUE 30
/* or of the last digits of what it is a residue of. */
#define RESIDUE_DIGITS (64 * DBL_EPSILON)

/* By these parts of the numbers beside it a residue is known, by its name, by
   nothing else, and if it moves. */
#define TINY_NAMED 1e-10
#define TINY 1e-14
#define TINY_MOVING 1e-6
#define TINY_BOTH 1e-3
/* Rounding makes no such part, even squared. */
#define VANISHING 1e-40

/* Clocks differ by more than such a part from run to run; less is rounding. */
#define CLOCK_PART 1e-5
#define CLOCK_PART_MAYBE 1e-4
/* Unless the last digit that is written is such a part, in several lines. */
#define COARSE 3e-3
#define COARSE_OFTEN .02
/* Of what only its unit says to be a time, unless others show how many units of
   its last digit it would have moved by. */
#define COARSE_BY_UNIT 5e-3
#define UNITS_THAT_SHOW 3

/* Below a title of times so many numbers, or so many of one line, and such a
   part of them, move where all are times. */
#define SECTION_LINES 3
#define ROW_LINES 2
#define SECTION_PART .75
/* What has the name of a result moves there by such a part of itself. */
#define SECTION_RANGE .02

/* So does such a part of a column of a table, of so many numbers. */
#define TABLE_LINES 3
#define TABLE_PART .5

/* So many units of its last digit memory in use may stay the same. */
#define FEW_UNITS 1000

static void widen(double *low, double *high, double value, bool first)
{
	*low = first || value < *low ? value : *low;
	*high = first || value > *high ? value : *high;
}

void spread_add(struct spread *spread, const struct token *token,
		bool other_threads)
{
	bool first = spread->runs == 0 && !spread->nan && !spread->overflow &&
		     !spread->infinite;

	if (first)
		spread->whole = true;
	spread->runs += !other_threads;
	if (token->overflow) {
		spread->wobbles =
			spread->wobbles ||
			(spread->overflow && spread->stars != token->length);
		spread->overflow = true;
		spread->stars = token->length;
		return;
	}
	spread->nan = spread->nan || isnan(token->value);
	if (isinf(token->value))
		spread->infinite |= token->value > 0 ? 1 : 2;
	if (!isfinite(token->value))
		return;
	widen(&spread->low, &spread->high, token->value, !spread->finite);
	if (!other_threads || !spread->finite)
		widen(&spread->least, &spread->most, token->value,
		      !spread->finite);
	spread->finite = true;
	spread->whole = spread->whole && token->whole;
	if (spread->unit == 0 || token->unit < spread->unit)
		spread->unit = token->unit;
	if (token_digits(token) > spread->digits)
		spread->digits = token_digits(token);
}

static double size_of(const struct spread *spread)
{
	return fmax(fabs(spread->low), fabs(spread->high));
}

/* Other threads do not teach how far whole numbers move. */
static double range_of(const struct spread *spread)
{
	return spread->whole ? spread->most - spread->least
			     : spread->high - spread->low;
}

static double part_of(const struct spread *spread)
{
	double size = size_of(spread);

	return size > 0 ? range_of(spread) / size : 0;
}

double spread_noise(const struct spread *spread)
{
	double part = part_of(spread);

	return part <= SMALL_PART && !spread->whole ? part : 0;
}

/* What part of the number its last digit is. */
static double digit_part(const struct spread *spread)
{
	if (spread->most == 0)
		return 1;
	return fmin(spread->unit, fabs(spread->most)) /
	       fmax(fabs(spread->most), DBL_MIN);
}

double spread_jitter(const struct spread *spread)
{
	double size = size_of(spread);

	return size > 0 ? (spread->most - spread->least) / size : 0;
}

void spread_learn(struct spread_column *column, const struct spread *spread)
{
	double part = digit_part(spread), jitter = spread_jitter(spread);

	if (column->lines++ == 0 || part < column->finest)
		column->finest = part;
	if (jitter <= CLOCK_PART_MAYBE)
		return;
	if (column->moved == 0 || spread->unit < column->unit)
		column->unit = spread->unit;
	if (column->moved++ == 0 || jitter < column->jitter)
		column->jitter = jitter;
}

void spread_learn_section(struct spread_column *section,
			  const struct spread *spread)
{
	if (section && !spread->whole && digit_part(spread) <= COARSE_OFTEN)
		spread_learn(section, spread);
}

/* ---- what it is ---- */

/*
 * Only a unit says that it is a time, which is the same in three runs: what a
 * clock tells with three digits is likely not, and a column is of one kind.
 */
static bool is_coarse_by_unit(const struct spread *spread,
			      const struct spread_around *around, bool often)
{
	double limit = COARSE_BY_UNIT;

	if (around->label & LABEL_STEP && spread->most != 0)
		return false;
	if (often)
		return around->column->finest > COARSE_OFTEN;
	if (around->jitter > 0)
		limit = fmin(fmax(around->jitter / UNITS_THAT_SHOW, COARSE),
			     COARSE_OFTEN);
	return digit_part(spread) > limit;
}

/*
 * Simulated time is a result: it is the same in every run. So may be what a
 * clock tells if it is written with few digits.
 */
static bool is_coarse(const struct spread *spread,
		      const struct spread_around *around)
{
	const struct spread_column *column = around->column;
	bool often = column && column->lines >= 3;
	double part = digit_part(spread);

	if (around->label & LABEL_TIME && !(around->label & LABEL_CLOCK) &&
	    spread->runs >= 3)
		return is_coarse_by_unit(spread, around, often);
	if (around->label & LABEL_TIME)
		return part > (often ? COARSE_OFTEN : COARSE);
	return around->label & LABEL_MAYBE_TIME &&
	       !(around->label & LABEL_STEP) && !often && !spread->whole &&
	       part > COARSE_OFTEN;
}

/* Such a part of all that has digits enough to move does so. */
static bool is_of_times(const struct spread_column *seen, size_t least,
			double part)
{
	return seen && seen->lines >= least &&
	       (double)seen->moved >= part * (double)seen->lines;
}

/* Others below the title are written with this last digit, and the one that
   moves least would not have moved it. */
static bool is_too_short_to_move(const struct spread *spread,
				 const struct spread_column *section)
{
	return digit_part(spread) >= fmax(section->jitter, COARSE_OFTEN) &&
	       fabs(spread->unit - section->unit) < .001 * section->unit;
}

/*
 * Below a title of times even "residual" and "energy" name what took so long,
 * where their lines move like the others, and as far as clocks do.
 */
static bool is_time_in_section(const struct spread *spread,
			       const struct spread_around *around)
{
	bool near = around->label & LABEL_NEAR_TIME;

	if (!(around->label & LABEL_SECTION) || spread->whole ||
	    spread->least < 0 ||
	    !is_of_times(around->section, SECTION_LINES, SECTION_PART))
		return false;
	if (!near && !is_of_times(around->row, ROW_LINES, SECTION_PART))
		return false;
	if (spread->most > spread->least)
		return spread_jitter(spread) >
		       (near ? CLOCK_PART_MAYBE : SECTION_RANGE);
	return is_too_short_to_move(spread, around->section);
}

/*
 * A column is of one kind: where most of its numbers move, one that stays has
 * too few digits to do so, or as a share too few in what is left of all: 99.98
 * is .02 short of it.
 */
static bool is_time_in_table(const struct spread *spread,
			     const struct spread_around *around)
{
	const unsigned other = LABEL_RESULT | LABEL_RESIDUE | LABEL_STEP;
	double part = digit_part(spread);

	if (around->label & other || spread->whole ||
	    !is_of_times(around->table, TABLE_LINES, TABLE_PART))
		return false;
	if (around->label & LABEL_SHARE)
		part = fmax(part, spread->unit / fmax(fabs(100 - spread->most),
						      spread->unit));
	return part >= fmax(around->table->jitter, COARSE);
}

static bool is_time(const struct spread *spread,
		    const struct spread_around *around)
{
	bool named = around->label & LABEL_TIME;

	if (!(around->label & LABEL_ANY_TIME))
		return false;
	if (spread->runs < 2 || (around->column && around->column->moved > 0))
		return true;
	return spread_jitter(spread) >
		       (named ? CLOCK_PART : CLOCK_PART_MAYBE) ||
	       is_coarse(spread, around) || is_time_in_table(spread, around);
}

/* What is the same each time may be the size of something. */
static bool is_memory(const struct spread *spread,
		      const struct spread_around *around)
{
	if (!(around->label & LABEL_MAYBE_MEMORY))
		return around->label & LABEL_MEMORY;
	if (spread->runs < 2 || spread->most > spread->least ||
	    (around->column && around->column->moved > 0))
		return true;
	return around->label & LABEL_USE &&
	       spread->most < FEW_UNITS * spread->unit;
}

/* Seconds since 1970, or thousandths of them, of the same day. */
static bool is_epoch(const struct spread *spread)
{
	double second = spread->least > 1e12 ? 1000 : 1;

	return spread->most > spread->least && spread->least > 1.6e9 * second &&
	       spread->most < 4e9 * second &&
	       spread->most - spread->least < 1e6 * second;
}

static bool is_residue(const struct spread *spread,
		       const struct spread_around *around, double part)
{
	bool named = around->label & LABEL_RESIDUE;
	double size = size_of(spread);
	double scale = around->scale;

	if (spread->whole && size > 0)
		return false; /* a count */
	if (!named && spread->runs > 1 && size > 0 && part == 0 &&
	    size < VANISHING * scale)
		return false; /* a probability, say */
	if (part >= WILD && size <= (named ? TINY_BOTH : TINY_MOVING) * scale)
		return true;
	if (named && part >= RESTLESS && size <= TINY_MOVING * scale)
		return true;
	return size <= (named ? TINY_NAMED : TINY) * scale;
}

enum spread_kind spread_kind(const struct spread *spread,
			     const struct spread_around *around)
{
	double part = part_of(spread);
	bool moved = spread->most > spread->least;

	if (!spread->finite)
		return SPREAD_RESULT;
	if (is_time(spread, around) || is_time_in_section(spread, around))
		return SPREAD_TIME;
	if (is_memory(spread, around))
		return SPREAD_MEMORY;
	if (moved && (around->label & LABEL_IDENTITY || is_epoch(spread)))
		return SPREAD_IDENTITY;
	if (is_residue(spread, around, part))
		return SPREAD_RESIDUE;
	return part >= WILD ? SPREAD_WILD : SPREAD_RESULT;
}

/* ---- what it may be ---- */

static double quantile(const double *values, size_t count, double place)
{
	double sorted[SPREAD_ROWS];

	memcpy(sorted, values, count * sizeof(*values));
	gsl_sort(sorted, 1, count);
	return sorted[(size_t)((double)count * place)];
}

void spread_note(struct spread_column *column, const struct spread *spread)
{
	size_t place = column->filled++ % SPREAD_ROWS;

	column->reach[place] = range_of(spread);
	column->size[place] = size_of(spread);
}

/*
 * What lines above say of this one: their usual spread, as a part of the
 * number, or as it is where the numbers are of one size. Of a solver's residues
 * some stay while others move by a third, so one in four is enough.
 */
static double usual_range(const struct spread_around *around, double size)
{
	const struct spread_column *column = around->column;
	size_t count = column ? column->filled : 0;
	double place = around->label & LABEL_RESIDUE ? .75 : .5;
	double parts[SPREAD_ROWS], middle, reach;

	if (count < 3)
		return 0;
	if (count > SPREAD_ROWS)
		count = SPREAD_ROWS;
	for (size_t i = 0; i < count; i++)
		parts[i] = column->size[i] > 0
				   ? column->reach[i] / column->size[i]
				   : 0;
	middle = quantile(column->size, count, .5);
	reach = quantile(parts, count, place) * size;
	if (size >= middle / 100 && size <= middle * 100)
		reach = fmax(reach, quantile(column->reach, count, .5));
	return reach;
}

static double times(double range, double size)
{
	return fmax(TIMES_CHANCE * range,
		    fmin(TIMES_ROUNDING * range, SMALL_PART * size));
}

double spread_reach(double low, double high, double tolerance)
{
	double size = fmax(fabs(low), fabs(high));

	return fmax(times(high - low, size), tolerance * size);
}

/* Have most of the lines above moved? */
static bool moves(const struct spread_column *column)
{
	size_t count = column ? column->filled : 0, moved = 0;

	if (count > SPREAD_ROWS)
		count = SPREAD_ROWS;
	for (size_t i = 0; i < count; i++)
		moved += column->reach[i] > 0;
	return 2 * moved > count;
}

/*
 * What lines above teach. Where this number was the same in all runs it can
 * have moved only by what its last digits hide.
 */
static double learned_reach(const struct spread *spread,
			    const struct spread_around *around)
{
	double size = size_of(spread);
	double reach = times(usual_range(around, size), size);

	if (spread->high > spread->low)
		return reach;
	return spread->unit <= SMALL_PART * size
		       ? fmin(reach, HIDDEN_UNITS * spread->unit)
		       : 0;
}

static double reach_of(const struct spread *spread,
		       const struct spread_around *around, double tolerance)
{
	double size = size_of(spread), range = range_of(spread);
	double all = spread->high - spread->low;
	double reach;

	if (spread->whole) {
		reach = times(range, size);
		if (range > 0)
			reach = fmax(reach, learned_reach(spread, around));
		else if (all <= size / 10)
			reach = all;
		return tolerance > SPREAD_TOLERANCE
			       ? fmax(reach, tolerance * size)
			       : reach;
	}
	if (around->label & LABEL_RESIDUE && size <= 1e-5 * around->scale)
		reach = TIMES_RESIDUE * range;
	else
		reach = times(range, size);
	reach = fmax(reach, learned_reach(spread, around));
	return fmax(reach, tolerance * size);
}

/*
 * Where numbers move at all, the last digit that is written may be another one
 * by rounding. Where this one did not, others must have moved so far that it is
 * likely enough.
 */
static double digit_of(const struct spread *spread,
		       const struct spread_around *around,
		       const struct token *token)
{
	double unit = fmin(spread->unit, token->unit) * 1.001;
	bool seen = spread->high > spread->low || moves(around->column);

	if (spread->whole || token->whole)
		return 0;
	if (seen || (unit <= SMALL_PART * size_of(spread) &&
		     unit <= TIMES_LIKELY * around->noise * size_of(spread)))
		return unit;
	return 0;
}

static bool is_within(const struct spread *spread, double value, double reach)
{
	return value >= spread->low - reach && value <= spread->high + reach;
}

static bool allows_finite(const struct spread *spread, enum spread_kind kind,
			  const struct spread_around *around,
			  const struct token *token, double tolerance)
{
	double range = range_of(spread);
	double most;

	switch (kind) {
	case SPREAD_TIME:
		return token->value >= 0 || spread->least < 0 ||
		       is_time(spread, around);
	case SPREAD_IDENTITY:
		return true;
	case SPREAD_MEMORY:
		return token->value >= 0 || spread->least < 0;
	case SPREAD_WILD:
		return is_within(spread, token->value, TIMES_WILD * range);
	case SPREAD_RESIDUE:
		most = fmax(TIMES_RESIDUE * size_of(spread),
			    RESIDUE_DIGITS * around->scale);
		if (spread->whole && token->whole)
			return token->value == 0;
		return fabs(token->value) <= most ||
		       is_within(spread, token->value,
				 tolerance * size_of(spread));
	default:
		if (spread->whole && token->whole &&
		    fabs(token->value) >= EXACT && range == 0)
			return false; /* other digits */
		return is_within(spread, token->value,
				 reach_of(spread, around, tolerance) +
					 digit_of(spread, around, token));
	}
}

/* A field has its width, and a bar of a histogram its length. */
static bool allows_stars(const struct spread *spread, const struct token *token)
{
	return spread->overflow &&
	       (spread->wobbles || spread->stars == token->length);
}

bool spread_allows(const struct spread *spread, enum spread_kind kind,
		   const struct spread_around *around,
		   const struct token *token, double tolerance)
{
	if (token->overflow)
		return kind == SPREAD_TIME || allows_stars(spread, token);
	if (isnan(token->value))
		return spread->nan;
	if (isinf(token->value))
		return spread->infinite & (token->value > 0 ? 1 : 2);
	if (!spread->finite)
		return false;
	return allows_finite(spread, kind, around, token, tolerance);
}
