/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where control goes in high GIMPLE, statement by statement: is a variable read
 * later? Exceptions, loops of OpenMP and the ends of scopes are ways too.
 */
#ifndef PODIUM_FLOW_H
#define PODIUM_FLOW_H

struct flow_step {
	gimple *statement;
	bool ends;   /* what is inside the statement */
	int partner; /* of its beginning the end, of its end the beginning */
	int handler; /* where exceptions go, -1: out of the function */
};

struct flow {
	auto_vec<flow_step> steps;
	hash_map<tree, int> labels;
};

void flow_read(struct flow *flow, const vec<gimple *> &statements);

/* The step behind the statement and all inside it. */
int flow_behind(const struct flow *flow, gimple *statement);

/* May the value be read that the variable has at this step? */
bool flow_is_live(struct flow *flow, int from, tree variable);

#endif
