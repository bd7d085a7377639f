/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an object with clocks holds beside its code: a description of every
 * clocked construct, and a constructor that looks for the runtime library.
 */
#ifndef PODIUM_SITE_H
#define PODIUM_SITE_H

#include "construct/construct.h"

/* Entries of the runtime's table, in this order; see runtime/site.h. */
enum hook {
	HOOK_REGION_ENTER,
	HOOK_REGION_LEAVE,
	HOOK_LOOP_ENTER,
	HOOK_LOOP_LEAVE,
	HOOK_LOOP_DONE,
	HOOK_VALUES,
	HOOK_COUNT
};

/* Bits of a site, known to runtime/site.h, too. */
enum site_flag {
	SITE_REGION = 1, /* a parallel region of its own stands around it */
	SITE_WAITS = 2	 /* the loop's barrier is clocked apart */
};

/*
 * Add the site of a construct to the unit: "values" says what its values
 * are called, "heads" of them known before the loop, "why" is NULL or tells why
 * it has no clock.
 */
tree site_build(const struct construct *construct, unsigned flags,
		const char *values, unsigned heads, const char *why);

/* The variable that points to the runtime's table, or is NULL. */
tree site_hooks(void);

/* At the unit's end: the list of the sites and the constructor. */
void site_finish(void);

#endif
