/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pieces of podium tune: outputs compared, commands taken apart, entries for
 * others, files.
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
#include "compare/compare.h"
#include "tune/shield.h"

/* ---- outputs ---- */

static const struct {
	const char *first, *second; /* of the original; second may be NULL */
	const char *variant;
	bool matches;
} outputs[] = {
	{"sum 1.5\n", NULL, "sum 1.5\n", true},
	{"sum 1.5\n", NULL, "sum 1.50000001\n", true},
	{"sum 1.5\n", NULL, "sum 1.50001\n", false},
	{"sum 1.5\n", NULL, "sum    1.5\n", true},
	{"sum 1.5\n", NULL, "sun 1.5\n", false},
	{"sum 1.5\n", NULL, "sum 1.5\nmore\n", false},
	{"sum 1.5\n", NULL, "", false},
	{"sum 1.5D+03\n", NULL, "sum 1500\n", true},
	{"sum 1.5\n", NULL, "sum nan\n", false},
	{"sum -nan\n", NULL, "sum nan\n", true},
	{"x1=2\n", NULL, "x2=2\n", false},
	{"in 3.1 seconds\n", NULL, "in 2.7 seconds\n", true},
	{"Mop/s total = 812.2\n", NULL, "Mop/s total = 960\n", true},
	{"seed 17\nsum 1\n", "seed 99\nsum 1\n", "seed 4\nsum 1\n", true},
	{"seed 17\nsum 1\n", "seed 99\nsum 1\n", "seed 4\nsum 2\n", false},
	{"a\nb\n", "a\n", "a\n", true}, /* another number each time */
	{"a\nb\n", "a\n", "c\n", false},
	{"Lookups/s: 999,123\n", NULL, "Lookups/s: 1,002,123\n", true},
	{"12.5 MB/s\n", NULL, "9 MB/s\n", true},
	{"Time in seconds = 1.2\n", NULL, "Time in seconds = 1.3\n", true},
	{"Walltime: 3\n", NULL, "Walltime: 4\n", true},
	{"wallTime_s: 3\n", NULL, "wallTime_s: 4\n", true},
	{"runtime 2\n", NULL, "runtime 3\n", true},
	{"times: 2 3\n", NULL, "times: 3 4\n", true},
	{"elapsedMs 2\n", NULL, "elapsedMs 3\n", true},
	{"5 milliseconds\n", NULL, "6 milliseconds\n", true},
	{"GFLOPS: 2\n", NULL, "GFLOPS: 3\n", true},
	{"rate: 2\n", NULL, "rate: 3\n", true},
	{"hit rate: 2\n", NULL, "hit rate: 3\n", false},
	{" 0.000 s, 0.1 % : COPY\n", NULL, " 0.001 s, 9.8 % : COPY\n", true},
	{"took 1.25ms\n", NULL, "took 1.5ms\n", true},
	{"took 3 sec\n", NULL, "took 4 sec\n", true},
	{"v 1.5 sqm\n", NULL, "v 1.6 sqm\n", false},
	{"3 s\n", NULL, "4 s\n", false}, /* of anything */
	{"Date: 21 Nov\n", NULL, "Date: 22 Nov\n", true},
	{"Integrated value: 3.14\n", NULL, "Integrated value: 3.2\n", false},
	{"Validated sum: 1\n", NULL, "Validated sum: 2\n", false},
	{"Updated 1\n", NULL, "Updated 2\n", false},
	{"5 centimeters\n", NULL, "6 centimeters\n", false},
	{"secondary 5\n", NULL, "secondary 6\n", false},
	{"collapsed 5\n", NULL, "collapsed 6\n", false},
	{"bicycles 5\n", NULL, "bicycles 6\n", false},
	{"timestep 5\n", NULL, "timestep 6\n", false},
	{"Time steps: 5\n", NULL, "Time steps: 6\n", false},
	{"time-step 5\n", NULL, "time-step 6\n", false},
	{"time: step 5\n", NULL, "time: step 6\n", false},
	{"1,100 lookups\n", NULL, "1,101 lookups\n", false},
	{"1 in /src/a\n", NULL, "2 in /src/a\n", false},
	{"1 in a/src\n", NULL, "2 in a/src\n", false},
	{"at 14:35:46\n", NULL, "at 09:01:02\n", true},
	{"14:35\n", NULL, "14:36\n", false},
	{"sum 1\nab\n", "sum 1\nabc 2\n", "sum 1\nx\n", true},
	{"sum 1\nab\n", "sum 1\nabc 2\n", "sum 2\nx\n", false},
	{"sum 1\nab\n", "sum 1\nabc 2\n", "sum 1\n", false},
};

/* What is said of a wrong one. */
static const struct {
	const char *original, *variant, *why;
} wrong[] = {
	{"a\nsum 1.5\n", "a\nsum 1.6\n",
	 "wrong output: line 2 is 'sum 1.6', the original's 'sum 1.5'"},
	{"a\nb\n", "a\n", "wrong output: line 2 is missing: 'b'"},
	{"a\n", "a\nb\n", "wrong output: line 2 is one too many: 'b'"},
	{"a\033[31mb\n", "c\n",
	 "wrong output: line 1 is 'c', the original's 'a?[31mb'"},
	{"123456789.123456789.123456789.123456789.123456789.123456789.end",
	 "123456789.123456789.123456789.123456789.123456789.123456789.END",
	 "wrong output: line 1 is "
	 "'...123456789.123456789.123456789.END', the original's "
	 "'...123456789.123456789.123456789.end'"},
};

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

/* The output in a file of that name. */
static const char *in_file(const char *name, const char *output)
{
	static char path[sizeof(folder) + 20];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_true(file_write(path, output));
	return path;
}

static bool matches(struct compare *compare, const char *output,
		    struct text *why)
{
	return compare_matches(compare, in_file("variant", output), 1e-6, why);
}

static void learn(struct compare *compare, const char *name, const char *output)
{
	assert_true(compare_learn(compare, in_file(name, output)));
}

static void outputs_are_compared(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
		struct compare compare = {0};
		struct text why = {0};

		learn(&compare, "first", outputs[i].first);
		if (outputs[i].second)
			learn(&compare, "second", outputs[i].second);
		if (matches(&compare, outputs[i].variant, &why) !=
		    outputs[i].matches)
			fail_msg("case %zu: '%s'", i, outputs[i].variant);
		assert_int_equal(why.length == 0, outputs[i].matches);
		text_free(&why);
		compare_free(&compare);
	}
}

/* Times, and what differs each time, say nothing of results. */
static void silence_is_noticed(void **state)
{
	static const struct {
		const char *first, *second;
		enum compare_voice says;
	} cases[] = {
		{"", "", COMPARE_NOTHING},
		{"\n \n", "\n \n", COMPARE_NOTHING},
		{"Time taken: 1.5 s\n", "Time taken: 1.6 s\n", COMPARE_TIMES},
		{"run 17\n", "run 18\n", COMPARE_RESULTS},
		{"17\n", "18000\n", COMPARE_CHAOS},
		{"32\n", "32\n", COMPARE_RESULTS},
		{"Time: 1.5\nok\n", "Time: 1.6\nok\n", COMPARE_RESULTS},
		{"a\n", "a\nb\n", COMPARE_RESULTS},
		{"b\n", "a\n", COMPARE_CHAOS},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct compare compare = {0};

		learn(&compare, "first", cases[i].first);
		learn(&compare, "second", cases[i].second);
		if (compare_says(&compare) != cases[i].says)
			fail_msg("case %zu", i);
		compare_free(&compare);
	}
}

/* Times are no results; what else differs each time is not judged. */
static void what_is_free_is_known(void **state)
{
	static const struct {
		const char *first, *second;
		bool whole;
	} cases[] = {
		{"sum 1.5\n", "sum 1.5\n", true},
		{"Time taken: 1.5 s\n", "Time taken: 1.6 s\n", true},
		{"state 17\n", "state 912\n", false},
		{"on alpha\n", "on beta\n", false},
		{"a\n", "a\nb\n", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct compare compare = {0};

		learn(&compare, "first", cases[i].first);
		learn(&compare, "second", cases[i].second);
		if (compare_is_whole(&compare) != cases[i].whole)
			fail_msg("case %zu", i);
		compare_free(&compare);
	}
}

/* A residual is rounding alone. */
static void rounding_is_learnt(void **state)
{
	static const struct {
		const char *other, *variant;
		bool matches;
	} cases[] = {
		{"sum 1.5\nrest 0.25001\n", "sum 1.5\nrest 0.25002\n", true},
		{"sum 1.5\nrest 0.25001\n", "sum 1.6\nrest 0.25\n", false},
		{"sum 1.5\nrest 0.25001\n", "sum 1.5\nrest 0.26\n", false},
		{"sum 1.5\nrest 0.25\n", "sum 1.5\nrest 0.25002\n", false},
		/* of these nothing is learnt */
		{"sum 1.5\nwell\n", "sum 1.5\nrest 0.25002\n", false},
		{"sum 1.5\nwell 3\n", "sum 1.5\nwell 0.25\n", false},
		{"rest 0.25001\n", "sum 1.6\nrest 0.25\n", false},
		/* rounding alone */
		{"sum 1.5\nrest 0.25\n", "sum 1.5\nrest 0.25\n", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct compare compare = {0};
		struct text why = {0};

		learn(&compare, "first", "sum 1.5\nrest 0.25\n");
		assert_true(compare_learn_numbers(
			&compare, in_file("second", cases[i].other)));
		if (matches(&compare, cases[i].variant, &why) !=
		    cases[i].matches)
			fail_msg("case %zu: '%s'", i, cases[i].variant);
		text_free(&why);
		compare_free(&compare);
	}
}

static void wrong_lines_are_shown(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct compare compare = {0};
		struct text why = {0};

		learn(&compare, "first", wrong[i].original);
		assert_false(matches(&compare, wrong[i].variant, &why));
		assert_string_equal(text_string(&why), wrong[i].why);
		text_free(&why);
		compare_free(&compare);
	}
}

/* Were each looked for in all that follows, valgrind would not get it done. */
static void long_lines_are_read_once(void **state)
{
	struct compare compare = {0};
	struct text spins = {0}, why = {0};

	(void)state;
	for (size_t i = 0; i < 300000; i++)
		text_add_bytes(&spins, i % 4 < 2 ? "0-" : "1-", 2);
	learn(&compare, "first", text_string(&spins));
	spins.bytes[spins.length - 2] = '5';
	alarm(300);
	assert_false(matches(&compare, text_string(&spins), &why));
	alarm(0);
	text_free(&spins);
	text_free(&why);
	compare_free(&compare);
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

/* ---- entries for others ---- */

/* Lines of a tuned file, and what leaves other loops of such names alone. */
static const char *const shielded[][2] = {
	{"k.c:f#1 schedule(auto)\n",
	 "a/k.c:f#1 as-written\nb/a/k.c:f#1 as-written\n"
	 "tests/k.c:f#1 as-written\n"},
	{"k.c:f#1/3 schedule(auto)\n",
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
		shield_add(&plan, shielded[i][0], &left);
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
		cmocka_unit_test(outputs_are_compared),
		cmocka_unit_test(silence_is_noticed),
		cmocka_unit_test(what_is_free_is_known),
		cmocka_unit_test(rounding_is_learnt),
		cmocka_unit_test(wrong_lines_are_shown),
		cmocka_unit_test(long_lines_are_read_once),
		cmocka_unit_test(commands_are_taken_apart),
		cmocka_unit_test(lines_that_are_none),
		cmocka_unit_test(launches_are_taken_apart),
		cmocka_unit_test(others_are_left_alone),
		cmocka_unit_test(closed_folders_are_removed),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
