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
	HOOK_CHOOSE
};

/* Bits of a site, known to runtime/site.h, too. */
enum site_flag {
	SITE_REGION = 1, /* a parallel region of its own stands around it */
	SITE_WAITS = 2,	 /* the loop's barrier is clocked apart */
	SITE_TRIES = 4	 /* it has candidates */
};

/* What is told of a site beside its construct. */
struct site_text {
	const char *values; /* what its values are called */
	unsigned heads;	    /* how many are known before the loop */
	const char *why;    /* NULL, or why it has no clock */

	/* NULL, or the candidates, and NULL or why they are not tried in a
	   run; see runtime/site.h */
	const char *candidates;
	const char *why_not_tried;
};

/* Add the site of a construct to the unit. */
tree site_build(const struct construct *construct, unsigned flags,
		const struct site_text *text);

/* The variable that points to the runtime's table, or is NULL. */
tree site_hooks(void);

/* At the unit's end: the list of the sites and the constructor. */
void site_finish(void);

#endif
