/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clocks, errno, allocation and printing do not ask which thread it is.
 * expect: any(.[]; .name == "parse" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "timed" and (.rewrite_why | length == 0))
 */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char words[200][8];
static double value[200], spent[200];

static void parse(void)
{
#pragma omp parallel for
	for (int i = 0; i < 200; i++) {
		char *copy = strdup(words[i]);
		errno = 0;
		value[i] = strtod(copy, NULL);
		if (errno)
			fprintf(stderr, "%d is too large\n", i);
		free(copy);
	}
}

static void timed(void)
{
#pragma omp parallel for
	for (int i = 0; i < 200; i++) {
		double start = omp_get_wtime();
		value[i] *= 2;
		spent[i] = omp_get_wtime() - start;
	}
}

int main(void)
{
	for (int i = 0; i < 200; i++)
		snprintf(words[i], 8, "%d.5", i);
	parse();
	timed();
	return printf("%g\n", value[7]) < 0;
}
