/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plugin tried on a small loop.
 */
#include "tryout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "records.h"

static const struct trial {
	const char *file;
	const char *source;
} trials[] = {
	[COMPILER_C] = {"trial.c", "void podium_trial(double *a, int n)\n"
				   "{\n"
				   "#pragma omp parallel for\n"
				   "	for (int i = 0; i < n; i++)\n"
				   "		a[i] = i;\n"
				   "}\n"},
	[COMPILER_CXX] = {"trial.cc", "void podium_trial(double *a, int n)\n"
				      "{\n"
				      "#pragma omp parallel for\n"
				      "	for (int i = 0; i < n; i++)\n"
				      "		a[i] = i;\n"
				      "}\n"},
	[COMPILER_FORTRAN] = {"trial.f90", "subroutine podium_trial(a, n)\n"
					   "  integer :: n, i\n"
					   "  double precision :: a(n)\n"
					   "  !$omp parallel do\n"
					   "  do i = 1, n\n"
					   "    a(i) = i\n"
					   "  end do\n"
					   "end subroutine\n"},
};

/* First line of what a compiler said, or the whole of a shorter text. */
static void keep_first_line(struct text *text)
{
	text_cut(text, strcspn(text_string(text), "\n"));
}

/* True if the plugin of the compiler gives the record of a small loop. */
static bool try_in(const char *folder, const char *command, const char *plugin,
		   const struct trial *trial, struct text *problem)
{
	char *source = memory_print("%s/%s", folder, trial->file);
	char *object = memory_print("%s/trial.o", folder);
	char *flag = memory_print("-fplugin=%s", plugin);
	const char *line[] = {command, flag, "-fopenmp", "-O2", "-c",
			      source,  "-o", object,	 NULL};
	struct records records = {0};
	bool good = file_write(source, trial->source) &&
		    process_done(process_compile(line, PROCESS_CAPTURE_BOTH,
						 problem));

	if (!good)
		keep_first_line(problem);
	else
		text_cut(problem, 0);
	good = good && records_read(&records, object, trial->file, problem);
	if (good && records.count != 1)
		text_print(problem, "%zu records of one loop", records.count);
	good = good && records.count == 1;
	records_free(&records);
	free(flag);
	free(object);
	free(source);
	return good;
}

bool tryout_plugin(const char *command, const char *plugin,
		   enum compiler_language language, struct text *problem)
{
	const char *folder = scratch_new();
	bool good;

	if (!folder) {
		text_print(problem, "cannot make a folder in '%s': %s",
			   scratch_parent(), strerror(errno));
		return false;
	}
	good = try_in(folder, command, plugin, &trials[language], problem);
	scratch_free();
	return good;
}
