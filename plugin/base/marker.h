/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls that the child plants into the program and the analysis reads.
 * No function of these names exists; no code is ever made of them.
 */
#ifndef PODIUM_MARKER_H
#define PODIUM_MARKER_H

enum marker_kind {
	MARKER_ENTER,	/* before the loops of a construct */
	MARKER_EXIT,	/* behind them */
	MARKER_LOOP,	/* first in the body of a loop; number: its dimension */
	MARKER_PROTECT, /* before a section; number: who runs it, and how */
	MARKER_UNPROTECT,
	MARKER_CANCEL /* iterations may end here */
};

/* How a section is protected; the number of MARKER_PROTECT. All threads of a
   parallel region run it, and nothing is protected there. */
enum marker_protection {
	PROTECTION_CRITICAL,
	PROTECTION_ATOMIC,
	PROTECTION_ORDERED,
	PROTECTION_SINGLE,
	PROTECTION_MASTER,
	PROTECTION_MASKED,
	PROTECTION_NONE
};

/* construct: index in "constructs", or -1. */
gimple *marker_build(enum marker_kind kind, int construct, int number);

/*
 * The names of values: argument i + 1 of the call is the value of variable
 * constructs[construct]->witness_names[i] where the construct begins.
 */
gimple *marker_build_names(int construct, const vec<tree> &values);

/*
 * The bounds of arrays, which are variables, where the construct begins: each
 * argument with an even number is the value of the variable whose DECL_UID
 * stands before it. NULL where there is none.
 */
gimple *marker_build_bounds(const vec<tree> &variables);
bool marker_is_bounds(gimple *statement);

/*
 * An opaque call behind a region that may look at these values (registers)
 * and whatever these addresses lead to, so that no result of the region is
 * dead.
 */
gimple *marker_build_use(const vec<tree> &values);

/* Let the pointer lead to memory that each thread has for itself. */
gimple *marker_build_own(tree pointer);
bool marker_is_own(gimple *statement);

/* False: not a marker, the results are left alone. */
bool marker_read(gimple *statement, enum marker_kind *kind, int *construct,
		 int *number);
bool marker_read_names(gimple *statement, int *construct);

/* Any call planted by us: no operation of the program. */
bool marker_is_any(gimple *statement);

/* "critical", "atomic" ... as a record says it; "parallel" for none. */
const char *marker_protection_name(int number);

#endif
