/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares results.
 */
#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a number, and how far two sums of the same values may differ. */
static const struct number_facts {
	size_t size;
	double tolerance;
} numbers[] = {
	[NUMBER_INT] = {sizeof(int), 0},
	[NUMBER_UNSIGNED] = {sizeof(unsigned), 0},
	[NUMBER_FLOAT] = {sizeof(float), 1e-3},
	[NUMBER_DOUBLE] = {sizeof(double), 1e-10},
};

static double value_at(const struct result *result, const void *values,
		       size_t i)
{
	switch (result->number) {
	case NUMBER_INT:
		return ((const int *)values)[i];
	case NUMBER_UNSIGNED:
		return ((const unsigned *)values)[i];
	case NUMBER_FLOAT:
		return ((const float *)values)[i];
	default:
		return ((const double *)values)[i];
	}
}

static size_t bytes_of(const struct result *result)
{
	return result->count * numbers[result->number].size;
}

/* One copy of all results behind each other; ends without memory. */
static void *copy_results(const struct loop *loop)
{
	size_t bytes = 0;
	char *copy, *at;

	for (int i = 0; i < RESULTS; i++)
		bytes += bytes_of(&loop->results[i]);
	copy = at = malloc(bytes);
	if (!copy) {
		fputs("no memory for the results\n", stderr);
		exit(1);
	}
	for (int i = 0; i < RESULTS; i++) {
		if (!loop->results[i].count)
			continue;
		memcpy(at, loop->results[i].values,
		       bytes_of(&loop->results[i]));
		at += bytes_of(&loop->results[i]);
	}
	return copy;
}

static bool is_near(const struct result *result, const void *wanted)
{
	double tolerance = numbers[result->number].tolerance;

	for (size_t i = 0; i < result->count; i++) {
		double is = value_at(result, result->values, i);
		double was = value_at(result, wanted, i);

		if (!(fabs(is - was) <= tolerance * (1 + fabs(was))))
			return false;
	}
	return true;
}

static bool is_right(const struct loop *loop, const char *wanted)
{
	for (int i = 0; i < RESULTS; i++) {
		const struct result *result = &loop->results[i];
		size_t bytes = bytes_of(result);

		if (!bytes)
			continue;
		if (memcmp(result->values, wanted, bytes) != 0 &&
		    (!(loop->sums || loop->fuses) || !is_near(result, wanted)))
			return false;
		wanted += bytes;
	}
	return true;
}

static char *run_serial(const struct loop *loop)
{
	loop->fill();
	loop->serial();
	return copy_results(loop);
}

int check_variants(const struct loop *loop, const struct variants *variants)
{
	char *wanted = run_serial(loop);
	int wrong = 0;

	for (size_t i = 0; i < variants->count; i++) {
		loop->fill();
		variant_run(&variants->list[i]);
		if (is_right(loop, wanted))
			continue;
		fputs("wrong: ", stderr);
		variant_print(&variants->list[i], stderr);
		fputc('\n', stderr);
		wrong++;
	}
	free(wanted);
	return wrong;
}

int check_chosen(const struct loop *loop)
{
	char *wanted = run_serial(loop);
	int wrong;

	loop->fill();
	loop->chosen();
	wrong = !is_right(loop, wanted);
	free(wanted);
	return wrong;
}

double check_sum(const struct loop *loop)
{
	double sum = 0;

	for (int i = 0; i < RESULTS; i++)
		for (size_t j = 0; j < loop->results[i].count; j++)
			sum += value_at(&loop->results[i],
					loop->results[i].values, j);
	return sum;
}
