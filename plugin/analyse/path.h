/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the source calls a place in memory: n, *(p+8), v.begin(), a.b[2].
 */
#ifndef PODIUM_PATH_H
#define PODIUM_PATH_H

/* Of a variable, a field or an element. The caller frees it. */
char *path_name(tree reference);

/* "global", "argument", "memory" ... */
const char *path_origin(tree reference);

/* Where an index chooses, "grids[level].rows"; NULL where there is no name. */
const char *path_chosen(tree reference);

#endif
