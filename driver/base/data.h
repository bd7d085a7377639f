/*
 * Folders that are installed with podium: sources that the user's compiler
 * compiles, recorded tables.
 */
#ifndef PODIUM_DATA_H
#define PODIUM_DATA_H

struct text;

/*
 * The folder of that name, known by a file that it holds: what the variable of
 * the environment names if that is set, else beside the program in its build
 * tree, else where it was installed. NULL and a *problem if there is none. The
 * caller frees it.
 */
char *data_folder(const char *name, const char *file, const char *variable,
		  struct text *problem);

/*
 * A folder beside this program, where it was built, whether it is there or not;
 * NULL if unknown. The caller frees it.
 */
char *data_beside(const char *name);

#endif
