/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of podium tune: commands parsed, entries for others, files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/file.h"
#include "base/scratch.h"
#include "base/text.h"
#include "build/launch.h"
#include "build/plan.h"
#include "build/step.h"
#include "tune/shield.h"

static char folder[] = "/tmp/podium-outputs-XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	file_remove_tree(folder);
	return 0;
}

/* ---- steps ---- */

/* The steps in short: "C source output flags...", "L output inputs...". */
static void show(const struct steps *steps, struct text *out)
{
	static const char letters[] = {'C', 'L', 'A'};

	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->list[i];

		text_print(out, "%s%c %s", i ? "; " : "", letters[step->kind],
			   step->output);
		if (step->source)
			text_print(out, " < %s", step->source);
		for (size_t j = 0; j < step->input_count; j++)
			text_print(out, " %s", step->inputs[j].path);
		for (size_t j = 0; j < step->word_count; j++)
			text_print(out, "%s%s", j ? " " : " : ",
				   step->words[j]);
	}
}

static const struct {
	const char *arguments; /* between blanks */
	const char *steps;
} commands[] = {
	{"gcc -O2 -c a.c", "C /w/a.o < a.c : -O2"},
	{"gcc -c sub/a.c -o ../x.o -MD -MF d -MT x.o -I inc -D X=1",
	 "C /x.o < sub/a.c : -I inc -D X=1"},
	{"gcc-12 -c a.c b.c", "C /w/a.o < a.c; C /w/b.o < b.c"},
	{"g++ -oapp a.o ./b.o", "L /w/app /w/a.o /w/b.o : a.o ./b.o -o app"},
	{"gcc a.c -lm", "C /w/a.c/object < a.c : -lm; "
			"L /w/a.out /w/a.c/object : a.c -lm -o a.out"},
	{"gfortran -c m.f90 -J mod", "C /w/m.o < m.f90 : -I mod"},
	{"x86_64-linux-gnu-gcc -c -save-temps a.c", "C /w/a.o < a.c"},
	{"ar rcs lib.a a.o b.o", "A /w/lib.a /w/a.o /w/b.o"},
	{"gcc-ar -q lib.a a.o", "A /w/lib.a /w/a.o"},
	{"ar t lib.a", ""},
	{"ld -r -o all.o a.o b.o", "L /w/all.o /w/a.o /w/b.o : -r a.o b.o -o "
				   "all.o"},
	{"ld -v", ""},
	{"gcc @gone b.o", "L /w/a.out /w/a.o /w/b.o : -O2 a.o b.o -o a.out"},
	{"gcc -E a.c", ""},
	{"gcc --version", ""},
	{"gcc -M a.c", ""},
};

static json_t *line_of(const char *arguments)
{
	json_t *words = json_array();
	char copy[200], *rest = copy, *word;

	strcpy(copy, arguments);
	while ((word = strtok_r(rest, " ", &rest)))
		json_array_append_new(words, json_string(word));
	return json_pack("{s:s, s:o, s:{}, s:{s:s}}", "cwd", "/w", "argv",
			 words, "env", "files", "@gone", "-O2\n'a.o'");
}

static void commands_are_taken_apart(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		struct steps steps = {0};
		struct text shown = {0};
		json_t *line = line_of(commands[i].arguments);

		steps_add(&steps, line);
		show(&steps, &shown);
		assert_string_equal(text_string(&shown), commands[i].steps);
		json_decref(line);
		text_free(&shown);
		steps_free(&steps);
	}
}

static void lines_that_are_none(void **state)
{
	static const char *const lines[] = {
		"{}",
		"[]",
		"{\"cwd\": 1, \"argv\": []}",
		"{\"cwd\": \"/\", \"argv\": [\"gcc\", 1, null, \"-o\"]}",
		"{\"cwd\": \"/\", \"argv\": [\"gcc\", \"a.c\", \"-J\"]}",
		"{\"cwd\": \"/\", \"argv\": [\"ar\"], \"env\": {\"A\": 1}}"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct steps steps = {0};
		json_t *line = json_loads(lines[i], 0, NULL);

		steps_add(&steps, line);
		json_decref(line);
		steps_free(&steps);
	}
}

/* ---- how it is run ---- */

/* What runs another program in place of /bin/sh, between strokes. */
static const struct {
	const char *command, *words;
} launches[] = {
	{"/bin/sh", "/bin/sh"},
	{"/bin/sh 'a b' \"c d\" e\\ f", "/bin/sh|a b|c d|e f"},
	{"/bin/sh \"a\\n\"", "/bin/sh|-c|'x' \"a\\n\""},
	{"/bin/sh \\$a", "/bin/sh|$a"},
	{"cd a\n/bin/sh b", "/bin/sh|-c|cd a\n'x' b"},
	{"/bin/sh a\\\nb", "/bin/sh|-c|'x' a\\\nb"},
	{"/bin/sh 'a\nb'", "/bin/sh|a\nb"},
};

static void launches_are_taken_apart(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(launches) / sizeof(launches[0]); i++) {
		const struct steps steps = {0};
		struct launch launch;
		struct runner_job job = {0};
		struct text problem = {0}, words = {0};
		char *line;

		assert_true(launch_read(&launch, launches[i].command, &steps,
					NULL, &problem));
		launch_put(&launch, "x", &job, &line);
		for (size_t j = 0; job.arguments[j]; j++)
			text_print(&words, "%s%s", j ? "|" : "",
				   job.arguments[j]);
		assert_string_equal(text_string(&words), launches[i].words);
		free((void *)job.arguments);
		free(line);
		text_free(&words);
		launch_free(&launch);
	}
}

/* ---- what other units know ---- */

/* Needs of the loops with entries only, each need once. */
static void needs_get_lines(void **state)
{
	static const char known[] = "    # known not to depend on the thread\n";
	json_t *loops[] = {json_pack("{s:s, s:s, s:[s, s]}", "file", "k.c",
				     "id", "f#1", "safe", "g", "callers(v i)"),
			   json_pack("{s:s, s:s, s:[s]}", "file", "k.c", "id",
				     "f#1", "safe", "g"),
			   json_pack("{s:s, s:s, s:[s]}", "file", "k.c", "id",
				     "f#2", "safe", "h")};
	struct plan_unit unit = {.records = {.list = loops, .count = 3},
				 .wanted = true};
	struct plan plan = {.units = &unit, .unit_count = 1};
	struct records other = {.list = loops + 2, .count = 1};
	struct text lines = {0}, expected = {0};

	(void)state;
	text_print(&expected, "safe(g)%ssafe(callers(v\\ i))%s", known, known);
	shield_finish(&plan, NULL, "k.c:f#1 schedule(auto)\n", &lines);
	assert_string_equal(text_string(&lines), text_string(&expected));
	text_cut(&lines, 0);
	shield_finish(&plan, &other, "k.c:f#1 schedule(auto)\n", &lines);
	assert_string_equal(text_string(&lines), "");
	for (size_t i = 0; i < 3; i++)
		json_decref(loops[i]);
	text_free(&lines);
	text_free(&expected);
}

/* ---- entries for others ---- */

/* Lines of a tuned file, and what leaves other loops of such names alone. */
static const char *const shielded[][2] = {
	{"k.c:f#1 schedule(auto)\n",
	 "a/k.c:f#1 as-written\nb/a/k.c:f#1 as-written\n"
	 "tests/k.c:f#1 as-written\n"},
	{"k.c:f#1 order(j,i) schedule(auto)\n",
	 "a/k.c:f#1 as-written\nb/a/k.c:f#1 as-written\n"
	 "tests/k.c:f#1 as-written\n"},
	{"k.c:f#1 as-written | schedule(auto)\na/k.c:f#1 num_threads(1)\n",
	 "b/a/k.c:f#1 as-written\ntests/k.c:f#1 as-written\n"},
	{"a/k.c:f#1 schedule(auto)\n", "b/a/k.c:f#1 as-written\n"},
	{"# source: k.c:f#1\nflags -DX=k.c:f#1\n", ""},
	{"lark.c:f#1 schedule(auto)\n", ""},
	{"a/my\\ k.c:f#2 schedule(auto)\n", ""},
	{"my\\ k.c:f#2 schedule(auto)\n", "a/my\\ k.c:f#2 as-written\n"},
	{"", ""},
};

static void others_are_left_alone(void **state)
{
	static const char *const loops[][2] = {
		{"k.c", "f#1"},	    {"a/k.c", "f#1"},	 {"a/k.c", "f#1"},
		{"b/a/k.c", "f#1"}, {"a/k.c", "f#2"},	 {"rk.c", "f#1"},
		{"my k.c", "f#2"},  {"a/my k.c", "f#2"},
	};
	enum { LOOPS = sizeof(loops) / sizeof(loops[0]) };
	struct step steps[] = {
		{.source = "b/k.c", .openmp = true},
		{.source = "tests/k.c", .openmp = true},
		{.source = "plain/k.c"},
	};
	json_t *list[LOOPS];
	struct plan_unit unit = {.step = &steps[0],
				 .records = {.list = list, .count = LOOPS}};
	struct plan plan = {.steps = {.list = steps, .count = 3},
			    .units = &unit,
			    .unit_count = 1};
	struct text left = {0};

	(void)state;
	for (size_t i = 0; i < LOOPS; i++)
		list[i] = json_pack("{s:s, s:s}", "file", loops[i][0], "id",
				    loops[i][1]);
	for (size_t i = 0; i < 3; i++)
		steps[i].folder = getcwd(NULL, 0);
	for (size_t i = 0; i < sizeof(shielded) / sizeof(shielded[0]); i++) {
		shield_finish(&plan, NULL, shielded[i][0], &left);
		assert_string_equal(text_string(&left), shielded[i][1]);
		text_cut(&left, 0);
	}
	for (size_t i = 0; i < LOOPS; i++)
		json_decref(list[i]);
	for (size_t i = 0; i < 3; i++)
		free(steps[i].folder);
	text_free(&left);
}

/* ---- files ---- */

/* Is a tree removed in which some folders let nobody write or look? */
static bool removes_closed_folders(void)
{
	char tree[] = "/tmp/podium-closed-XXXXXX";
	char path[sizeof(tree) + 20];

	if (!mkdtemp(tree))
		return false;
	snprintf(path, sizeof(path), "%s/one", tree);
	mkdir(path, 0700);
	strcat(path, "/two");
	mkdir(path, 0700);
	strcat(path, "/three");
	mkdir(path, 0);
	*strrchr(path, '/') = '\0';
	chmod(path, 0555);
	file_remove_tree(tree);
	return access(tree, F_OK) != 0;
}

/* Root may do anything: it is somebody else for that. */
static void closed_folders_are_removed(void **state)
{
	bool root = geteuid() == 0;
	bool removed;

	(void)state;
	if (root)
		assert_int_equal(seteuid(65534), 0);
	removed = removes_closed_folders();
	if (root)
		assert_int_equal(seteuid(0), 0);
	assert_true(removed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_taken_apart),
		cmocka_unit_test(lines_that_are_none),
		cmocka_unit_test(launches_are_taken_apart),
		cmocka_unit_test(needs_get_lines),
		cmocka_unit_test(others_are_left_alone),
		cmocka_unit_test(closed_folders_are_removed),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
