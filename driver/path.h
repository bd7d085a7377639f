/*
 * Names of files.
 */
#ifndef PODIUM_PATH_H
#define PODIUM_PATH_H

/*
 * The path from the root, symbolic links as they are: a link may be what the
 * user made to avoid a name that cannot be used. The caller frees it.
 */
char *path_absolute(const char *path);

/*
 * Where results are kept, by the XDG base directory specification. The caller
 * frees it.
 */
char *path_data_home(void);

#endif
