/*
 * What the body of a construct holds as written: statements, conditions,
 * synchronisation, questions for the thread's number.
 */
#ifndef PODIUM_BODY_H
#define PODIUM_BODY_H

#include "json.h"

struct body_facts {
	unsigned statements;
	unsigned conditional_statements;
	bool uses_thread_id;	 /* in the body or the region around it */
	bool uses_threadprivate; /* likewise */
	struct json sync;	 /* elements of "sync"; free with json_free */
};

/* parallel: the region around, or NULL. */
void body_inspect(gimple *construct, gimple *parallel,
		  struct body_facts *facts);

#endif
