/*
 * What a loop has to do with the thread that it runs in.
 */
#ifndef PODIUM_THREAD_H
#define PODIUM_THREAD_H

struct thread_facts {
	bool asked; /* the region asks which thread it is, or of how many */
	/* it may matter which thread gets an iteration: the loop asks or uses
	   the answer, or each thread of the region gets one of its own */
	bool matters;
};

/* loop: the innermost statement of the construct; parallel: the region around
   it, or NULL. */
void thread_inspect(gimple *loop, gimple *parallel, struct thread_facts *facts);

/*
 * Find the variables of a function that say which thread runs it, or are made
 * of that. False if it does not ask.
 */
bool thread_tells(gimple_seq body, hash_set<tree> *told);

/* Does the statement use one of these by itself? */
bool thread_uses(gimple *statement, hash_set<tree> *told);

/* Is what stands in the statement for one thread of the team alone? */
bool thread_is_alone(gimple *statement);

#endif
