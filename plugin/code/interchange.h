/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops interchanged, unrolled and jammed, by what GCC says of them.
 */
#ifndef PODIUM_INTERCHANGE_H
#define PODIUM_INTERCHANGE_H

/* Before one of both passes. */
void interchange_before(const opt_pass *pass);

/* Behind it, with what it has said. */
void interchange_after(char *text);
void interchange_after_jam(char *text);

#endif
