/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memset, memcpy and memmove as what they do: stores and loads.
 */
#ifndef PODIUM_BLOCK_H
#define PODIUM_BLOCK_H

/*
 * If the statement is a call of one of them, put what it does in its place;
 * true: the iterator stands behind that.
 */
bool block_open(gimple_stmt_iterator *gsi);

#endif
