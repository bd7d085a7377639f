/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is the compiler that loads the plugin one that it was built for?
 */
#ifndef PODIUM_FIT_H
#define PODIUM_FIT_H

struct plugin_gcc_version;

/* If not, the user is told. */
bool fit_check(const struct plugin_gcc_version *gcc);

#endif
