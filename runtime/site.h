/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an object with clocks and the runtime library have in common. The
 * plugin builds the objects (plugin/clock/site.cc): a changed layout needs
 * another version.
 */
#ifndef PODIUM_SITE_H
#define PODIUM_SITE_H

#define PODIUM_LAYOUT 1
#define PODIUM_LAYOUT_TRIES 3 /* of units that have candidates */

/* All else is the library's own: it must not clash with the program's. */
#define PODIUM_EXPORT __attribute__((visibility("default")))

/* Bits of struct podium_site. */
#define PODIUM_REGION 1 /* a parallel region of its own stands around it */
#define PODIUM_WAITS 2	/* podium_loop_done follows podium_loop_leave */
#define PODIUM_TRIES 4	/* it is the beginning of a struct podium_tried_site */

/* One clocked construct. */
struct podium_site {
	void *state; /* the library's */
	const char *id;
	const char *file;
	const char *values; /* "kind name;kind name;" */
	const char *why;    /* NULL, or why there is no clock */
	int line;
	int flags;
	int heads; /* values that come from the construct's head */
};

/* A site that has the flag PODIUM_TRIES. */
struct podium_tried_site {
	struct podium_site site;
	const char *candidates; /* "clauses\twhy not\n", from the second on */
	const char *why;	/* NULL, or why they are not tried in a run */
};

/* The entries of the table, in this order. */
struct podium_hooks {
	void (*region_enter)(struct podium_site *site);
	void (*region_leave)(struct podium_site *site);
	void (*loop_enter)(struct podium_site *site);
	void (*loop_leave)(struct podium_site *site);
	void (*loop_done)(struct podium_site *site);
	void (*loop_values)(struct podium_site *site, int first, int count,
			    ...);
	int (*choose)(struct podium_site *site);
};

/* The sites of one object; *hooks is NULL until a library takes it. */
struct podium_unit {
	int version;
	int count;
	const struct podium_hooks **hooks;
	struct podium_site **sites;
};

#endif
