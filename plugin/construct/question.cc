/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What calls and variables tell a thread of itself.
 *
 * Of functions that are declared by the system's own headers it is known
 * which ask; all others of those headers do the same in every thread. What
 * they keep for all threads together, as rand() does, is open already in the
 * program as it is written.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "question.h"

/* Names of Fortran's end in an underscore, or a size and one. */
static const struct {
	const char *name;
	enum question question;
} askers[] = {
	{"omp_get_thread_num", QUESTION_WHO},
	{"omp_get_team_num", QUESTION_WHO},
	{"omp_get_ancestor_thread_num", QUESTION_SELF},
	{"omp_get_place_num", QUESTION_SELF},
	{"omp_get_place_proc_ids", QUESTION_SELF},
	{"omp_get_partition_place_nums", QUESTION_SELF},
	{"omp_get_num_threads", QUESTION_TEAM},
	{"omp_get_team_size", QUESTION_TEAM},
	{"pthread_self", QUESTION_SELF},
	{"pthread_getspecific", QUESTION_SELF},
	{"pthread_setspecific", QUESTION_SELF},
	{"__gthread_self", QUESTION_SELF},
	{"tss_get", QUESTION_SELF},
	{"tss_set", QUESTION_SELF},
	{"thrd_current", QUESTION_SELF},
	{"gettid", QUESTION_SELF},
	{"syscall", QUESTION_SELF},
	{"sched_getcpu", QUESTION_SELF},
	{"getcpu", QUESTION_SELF},
	{"sched_getaffinity", QUESTION_SELF},
	{"pthread_getaffinity_np", QUESTION_SELF},
	{"__builtin_thread_pointer", QUESTION_SELF},
	/* each thread has a generator of its own */
	{"_gfortran_random_r4", QUESTION_SELF},
	{"_gfortran_random_r8", QUESTION_SELF},
	{"_gfortran_random_r10", QUESTION_SELF},
	{"_gfortran_random_r16", QUESTION_SELF},
	{"_gfortran_arandom_r4", QUESTION_SELF},
	{"_gfortran_arandom_r8", QUESTION_SELF},
	{"_gfortran_arandom_r10", QUESTION_SELF},
	{"_gfortran_arandom_r16", QUESTION_SELF},
};

static bool is_called(const char *name, const char *known)
{
	size_t length = strlen(known);

	if (strncmp(name, known, length) != 0)
		return false;
	name += length;
	return !*name || strcmp(name, "_") == 0 || strcmp(name, "_8_") == 0;
}

static enum question asked_by(tree function)
{
	const char *name = omp_plain_name(function);

	for (unsigned i = 0; i < ARRAY_SIZE(askers); i++)
		if (is_called(name, askers[i].name))
			return askers[i].question;
	/* C++ goes through such functions to variables of a thread */
	if (startswith(name, "_ZTW") || startswith(name, "_ZTH"))
		return QUESTION_SELF;
	return QUESTION_NONE;
}

enum question question_of(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	if (!function || !DECL_NAME(function))
		return QUESTION_NONE;
	return asked_by(function);
}

static tree find_own(tree *operand, int *walk_subtrees, void *)
{
	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return VAR_P(*operand) && DECL_THREAD_LOCAL_P(*operand) &&
			       !DECL_IN_SYSTEM_HEADER(*operand)
		       ? *operand
		       : NULL_TREE;
}

tree question_own_variable(gimple *statement)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	return walk_gimple_op(statement, find_own, &info);
}

/* Headers of C and of POSIX; those of other libraries lie beside them. */
static bool is_known_header(const char *path)
{
	static const char *const names[] = {"assert.h",
					    "ctype.h",
					    "complex.h",
					    "dirent.h",
					    "errno.h",
					    "fcntl.h",
					    "fenv.h",
					    "float.h",
					    "inttypes.h",
					    "libgen.h",
					    "limits.h",
					    "locale.h",
					    "malloc.h",
					    "math.h",
					    "mathcalls.h",
					    "cmathcalls.h",
					    "memory.h",
					    "omp.h",
					    "poll.h",
					    "pthread.h",
					    "sched.h",
					    "setjmp.h",
					    "signal.h",
					    "stdio.h",
					    "stdlib.h",
					    "stdlib-float.h",
					    "string.h",
					    "strings.h",
					    "string_fortified.h",
					    "strings_fortified.h",
					    "stdio2.h",
					    "stdlib.h",
					    "mman.h",
					    "resource.h",
					    "stat.h",
					    "time.h",
					    "times.h",
					    "types.h",
					    "threads.h",
					    "uio.h",
					    "unistd.h",
					    "unistd_ext.h",
					    "utsname.h",
					    "wait.h",
					    "wchar.h",
					    "wctype.h",
					    "mathcalls-helper-functions.h",
					    "gthr-default.h",
					    "getopt_core.h",
					    "getopt_posix.h",
					    "mathcalls-narrow.h",
					    "select.h",
					    "socket.h",
					    "sysinfo.h",
					    "thread-shared-types.h",
					    "alloca.h",
					    "quadmath.h"};
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	if (strstr(path, "/c++/"))
		return true;
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool is_of_fortran(const char *name)
{
	return startswith(name, "_gfortran_") || startswith(name, "omp_");
}

bool question_is_harmless(tree function)
{
	location_t place = DECL_SOURCE_LOCATION(function);
	const char *name;

	if (!DECL_NAME(function) || asked_by(function) != QUESTION_NONE)
		return false;
	name = omp_plain_name(function);
	if (fndecl_built_in_p(function) || startswith(name, "__builtin_") ||
	    startswith(name, "GOMP_"))
		return true;
	if (lang_GNU_Fortran())
		return is_of_fortran(name);
	if (lang_GNU_CXX() && startswith(name, "__cxa_"))
		return true;
	if (place <= BUILTINS_LOCATION)
		return true;
	return in_system_header_at(place) &&
	       is_known_header(LOCATION_FILE(place));
}
