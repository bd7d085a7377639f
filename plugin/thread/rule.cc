/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thread rule: puts together what the parts of this room find out.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "construct/schedule.h"
#include "rule.h"

static vec<struct rule_region *> regions; /* of the current function */

/* ---- regions ---- */

static void find_loops(struct rule_region *region, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (gimple_code(statement) == GIMPLE_OMP_PARALLEL)
			continue;
		if (schedule_fits(statement)) {
			region->loops.safe_push({statement, vNULL, vNULL});
			continue;
		}
		for (unsigned i = 0; i < count; i++)
			find_loops(region, *bodies[i]);
	}
}

void rule_end_function(void)
{
	for (unsigned i = 0; i < regions.length(); i++) {
		struct rule_region *region = regions[i];

		own_free(&region->own);
		for (unsigned j = 0; j < region->loops.length(); j++) {
			names_free(&region->loops[j].reasons);
			names_free(&region->loops[j].needs);
		}
		for (unsigned j = 0; j < region->calls.length(); j++)
			names_free(&region->calls[j].differs);
		region->loops.release();
		region->calls.release();
		steps_free(&region->steps);
		callee_needs_free(&region->needs);
		free(region);
	}
	regions.release();
}

struct rule_region *rule_region(gimple *parallel)
{
	struct rule_region *region;

	for (unsigned i = 0; i < regions.length(); i++)
		if (regions[i]->parallel == parallel)
			return regions[i];
	region = XCNEW(struct rule_region);
	region->parallel = parallel;
	own_find(&region->own, parallel);
	find_loops(region, own_body(&region->own));
	steps_find(&region->steps, own_body(&region->own), parallel);
	flow_follow(&region->own, &region->steps, &region->loops,
		    &region->calls);
	callee_of_body(own_body(&region->own), &region->needs);
	regions.safe_push(region);
	return region;
}

/* ---- loops ---- */

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_all(vec<char *> *to, const vec<char *> *from)
{
	for (unsigned i = 0; i < from->length(); i++)
		names_add(to, (*from)[i]);
}

/* The loop's region is that of all callers. */
static void need_callers(struct construct *construct)
{
	char *name = callee_name(current_function_decl);
	char *need = concat("callers(", name, ")", NULL);

	names_add(&construct->needs, need);
	free(need);
	free(name);
}

/* A loop of a function that is called before may have no barrier behind it. */
static void judge_calls_before(struct construct *construct,
			       const struct steps *steps)
{
	vec<tree> functions = vNULL;

	neighbour_before(steps, construct->share, &functions);
	for (unsigned i = 0; i < functions.length(); i++) {
		char *name = callee_name(functions[i]);
		bool seen = callee_is_seen(functions[i]);
		char *text = xasprintf(seen ? "nowait: '%s' is called before it"
					    : "waits(%s)",
				       name);

		names_add(seen ? &construct->reasons : &construct->needs, text);
		free(text);
		free(name);
	}
	functions.release();
}

void rule_judge(struct construct *construct)
{
	struct rule_region *region;

	if (!schedule_fits(construct->share))
		return;
	region = rule_region(construct->parallel);
	add_all(&construct->reasons, &region->needs.unknown);
	add_all(&construct->needs, &region->needs.needs);
	for (unsigned i = 0; i < region->loops.length(); i++) {
		if (region->loops[i].loop != construct->share)
			continue;
		add_all(&construct->reasons, &region->loops[i].reasons);
		add_all(&construct->needs, &region->loops[i].needs);
	}
	if (neighbour_relies(&region->steps, construct->parallel,
			     construct->share))
		names_add(&construct->reasons,
			  "nowait: another loop may rely on the same static "
			  "distribution");
	judge_calls_before(construct, &region->steps);
	if (neighbour_of_master(&region->steps, construct->share))
		names_add(&construct->reasons,
			  "no barrier stands between it and a master section");
	if (!construct->parallel)
		need_callers(construct);
	construct->needs.qsort(compare_names);
}
