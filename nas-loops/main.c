/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program around a loop.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "measure.h"
#include "statistics.h"

/* The numbers of threads to try; LOOP_THREADS=1,2,4 says others. */
static int threads[17] = {1, 2};

static void usage(FILE *out)
{
	fprintf(out,
		"usage: %s              run the nest of -DORDER, check it\n"
		"       ... variants    list all, as CSV\n"
		"       ... orders      list what -DORDER takes\n"
		"       ... check       compare each with the serial form\n"
		"       ... screen FILE measure all, drop the hopeless\n"
		"       ... final P FILE measure the others, pass P of 1 to "
		"%d\n"
		"       ... table FILE  what was measured, as CSV\n"
		"\n"
		"LOOP_THREADS=1,2,4 names numbers of threads.\n",
		this_loop.name, PASSES);
}

static void read_threads(void)
{
	const char *at = getenv("LOOP_THREADS");
	size_t count = 0;

	if (!at)
		return;
	memset(threads, 0, sizeof(threads));
	while (*at && count < 16) {
		char *end;
		long number = strtol(at, &end, 10);

		if (end == at || number < 1 || number > 4096)
			break;
		threads[count++] = (int)number;
		at = *end == ',' ? end + 1 : end;
	}
}

static void list(const struct variants *variants)
{
	variant_print_names(stdout);
	putchar('\n');
	for (size_t i = 0; i < variants->count; i++) {
		variant_print(&variants->list[i], stdout);
		putchar('\n');
	}
}

/* As a space file has them. */
static void list_orders(void)
{
	for (const struct nest *nest = this_loop.nests; nest->name; nest++)
		for (int set = 0; set == 0 || nest->tiles[set][0]; set++) {
			const int *tiles = nest->tiles[set];

			fputs(nest->name, stdout);
			for (int i = 0; i < TILED && tiles[i]; i++)
				printf(",%d", tiles[i]);
			putchar('\n');
		}
}

static void print_table(const struct variants *variants,
			const struct samples *samples)
{
	struct figures *figures = calloc(variants->count, sizeof(*figures));

	if (!figures)
		exit(1);
	statistics_figures(samples, variants->count, figures);
	variant_print_names(stdout);
	puts(",ratio,ci_lo,ci_hi,n,time");
	for (size_t i = 0; i < variants->count; i++) {
		variant_print(&variants->list[i], stdout);
		printf(",%.5g,%.5g,%.5g,%zu,%.5g\n", figures[i].ratio,
		       figures[i].low, figures[i].high, figures[i].samples,
		       figures[i].seconds);
	}
	free(figures);
}

static int check(const struct variants *variants)
{
	int wrong = check_variants(&this_loop, variants);

	printf("%zu variants, %d wrong\n", variants->count, wrong);
	return wrong != 0;
}

/* The sum to stdout, since it is always the same; the time is not. */
static int run_chosen(void)
{
	int wrong;

	if (!this_loop.chosen) {
		usage(stderr);
		return 2;
	}
	wrong = check_chosen(&this_loop);
	printf("%s %.12g %s\n", this_loop.name, check_sum(&this_loop),
	       wrong ? "wrong" : "right");
	fprintf(stderr, "%.6g s\n", measure_chosen(&this_loop));
	return wrong;
}

/* What needs the samples. */
static int run_on(const struct variants *variants, const char *what, int pass,
		  const char *path)
{
	struct samples samples;
	char title[128];

	snprintf(title, sizeof(title), "%s %ld %s, %zu variants",
		 this_loop.name, this_loop.size, this_loop.type,
		 variants->count);
	if (!samples_open(&samples, path, title))
		return 1;
	if (pass > 0 && samples.ended[SCREEN] && !samples.ended[pass])
		measure_final(&this_loop, variants, &samples, pass);
	if (strcmp(what, "round") == 0 && !samples.ended[SCREEN])
		measure_screen(&this_loop, variants, &samples);
	if (strcmp(what, "table") == 0 && samples.ended[PASSES])
		print_table(variants, &samples);
	else if (strcmp(what, "table") == 0)
		fprintf(stderr, "'%s' is not complete\n", path);
	samples_close(&samples);
	return 0;
}

/*
 * Each round of the screen is a process of its own: where the pages lie and
 * which thread comes first stays as it is in one, and may cost a variant twice
 * its time.
 */
static int run_round(const struct variants *variants, const char *path)
{
	pid_t parent = getpid(), child = fork();
	int status;

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		_exit(run_on(variants, "round", 0, path));
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("a round");
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int run_screen(const struct variants *variants, const char *path)
{
	for (int round = 0; round < SCREEN_ROUNDS; round++)
		if (run_round(variants, path) != 0)
			return 1;
	return 0;
}

static int run(const struct variants *variants, int count, char **words)
{
	int pass = count == 4 ? atoi(words[2]) : 0;

	if (count == 2 && strcmp(words[1], "variants") == 0)
		list(variants);
	else if (count == 2 && strcmp(words[1], "orders") == 0)
		list_orders();
	else if (count == 2 && strcmp(words[1], "check") == 0)
		return check(variants);
	else if (count == 3 && strcmp(words[1], "screen") == 0)
		return run_screen(variants, words[2]);
	else if (count == 3 && strcmp(words[1], "table") == 0)
		return run_on(variants, words[1], 0, words[2]);
	else if (count == 4 && strcmp(words[1], "final") == 0 && pass >= 1 &&
		 pass <= PASSES)
		return run_on(variants, words[1], pass, words[3]);
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}

int main(int count, char **words)
{
	struct variants variants;
	int status;

	if (count == 1)
		return run_chosen();
	read_threads();
	variants = variants_of(&this_loop, threads);
	status = run(&variants, count, words);
	free(variants.list);
	return status;
}
