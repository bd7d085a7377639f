/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium cflags: compiler flags for builds.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/message.h"
#include "base/option.h"
#include "base/path.h"
#include "base/text.h"
#include "build/tuned.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/plugin.h"
#include "rank/flag.h"

static bool fits_in_flags(const char *path)
{
	const char *why = path_trap(path);

	if (why)
		message_error("'%s' cannot be used in flags, it has %s; move "
			      "it to a plainer folder or reach it by a "
			      "symbolic link",
			      path, why);
	return !why;
}

static bool add_flag(void *flags, const char *flag)
{
	const char *why = path_trap(flag);

	if (!flag_is_tame(flag)) {
		message_error("the flag '%s' is not taken from a file: "
			      "expected " FLAG_EXPECTED "; take it out of the "
			      "line and, if it is right, give it to the "
			      "compiler by hand",
			      flag);
		return false;
	}
	if (why)
		message_error("the flag '%s' cannot be printed, it has %s; "
			      "take its line out of the file and give the "
			      "flag to the compiler by hand",
			      flag, why);
	else
		text_print(flags, " %s", flag);
	return !why;
}

/*
 * The digest is there for ccache and make: a changed file must change the
 * flags.
 */
static bool add_use(struct text *flags, const char *path)
{
	struct text content = {0}, problem = {0};
	bool good = tuned_read(path, &content, &problem);
	char *absolute = path_absolute(path);

	if (!good)
		message_error("%s", text_string(&problem));
	good = good && fits_in_flags(absolute);
	if (good)
		text_print(flags,
			   " -fplugin-arg-podium-use=%s"
			   " -fplugin-arg-podium-digest=%016" PRIx64,
			   absolute,
			   digest_bytes(content.bytes, content.length));
	good = good && tuned_flags(text_string(&content), add_flag, flags);
	free(absolute);
	text_free(&content);
	text_free(&problem);
	return good;
}

static bool add_plugin(struct text *flags, const char *gcc)
{
	struct text problem = {0};
	char *plugin = plugin_fitting(gcc, &problem);
	bool good = plugin && fits_in_flags(plugin);

	if (good)
		text_print(flags, "-fplugin=%s", plugin);
	else if (!plugin)
		message_error("%s", text_string(&problem));
	free(plugin);
	text_free(&problem);
	return good;
}

/* What reads the clocks is built with podium, for podium's machine. */
static void warn_of_clocks(const char *gcc)
{
	char *target = compiler_foreign(gcc);

	if (target)
		message_warning("'%s' compiles for %s: clocks are read there "
				"by the library of a podium that is installed "
				"there",
				gcc, target);
	free(target);
}

static int print_runtime(const char *gcc)
{
	struct text problem = {0};
	char *library, *target = compiler_foreign(gcc);
	int status;

	if (target) {
		message_error("'%s' compiles for %s, and the library here is "
			      "for this machine; ask podium cflags --runtime "
			      "there",
			      gcc, target);
		free(target);
		return COMMAND_FAILED;
	}
	library = compiler_runtime(COMPILER_CLOCKS, &problem);
	status = library ? COMMAND_DONE : COMMAND_FAILED;
	if (library)
		puts(library);
	else
		message_error("%s", text_string(&problem));
	text_free(&problem);
	free(library);
	return status;
}

static int print_flags(const char *gcc, const char *use, bool clock)
{
	struct text flags = {0};
	bool good = add_plugin(&flags, gcc) && (!use || add_use(&flags, use));

	if (clock)
		text_print(&flags, " -fplugin-arg-podium-clock");
	if (good && clock)
		warn_of_clocks(gcc);
	if (good)
		puts(text_string(&flags));
	text_free(&flags);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

struct request {
	const char *gcc, *use;
	bool clock, runtime;
};

static const struct option table[] = {
	{"use", "FILE",
	 "put the clauses and flags of this podium.tuned into the program",
	 OPTION_SETS(use)},
	{"clock", NULL, "put clocks around the loops", OPTION_SETS(clock)},
	{"gcc", "GCC", "flags for this GCC (default: gcc)", OPTION_SETS(gcc)},
	{"runtime", NULL,
	 "instead of flags, print the library that reads the clocks",
	 OPTION_SETS(runtime)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium cflags [OPTION...]\n"
		"Prints the flags that make GCC record its OpenMP loops. They\n"
		"come beside -fopenmp, without which GCC sees none.\n",
	.table = table,
	.tail = "Example:\n"
		"  gcc -O2 -fopenmp $(podium cflags) -c matmul.c\n"
		"  gcc -O2 -fopenmp $(podium cflags --clock) matmul.c\n"
		"  PODIUM_CLOCK_FILE=run.json \\\n"
		"      LD_PRELOAD=$(podium cflags --runtime) ./a.out\n",
};

int command_cflags(char **arguments)
{
	struct request request = {.gcc = "gcc"};
	int status;

	if (!options_read(&usage, arguments, &request, &status))
		return status;
	return request.runtime
		       ? print_runtime(request.gcc)
		       : print_flags(request.gcc, request.use, request.clock);
}
