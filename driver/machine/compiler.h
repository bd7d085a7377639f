/*
 * Compilers and their versions.
 */
#ifndef PODIUM_COMPILER_H
#define PODIUM_COMPILER_H

struct text;

/* Major versions of the GCCs that the plugin is written for. */
#define OLDEST_GCC 11
#define NEWEST_GCC 16

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
 * The machine that it compiles for, "aarch64-linux-gnu", if that is another
 * than podium's own, so that programs cannot be run here. NULL if it is not,
 * or the compiler does not say. The caller frees it.
 */
char *compiler_foreign(const char *command);

/*
 * Absolute path of a library that measured programs load, by its name: beside
 * the program in its build tree, else where it was installed. NULL and a
 * *problem if there is none.
 */
#define COMPILER_CLOCKS "libpodium-runtime.so"
#define COMPILER_REGIONS "libpodium-gomp.so" /* the same, before libgomp */
#define COMPILER_FAST_CLOCK "libpodium-fastclock.so"
char *compiler_runtime(const char *name, struct text *problem);

#endif
