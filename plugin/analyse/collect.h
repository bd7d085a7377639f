/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is only added to: operations that may come in any order, and places in
 * memory that get back what they had with something added.
 */
#ifndef PODIUM_COLLECT_H
#define PODIUM_COLLECT_H

/*
 * The operation by which the statement adds something to the value, a
 * difference being a sum; ERROR_MARK where it does something else.
 */
enum tree_code collect_code(gimple *statement, tree value);

/* As a reduction of OpenMP says it. */
const char *collect_word(enum tree_code code);

/*
 * The operation by which the place that the statement loads or stores, "write",
 * gets something added, where nothing else is done with what is loaded; else
 * ERROR_MARK.
 */
enum tree_code collect_of(gimple *statement, bool write);

#endif
