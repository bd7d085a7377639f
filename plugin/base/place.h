/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files in which things stand: as GCC names them, or by their paths where units
 * of several folders name different files alike.
 */
#ifndef PODIUM_PLACE_H
#define PODIUM_PLACE_H

/*
 * Take "." and ".." and doubled slashes out of a path, in place. What ".."
 * cannot take away at the front of a relative path is dropped.
 */
void place_normalise(char *path);

/* Absolute path of a source file, normalised; to be freed. */
char *place_path(const char *file);

/* From now on place_name() gives paths. */
void place_want_paths(void);

/* What records and clocks call the file; good until the next call. */
const char *place_name(const char *file);

#endif
