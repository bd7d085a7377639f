/*
 * Names of files.
 */
#ifndef PODIUM_PATH_H
#define PODIUM_PATH_H

struct text;

/*
 * The path from the root, symbolic links as they are: a link may be what the
 * user made to avoid a name that cannot be used. The caller frees it.
 */
char *path_absolute(const char *path);

/* Its absolute path if it can be read, else NULL; takes the path. */
char *path_if_there(char *path);

/* A file of the current folder as it is seen from there, others whole. */
const char *path_here(const char *path);

/*
 * A file without the folders that it shares with the current one; whole where
 * that is the root alone.
 */
const char *path_apart(const char *path);

/*
 * The flags of podium cflags go unquoted through a shell and often through make
 * and cmake. What GCC itself could take does not help if they cannot. What is
 * wrong with the word, NULL if nothing is.
 */
const char *path_trap(const char *word);

/* As a word of a shell, to be read: in quotes only where it needs them. */
void path_add_word(struct text *out, const char *word);

/*
 * Where results are kept, by the XDG base directory specification. The caller
 * frees it.
 */
char *path_data_home(void);

/* Where what can be made again is kept; the same. */
char *path_cache_home(void);

#endif
