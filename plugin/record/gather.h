/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What functions, their parallel regions and their loops do by themselves, and
 * whom they call, as their bodies say.
 */
#ifndef PODIUM_GATHER_H
#define PODIUM_GATHER_H

/* Note the current function, whose constructs are known, before anything is
   rewritten; in the compiler only. */
void gather_function(gimple_seq body);

#endif
