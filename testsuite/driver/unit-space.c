/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Space files: the variants that they mean, in order, and where they are said
 * to be wrong; conditions; the examples of doc/space.md.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/text.h"
#include "models/formula.h"
#include "rank/flag.h"
#include "rank/space.h"
#include "rank/where.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- conditions ---- */

static const char *const names[] = {"TI", "TJ", "threads", NULL};
static const double values[] = {64, 16, 7, 1};

static int holds(const char *string)
{
	struct text problem = {0};
	struct formula *condition =
		where_parse(string, names, COUNT(names), &problem);
	int result = condition ? formula_value(condition, values) > 0 : -1;

	formula_free(condition);
	text_free(&problem);
	return result;
}

static void conditions_hold(void **state)
{
	static const struct {
		const char *string;
		int holds;
	} rows[] = {
		{"TJ <= TI", 1},
		{"TI<=TJ", 0},
		{"TI == 64", 1},
		{"TI != 64", 0},
		{"TI > 63", 1},
		{"TI >= 64", 1},
		{"TI < 64", 0},
		{"TI - TJ - 7 == 41", 1},
		{"TI - (TJ - 7) == 55", 1},
		{"2 + 3 * 4 == 14", 1},
		{"(2 + 3) * 4 == 20", 1},
		{"100 / 7 * 7 + 100 % 7 == 100", 1},
		{"- -7 == threads", 1},
		{"TI / 5 / 4 == 3", 1},
		{"  TI\t% 5 == 4 ", 1},
		/* no value: does not hold, nor does its opposite */
		{"TI / (TJ - 16) == 0", 0},
		{"TI / (TJ - 16) != 0", 0},
		{"TI % (TJ - 16) != 1", 0},
		/* no condition */
		{"", -1},
		{"TI", -1},
		{"TI = 3", -1},
		{"TI <= ", -1},
		{"TI <= TK", -1},
		{"(TI + 1 <= 3", -1},
		{"TI <= 3 <= 4", -1},
		{"TI <= 3)", -1},
		{"TI <= 0x3", -1},
		{"TI & 3 == 1", -1},
		{"(((((TI", -1},
	};
	char deep[2000];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if (holds(rows[i].string) != rows[i].holds)
			fail_msg("'%s'", rows[i].string);
	memset(deep, '(', sizeof(deep));
	deep[sizeof(deep) - 1] = '\0';
	assert_int_equal(holds(deep), -1);
}

/* ---- spaces ---------------------------------------------------------------
 */

static struct space *parse(const char *bytes)
{
	struct text problem = {0};
	struct space *space = space_parse("t", bytes, strlen(bytes), &problem);

	if (!space)
		print_message("%s\n", text_string(&problem));
	assert_non_null(space);
	text_free(&problem);
	return space;
}

/* Variants whose conditions hold. */
static size_t walked(const struct space *space)
{
	struct space_variant variant;
	size_t count = 0;

	for (size_t i = 0; i < space_size(space); i++) {
		if (!space_variant(space, i, &variant))
			continue;
		free(variant.arguments);
		count++;
	}
	return count;
}

static void add_part(struct text *out, size_t start, const char *part)
{
	if (out->length > start)
		text_add(out, " ");
	text_add(out, part);
}

/* "b.c -O3 TILE=16 dynamic,4 2 threads" */
static void print(const struct space_variant *variant, struct text *out)
{
	size_t start = out->length;

	if (variant->source)
		add_part(out, start, variant->source);
	for (const char *const *next = variant->arguments; *next; next++)
		add_part(out, start,
			 *next + (strncmp(*next, "-D", 2) == 0 ? 2 : 0));
	if (variant->schedule)
		add_part(out, start, variant->schedule);
	if (variant->chunk > 0)
		text_print(out, ",%lld", (long long)variant->chunk);
	if (variant->threads > 0)
		text_print(out, "%s%lld thread%s",
			   out->length > start ? " " : "",
			   (long long)variant->threads,
			   variant->threads == 1 ? "" : "s");
}

/* All variants, a line each. */
static void list(const char *bytes, struct text *out)
{
	struct space *space = parse(bytes);
	struct space_variant variant;

	for (size_t i = 0; i < space_size(space); i++) {
		if (!space_variant(space, i, &variant))
			continue;
		text_print(out, "%zu: ", variant.build);
		print(&variant, out);
		text_add(out, "\n");
		free(variant.arguments);
	}
	space_free(space);
}

static void lists_variants(void **state)
{
	static const struct {
		const char *bytes, *variants;
	} rows[] = {
		{"threads: [1, 2]\n", "0: 1 thread\n0: 2 threads\n"},
		{"threads: 3\n", "0: 3 threads\n"},
		{"schedule: [static, dynamic]\nchunk: [none, 16]\n",
		 "0: static\n0: static,16\n0: dynamic\n0: dynamic,16\n"},
		{"schedule: guided\n", "0: guided\n"},
		{"macros: {TILE: [16, 32, 64]}\n",
		 "0: TILE=16\n1: TILE=32\n2: TILE=64\n"},
		{"macros:\n  A: [x, '']\n  B: [\"1 2\", no]\n",
		 "0: A=x B=1 2\n1: A=x B=no\n2: A= B=1 2\n3: A= B=no\n"},
		{"flags: [[-O2, -g], -O3, []]\nsources: [a.c, b.c]\n",
		 "0: a.c -O2 -g\n1: a.c -O3\n2: a.c\n3: b.c -O2 -g\n"
		 "4: b.c -O3\n5: b.c\n"},
		{"flags: [[-O3, -DX=1, -O3]]\n", "0: -O3 X=1 -O3\n"},
		{"threads: [1, 2]\nmacros: {T: [8, 4]}\nschedule: [static]\n"
		 "chunk: [2, 1]\nsources: s.c\nflags: -O1\n"
		 "where: chunk * threads < T / 2\n",
		 "0: s.c -O1 T=8 static,2 1 thread\n"
		 "0: s.c -O1 T=8 static,1 1 thread\n"
		 "0: s.c -O1 T=8 static,1 2 threads\n"
		 "1: s.c -O1 T=4 static,1 1 thread\n"},
		{"schedule: [static]\nchunk: [none, 4]\n"
		 "where: ['chunk != 0']\n",
		 "0: static,4\n"},
		/* an anchor, a comment, a start of the document */
		{"--- # both\nmacros: {A: &v [1, 2], B: *v}\n"
		 "where: [A != B]\n...\n",
		 "1: A=1 B=2\n2: A=2 B=1\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text out = {0};

		list(rows[i].bytes, &out);
		assert_string_equal(text_string(&out), rows[i].variants);
		text_free(&out);
	}
}

/* What the compiler gets, and what a variant has where the file is silent. */
static void hands_on_arguments(void **state)
{
	struct space *space = parse("flags: [[-O3, -g]]\n"
				    "macros: {TILE: [16], FAST: [\"a b\"]}\n");
	struct space_variant variant;

	(void)state;
	assert_true(space_variant(space, 0, &variant));
	assert_string_equal(variant.arguments[0], "-O3");
	assert_string_equal(variant.arguments[1], "-g");
	assert_string_equal(variant.arguments[2], "-DTILE=16");
	assert_string_equal(variant.arguments[3], "-DFAST=a b");
	assert_null(variant.arguments[4]);
	assert_null(variant.source);
	assert_null(variant.schedule);
	assert_int_equal(variant.chunk, 0);
	assert_int_equal(variant.threads, 0);
	free(variant.arguments);
	space_free(space);
}

static void says_where(void **state)
{
	static const struct {
		const char *bytes, *problem;
	} rows[] = {
		{"", "t:1:1: expected keys and lists, like threads: [1, 2], "
		     "found nothing"},
		{"[1, 2]\n",
		 "t:1:1: expected keys and lists, like threads: [1, 2]"},
		{"thread: [1]\n",
		 "t:1:1: unknown key 'thread'; did you mean 'threads'?"},
		{"threads: [1]\nxyzzy: 2\n",
		 "t:2:1: unknown key 'xyzzy'; expected schedule, chunk, "
		 "threads, macros, sources, flags or where"},
		{"threads: [1]\nthreads: [2]\n",
		 "t:2:1: 'threads' stands here twice"},
		{"[a]: 3\n", "t:1:1: expected a key, found a list"},
		{"threads: [1, 0]\n",
		 "t:1:14: expected a whole number from 1 to 1024, found '0'"},
		{"threads: [1, 1]\n", "t:1:14: '1' stands here twice"},
		{"threads: []\n",
		 "t:1:10: expected a number of threads, found an empty list"},
		{"threads:\n",
		 "t:1:9: expected a number of threads, found nothing"},
		{"threads: [two]\n",
		 "t:1:11: expected a whole number from 1 to 1024, found 'two'"},
		{"threads: [1025]\n", "t:1:11: expected a whole number from 1 "
				      "to 1024, found '1025'"},
		{"schedule: [static, fair]\n",
		 "t:1:20: expected static, dynamic or guided, found 'fair'"},
		{"schedule: [static]\nchunk: [010]\n",
		 "t:2:9: expected a whole number from 1 to 2147483647 or none, "
		 "found '010'"},
		{"chunk: [4]\n", "t:1:1: expected schedule beside chunk, which "
				 "is part of that clause"},
		{"macros: [TILE]\n",
		 "t:1:9: expected a mapping like {TILE: [16, 32]}"},
		{"macros: {}\n",
		 "t:1:9: expected a mapping like {TILE: [16, 32]}"},
		{"macros: {2T: [1]}\n",
		 "t:1:15: expected a value of one line, of a macro with a name "
		 "of C, found '1'"},
		{"macros: {threads: [1]}\n",
		 "t:1:10: expected another name than 'threads', which "
		 "conditions use for the clause"},
		{"macros: {A: [1], A: [2]}\n", "t:1:18: 'A' stands here twice"},
		{"macros: {A: }\n",
		 "t:1:13: expected values of the macro, found nothing"},
		{"macros: {A: [~]}\n",
		 "t:1:14: expected values of the macro, found nothing"},
		{"macros: {A: [\"a\\0b\"]}\n",
		 "t:1:14: expected values of the macro, found nothing"},
		{"sources: ['']\n",
		 "t:1:11: expected the name of a source, found ''"},
		{"sources: [-fplugin=x.c]\n",
		 "t:1:11: expected the name of a source, found '-fplugin=x.c'"},
		{"flags: [O2]\n",
		 "t:1:9: expected -O..., -f... or -m... that only change the "
		 "code, or -DNAME=VALUE, found 'O2'; a set of several flags is "
		 "a list, others belong to the build"},
		{"flags: ['-O2 -g']\n",
		 "t:1:9: expected -O..., -f... or -m... that only change the "
		 "code, or -DNAME=VALUE, found '-O2 -g'; a set of several "
		 "flags is a list, others belong to the build"},
		{"flags: [[-O2, -fplugin=x.so]]\n",
		 "t:1:15: expected -O..., -f... or -m... that only change the "
		 "code, or -DNAME=VALUE, found '-fplugin=x.so'; a set of "
		 "several flags is a list, others belong to the build"},
		{"macros: {A: [\"1\\n-fplugin=x.so\"]}\n",
		 "t:1:14: expected a value of one line, of a macro with a name "
		 "of C, found '1\n-fplugin=x.so'"},
		{"flags: []\n",
		 "t:1:8: expected sets of flags, found an empty list"},
		{"flags: [[[a]]]\n", "t:1:10: expected a flag, found a list"},
		{"threads: [1]\nwhere: [threads < two]\n",
		 "t:2:9: expected a whole number, '(', or a macro, chunk or "
		 "threads with a list of whole numbers, found 'two'"},
		{"threads: [1]\nwhere: [chunk < 2]\n",
		 "t:2:9: expected a whole number, '(', or a macro, chunk or "
		 "threads with a list of whole numbers, found 'chunk < 2'"},
		{"macros: {A: [1, x]}\nwhere: [A < 2]\n",
		 "t:2:9: expected a whole number, '(', or a macro, chunk or "
		 "threads with a list of whole numbers, found 'A < 2'"},
		{"threads: [1, 2]\nwhere: [threads > 2]\n",
		 "t:1:1: expected conditions that leave something, but no "
		 "variant satisfies all of them"},
		{"where: []\n",
		 "t:1:8: expected conditions, found an empty list"},
		{"threads: [1]\n---\nthreads: [2]\n",
		 "t:3:1: expected the end, found a second document"},
		{"threads: [1, 2\nchunk: [1]\n",
		 "t:2:6: no YAML: did not find expected ',' or ']'"},
		{"threads: [1]\n\tchunk: [1]\n",
		 "t:2:1: no YAML: found character that cannot start any token"},
		{"threads: [1]\nchunk: \"\xff\"\n",
		 "t:1:1: no YAML: invalid leading UTF-8 octet"},
		{"a: *b\n", "t:1:4: no YAML: found undefined alias"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text problem = {0};

		assert_null(space_parse("t", rows[i].bytes,
					strlen(rows[i].bytes), &problem));
		assert_string_equal(text_string(&problem), rows[i].problem);
		text_free(&problem);
	}
}

static void limits_combinations(void **state)
{
	struct text bytes = {0}, problem = {0};

	(void)state;
	text_add(&bytes, "macros:\n");
	for (int i = 0; i < 8; i++)
		text_print(&bytes, "  M%d: [1,2,3,4,5,6,7,8]\n", i);
	assert_null(space_parse("t", bytes.bytes, bytes.length, &problem));
	assert_non_null(strstr(problem.bytes, "combinations"));
	text_cut(&problem, 0);
	text_cut(&bytes, 0);
	text_add(&bytes, "macros:\n  M: [");
	for (int i = 0; i < 1001; i++)
		text_print(&bytes, "%d, ", i);
	text_add(&bytes, "]\n");
	assert_null(space_parse("t", bytes.bytes, bytes.length, &problem));
	assert_non_null(strstr(problem.bytes, "more than 1000 values"));
	text_cut(&problem, 0);
	text_cut(&bytes, 0);
	for (int i = 0; i < 20000; i++)
		text_add(&bytes, "[");
	assert_null(space_parse("t", bytes.bytes, bytes.length, &problem));
	text_free(&bytes);
	text_free(&problem);
}

/* ---- files ----------------------------------------------------------------
 */

static void reads_files(void **state)
{
	struct text problem = {0};
	struct space *space;
	char path[] = "/tmp/unit-space.XXXXXX";
	int file = mkstemp(path);

	(void)state;
	assert_true(file >= 0);
	assert_int_equal(write(file, "threads: [1, 2]\n", 16), 16);
	close(file);
	space = space_read(path, &problem);
	assert_non_null(space);
	assert_int_equal(walked(space), 2);
	space_free(space);
	unlink(path);
	assert_null(space_read("/nowhere/x", &problem));
	assert_string_equal(text_string(&problem),
			    "cannot read '/nowhere/x': No such file or "
			    "directory");
	text_free(&problem);
}

/* A file of the source, from the folder that tests are told of. */
static FILE *open_document(const char *name)
{
	const char *folder = getenv("srcdir");
	char *path = memory_print("%s/%s", folder ? folder : ".", name);
	FILE *file = fopen(path, "r");

	free(path);
	return file;
}

/* Each block of YAML is read and has as many variants as is said below it. */
static void examples_of_the_document(void **state)
{
	FILE *file = open_document("doc/space.md");
	struct text block = {0};
	bool inside = false;
	int examples = 0;
	char line[1000];

	(void)state;
	if (!file)
		skip();
	while (fgets(line, sizeof(line), file)) {
		if (strncmp(line, "```", 3) == 0)
			inside = strncmp(line, "```yaml", 7) == 0;
		else if (inside)
			text_add(&block, line);
		if (strncmp(line, "**", 2) == 0 && block.length > 0) {
			struct space *space = parse(text_string(&block));

			assert_int_equal(walked(space), atoi(line + 2));
			space_free(space);
			text_cut(&block, 0);
			examples++;
		}
	}
	fclose(file);
	assert_int_equal(examples, 5);
	assert_int_equal(block.length, 0);
	text_free(&block);
}

/* The spaces of nas-loops/: the papers' has eight variants, all others many. */
static void spaces_of_the_loops(void **state)
{
	const char *folder = getenv("srcdir");
	char *pattern = memory_print("%s/nas-loops/spaces/*.yaml",
				     folder ? folder : ".");
	glob_t found;
	int status = glob(pattern, 0, NULL, &found);

	(void)state;
	free(pattern);
	if (status != 0)
		skip();
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct text problem = {0};
		struct space *space = space_read(found.gl_pathv[i], &problem);

		assert_non_null(space);
		if (strstr(found.gl_pathv[i], "/paper.yaml"))
			assert_int_equal(walked(space), 8);
		else
			assert_in_range(walked(space), 100, 1000);
		space_free(space);
		text_free(&problem);
	}
	assert_true(found.gl_pathc > 20);
	globfree(&found);
}

static uint32_t next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

/* Damaged spaces: an answer each, with a place where it is no space. */
static int count_read(const char *good)
{
	static const char letters[] = "[]{}:,-#&*!|>'\"%@ \n\t0aT\xc3\x80\0";
	uint64_t seed = 2385;
	int read = 0;

	for (int round = 0; round < 5000; round++) {
		size_t length = strlen(good);
		char *bytes = memory_string(good);
		struct text problem = {0};
		struct space *space;

		for (uint32_t i = next_random(&seed) % 4; i > 0; i--)
			bytes[next_random(&seed) % length] =
				letters[next_random(&seed) %
					(sizeof(letters) - 1)];
		if (next_random(&seed) % 4 == 0)
			length = next_random(&seed) % length;
		space = space_parse("t", bytes, length, &problem);
		if (space) {
			assert_true(walked(space) > 0);
			read++;
		} else {
			assert_int_equal(strncmp(problem.bytes, "t:", 2), 0);
		}
		space_free(space);
		text_free(&problem);
		free(bytes);
	}
	return read;
}

static void survives_damage(void **state)
{
	(void)state;
	assert_in_range(count_read("schedule: [static, dynamic]\n"
				   "chunk: [none, 1, 16]\nthreads: [1, 2]\n"
				   "macros: {TI: [16, 32], TJ: &t [8, 16]}\n"
				   "sources: [a.c, 'b.c']\nflags:\n  - [-O2]\n"
				   "  - []\nwhere:\n"
				   "  - \"TJ * 2 <= TI + chunk\"\n"),
			500, 4500);
}

static void only_tame_flags_are_taken(void **state)
{
	static const char *const good[] = {
		"-O3",
		"-O",
		"-Ofast",
		"-DTILE=16",
		"-DA",
		"-D_X=a b",
		"-ffast-math",
		"-fno-tree-vectorize",
		"-funroll-loops",
		"-falign-loops=32:16",
		"-fvect-cost-model=dynamic",
		"-flto",
		"-march=native",
		"-mprefer-vector-width=512",
		"-mno-avx",
		"-mrecip=all,!sqrt",
		"-fno-inline",
		"-std=c++17",
		"-g",
		"-w",
		"--param=max-unroll-times=4",
		"-fopenmp",
		"-fPIC",
	};
	static const char *const bad[] = {
		"",
		"-",
		"--",
		"O3",
		"@file",
		"-fplugin=x",
		"-fplugin-arg-x",
		"-fplugin",
		"-fno-plugin=x",
		"-wrapper",
		"-B.",
		"-B",
		"-specs=x",
		"-specs",
		"--specs=x",
		"-o",
		"-ox",
		"-x",
		"-xc",
		"-Wl,-z",
		"-Wa,--x",
		"-Wp,-MD,x",
		"-Xlinker",
		"-Xassembler",
		"-I.",
		"-Ix",
		"-include",
		"-imacros",
		"-isystem",
		"-L.",
		"-lx",
		"-l:x",
		"-T",
		"-Tx",
		"-c",
		"-S",
		"-E",
		"-M",
		"-MD",
		"-MFx",
		"-save-temps",
		"-fdump-tree-all",
		"-fdump-tree-all=x",
		"-ftree-dump-x",
		"-fprofile-use=x",
		"-fprofile-generate",
		"-fauto-profile=x",
		"-ftest-coverage",
		"-fopt-info-all=x",
		"-fsave-optimization-record",
		"-fstack-usage",
		"-fcallgraph-info",
		"-fmodule-mapper=x",
		"-fmodule-mapper=|sh",
		"-fuse-ld=x",
		"-foffload=x",
		"-foffload-options=x",
		"-fintrinsic-modules-path",
		"-Jx",
		"-fdiagnostics-format=json",
		"--param",
		"--param=x",
		"--param=a=b",
		"-D",
		"-DX(a)=1",
		"-D1",
		"-DA=1\n-fplugin=x",
		"-Ox",
		"-O3 -fplugin=x",
		"-O3\n",
		"-m",
		"-m=x",
		"-march=a/b",
		"-std=../x",
		"-pg",
		"-p",
		"-fsanitize=address",
		"-no-pie",
		"-shared",
		"-static",
		"-nostdlib",
		"--sysroot=x",
		"-pipe",
		"-fpch-preprocess",
		"-fltrans",
		"-fresolution=x",
		"-frandom-seed=x",
		"-finput-charset=x",
		"-U",
		"-A",
		"-iplugindir=x",
		"-gsplit-dwarf",
		"-fcompare-debug=x",
		"-dumpdir",
		"-dx",
		"-aux-info",
		"-###",
		"-v",
		"--version",
		"--help",
		"-print-x",
		"-ffile-prefix-map=a=b",
		"-fnew-option-of-tomorrow=x",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++)
		if (!flag_is_tame(good[i]))
			fail_msg("'%s' is not taken", good[i]);
	for (size_t i = 0; i < COUNT(bad); i++)
		if (flag_is_tame(bad[i]))
			fail_msg("'%s' is taken", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_hold),
		cmocka_unit_test(lists_variants),
		cmocka_unit_test(hands_on_arguments),
		cmocka_unit_test(only_tame_flags_are_taken),
		cmocka_unit_test(says_where),
		cmocka_unit_test(limits_combinations),
		cmocka_unit_test(reads_files),
		cmocka_unit_test(examples_of_the_document),
		cmocka_unit_test(spaces_of_the_loops),
		cmocka_unit_test(survives_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
