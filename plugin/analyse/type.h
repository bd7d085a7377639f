/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words that records have for types.
 */
#ifndef PODIUM_TYPE_H
#define PODIUM_TYPE_H

/* "f64", "i32", "ptr" ... */
const char *type_word(tree type);

#endif
