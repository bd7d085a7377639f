/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls through the runtime's table, which is NULL without a library.
 */
#ifndef PODIUM_HOOK_H
#define PODIUM_HOOK_H

#include "version/plant.h"
#include "site.h"

/* An entry of the table, called with these arguments. */
void hook_add(struct code *code, tree table, enum hook hook,
	      const vec<tree> &arguments, bool varies);

/* choice = the runtime's answer for the site. */
void hook_add_choice(struct code *code, tree table, tree site, tree choice);

/* if (table) { inner }, as one block; sets the table. */
gimple *hook_guarded(struct code *inner, tree table);

/* The argument that stands for a site. */
tree hook_address(tree site);

/* A guarded call with the site alone. */
gimple *hook_call(location_t location, tree site, enum hook hook);

#endif
