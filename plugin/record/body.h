/*
 * What the body of a construct holds as written: statements, conditions,
 * synchronisation.
 */
#ifndef PODIUM_BODY_H
#define PODIUM_BODY_H

#include "base/json.h"

struct body_facts {
	unsigned statements;
	unsigned conditional_statements;
	bool uses_threadprivate; /* in the body or the region around it */
	struct json_writer sync; /* elements of "sync"; free with json_free */
};

/* parallel: the region around, or NULL. */
void body_inspect(gimple *construct, gimple *parallel,
		  struct body_facts *facts);

/*
 * What a function holds outside of the constructs that have records of their
 * own; statements are those of its parallel regions, if it has any. It is
 * not asked whether it uses threadprivate data.
 */
void body_inspect_function(gimple_seq body, struct body_facts *facts);

/* Does anything in the function synchronise, outside of such constructs? */
bool body_synchronises(gimple_seq body);

/* Write the members "sync", "statements", "conditional_statements"; the
   facts are freed. */
void body_write(struct json_writer *json, struct body_facts *facts);

#endif
