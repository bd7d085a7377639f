/*
 * Compilers, their versions, and the plugin for each.
 */
#ifndef PODIUM_COMPILER_H
#define PODIUM_COMPILER_H

#include <stdbool.h>

struct text;

enum compiler_language {
	COMPILER_C,
	COMPILER_CXX,
	COMPILER_FORTRAN,
	COMPILER_NO_LANGUAGE
};

/* By the ending of the file's name. */
enum compiler_language compiler_language(const char *path);

/*
 * The command for a language where "gcc" is that for C: gcc-12 gives g++-12
 * and gfortran-12. The caller frees it; NULL if there is no "gcc" in it.
 */
char *compiler_command(const char *gcc, enum compiler_language language);

/* Version of a GCC, "12.2.0"; NULL and a *problem if it is none. */
char *compiler_version(const char *command, struct text *problem);

/*
 * Absolute path of the plugin for that version: in PODIUM_PLUGIN_DIR if that
 * is set, else beside the program in its build tree, else where it was
 * installed. NULL and a *problem if there is none.
 */
char *compiler_plugin(const char *version, struct text *problem);

/*
 * The same for a command, after a look at whether that compiler takes it: one
 * that was updated since would go on without, and there would be no loops.
 */
char *compiler_fitting_plugin(const char *command, struct text *problem);

/*
 * Absolute path of a library that measured programs load, by its name: beside
 * the program in its build tree, else where it was installed. NULL and a
 * *problem if there is none.
 */
#define COMPILER_CLOCKS "libpodium-runtime.so"
#define COMPILER_REGIONS "libpodium-gomp.so" /* the same, before libgomp */
char *compiler_runtime(const char *name, struct text *problem);

#endif
