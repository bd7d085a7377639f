/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables whose significances follow from how they are made. All have a, b and
 * c of five values, or two, in every combination, and as many samples of
 * every time, so that the intervals hold a value each.
 */
#include "synthetic.h"

#include <math.h>

enum { A, B, C, TIME };

/* a, b and c are the digits of the row. */
static int digit(size_t row, int column)
{
	static const int weight[] = {1, 5, 25};

	return row / weight[column] % 5;
}

static double value_of_one(size_t row, int column)
{
	return digit(row, column == TIME ? A : column);
}

static double value_of_two(size_t row, int column)
{
	if (column == TIME)
		return (digit(row, A) + digit(row, B)) % 5;
	return digit(row, column);
}

/* a is 0 or 1, and says whether b or c is the time. */
static double value_of_switch(size_t row, int column)
{
	int a = row % 2, b = row / 2 % 5, c = row / 10;

	switch (column) {
	case A:
		return a;
	case B:
		return b;
	case C:
		return c;
	default:
		return a ? c : b;
	}
}

/* One sample in ten of every set has another time. */
static double value_of_most(size_t row, int column)
{
	if (column == TIME)
		return (digit(row, A) + (row / 125 == 3)) % 5;
	return digit(row, column);
}

static double value_of_none(size_t row, int column)
{
	if (column == TIME)
		return row / 125;
	return digit(row, column);
}

static const struct synthetic list[] = {
	{"one", "a alone decides", 125, .8, value_of_one, 1, {1, 0, 0}},
	{"two", "a and b decide together", 125, .8, value_of_two, 1, {1, 1, 0}},
	{"switch",
	 "a says whether b or c decides",
	 50,
	 .8,
	 value_of_switch,
	 1,
	 {.8, .5, .5}},
	{"most",
	 "a decides nine times of ten",
	 1250,
	 .9,
	 value_of_most,
	 .9,
	 {1, 0, 0}},
	{"none", "chance decides", 625, .8, value_of_none, 0, {NAN, NAN, NAN}},
};

const struct synthetic *synthetic_list(size_t *count)
{
	*count = sizeof(list) / sizeof(list[0]);
	return list;
}
