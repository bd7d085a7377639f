/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recorded outputs of programs: each folder in testsuite/outputs holds what an
 * original printed, original-1, original-2 and so on, with other numbers of
 * threads threads-1 and so on, and outputs of variants that are right or
 * wrong. With names of folders only these are judged, and words say why.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/text.h"
#include "compare/compare.h"
#include "compare/freed.h"
#include "compare/spread.h"

static size_t tests, failures;

time_t time(time_t *now);

/*
 * Half past three on a day of 2000, in place of the system's: what a program
 * says of the time at which it runs is not judged, and these ran long ago.
 */
time_t time(time_t *now)
{
	const time_t then = 946697400;

	if (now)
		*now = then;
	return then;
}

static int is_seen(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static void learn(struct compare *compare, const char *folder, const char *name)
{
	char *path = memory_print("%s/%s", folder, name);
	bool good = true;

	if (begins(name, "original-"))
		good = compare_learn(compare, path);
	else if (begins(name, "threads-"))
		good = compare_learn_numbers(compare, path);
	if (!good)
		printf("Bail out! cannot read %s\n", path);
	free(path);
}

static void judge(const struct compare *compare, const char *folder,
		  const char *name)
{
	char *path = memory_print("%s/%s", folder, name);
	const char *slash = strrchr(folder, '/');
	bool right = begins(name, "right");
	struct text why = {0};

	if (!right && !begins(name, "wrong"))
		goto out;
	if (compare_matches(compare, path, SPREAD_TOLERANCE, &why) == right) {
		printf("ok %zu - %s, %s\n", ++tests, slash + 1, name);
	} else {
		failures++;
		printf("not ok %zu - %s, %s\n", ++tests, slash + 1, name);
	}
	if (why.length)
		printf("# %s\n", text_string(&why));
out:
	text_free(&why);
	free(path);
}

static void tell_freed(const struct compare *compare)
{
	size_t count;
	const struct freed_item *freed = compare_freed(compare, &count);

	for (size_t i = 0; i < count; i++)
		printf("# not judged: line %zu '%s'%s%s: %s\n", freed[i].line,
		       freed[i].text, freed[i].what ? ", " : "",
		       freed[i].what ? freed[i].what : "", freed[i].why);
}

/* Originals come first by their names, threads before wrong ones not. */
static void judge_folder(const char *folder)
{
	struct compare compare = {0};
	struct dirent **names;
	int count = scandir(folder, &names, is_seen, alphasort);

	for (int i = 0; i < count; i++)
		if (begins(names[i]->d_name, "original-"))
			learn(&compare, folder, names[i]->d_name);
	for (int i = 0; i < count; i++)
		if (begins(names[i]->d_name, "threads-"))
			learn(&compare, folder, names[i]->d_name);
	if (compare.known)
		tell_freed(&compare);
	for (int i = 0; i < count; i++) {
		judge(&compare, folder, names[i]->d_name);
		free(names[i]);
	}
	if (count >= 0)
		free(names);
	compare_free(&compare);
}

static void judge_named(const char *name)
{
	const char *source = getenv("srcdir");
	char *folder = memory_print("%s/testsuite/outputs/%s",
				    source ? source : ".", name);

	judge_folder(folder);
	free(folder);
}

int main(int count, char **arguments)
{
	const char *source = getenv("srcdir");
	char *all = memory_print("%s/testsuite/outputs", source ? source : ".");
	struct dirent **names = NULL;
	int found = count > 1 ? 0 : scandir(all, &names, is_seen, alphasort);

	setenv("TZ", "UTC", 1);
	for (int i = 1; i < count; i++)
		judge_named(arguments[i]);
	for (int i = 0; i < found; i++) {
		if (names[i]->d_type != DT_REG)
			judge_named(names[i]->d_name);
		free(names[i]);
	}
	free(names);
	free(all);
	printf("1..%zu\n", tests);
	return failures > 0;
}
